import type { ConversationState } from "#shared/contracts/pending.ts";
import { freshState } from "../engine/circumstances.ts";
import { sessionOrderKey } from "../engine/in-order.ts";
import type { SessionKey } from "../ports/stores.ts";
import { expireOpenQuestion } from "../turn/open-question.ts";
import type { TurnDeps } from "../turn/turn-deps.ts";

/** Between two messages of a session, never in the middle of one. */
const between = (deps: TurnDeps, key: SessionKey, task: () => Promise<void>) =>
  deps.inOrder(sessionOrderKey(key), task);

/** Forget what was said. The language stays, and so does what was done. False: there is no such session. */
export async function resetSession(deps: TurnDeps, key: SessionKey): Promise<boolean> {
  const state = await deps.store.conversations.load(key);
  if (state === undefined) return false;
  await between(deps, key, async () => {
    await expireOpenQuestion(deps, key);
    deps.store.conversations.save(key, freshState(state.locale));
    await deps.store.proposals.forget(key);
    await deps.store.usage.forgetReadings(key);
    await deps.store.flush();
  });
  return true;
}

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
export async function deleteSession(deps: TurnDeps, key: SessionKey): Promise<boolean> {
  if ((await deps.store.conversations.load(key)) === undefined) return false;
  await between(deps, key, async () => {
    await expireOpenQuestion(deps, key);
    await deps.store.conversations.delete(key);
    await deps.store.proposals.forget(key);
    await deps.store.usage.forgetReadings(key);
  });
  return true;
}
