import { freshState } from "../engine/circumstances.ts";
import { sessionOrderKey } from "../engine/in-order.ts";
import type { SessionKey } from "../ports/stores.ts";
import type { Desk } from "./desk.ts";
import { dropOpenQuestion } from "./drop-question.ts";

/** Between two messages of a session, never in the middle of one. */
const between = (desk: Desk, key: SessionKey, task: () => Promise<void>) =>
  desk.inOrder(sessionOrderKey(key), task);

/** Forget what was said. The language stays, and so does what was done. False: there is no such session. */
export async function resetSession(desk: Desk, key: SessionKey): Promise<boolean> {
  const state = await desk.store.conversations.load(key);
  if (state === undefined) return false;
  await between(desk, key, async () => {
    await dropOpenQuestion(desk, key);
    desk.store.conversations.save(key, freshState(state.locale));
    await desk.store.proposals.forget(key);
    await desk.store.flush();
  });
  return true;
}

/** Delete what is kept of a session but its runs. False: there is no such session. */
export async function deleteSession(desk: Desk, key: SessionKey): Promise<boolean> {
  if ((await desk.store.conversations.load(key)) === undefined) return false;
  await between(desk, key, async () => {
    await dropOpenQuestion(desk, key);
    await desk.store.conversations.delete(key);
    await desk.store.proposals.forget(key);
  });
  return true;
}
