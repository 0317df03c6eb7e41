import type { ConversationState } from "#shared/contracts/pending.ts";
import { freshState } from "../engine/circumstances.ts";
import { sessionOrderKey } from "../ports/owner.ts";
import type { SessionKey } from "../ports/stores.ts";
import { expireOpenQuestion } from "../turn/open-question.ts";
import type { TurnDeps } from "../turn/turn-deps.ts";

/** Between two messages of a session, never in the middle of one. */
const between = (deps: TurnDeps, key: SessionKey, task: () => Promise<void>) =>
  deps.inOrder(sessionOrderKey(key), task);

/** `leave`: what becomes of the session itself. False: there is no such session. */
async function forgetSaid(
  deps: TurnDeps,
  key: SessionKey,
  leave: (state: ConversationState) => void | Promise<void>,
): Promise<boolean> {
  const { conversations, proposals, usage } = deps.store;
  const state = await conversations.load(key);
  if (state === undefined) return false;
  await between(deps, key, async () => {
    await expireOpenQuestion(deps, key);
    await leave(state);
    await proposals.forget(key);
    await usage.forgetReadings(key);
    await deps.store.flush();
  });
  return true;
}

/** Forget what was said. The language stays, and so does what was done. False: there is no such session. */
export const resetSession = (deps: TurnDeps, key: SessionKey): Promise<boolean> =>
  forgetSaid(deps, key, ({ locale }) => deps.store.conversations.save(key, freshState(locale)));

/** Call a session otherwise. undefined: there is no such session. */
export async function renameSession(
  deps: TurnDeps,
  key: SessionKey,
  title: string,
): Promise<ConversationState | undefined> {
  const { conversations } = deps.store;
  let renamed: ConversationState | undefined;
  await between(deps, key, async () => {
    const state = await conversations.load(key);
    if (state === undefined) return;
    renamed = { ...state, title };
    conversations.save(key, renamed);
    await deps.store.flush();
  });
  return renamed;
}

/** Delete what is kept of a session but its runs. False: there is no such session. */
export const deleteSession = (deps: TurnDeps, key: SessionKey): Promise<boolean> =>
  forgetSaid(deps, key, () => deps.store.conversations.delete(key));
