import type { SessionKey } from "../ports/stores.ts";
import type { TurnDeps } from "./turn-deps.ts";

/** A conversation that goes on at one place goes on at another too, with its open question. */
export async function continueAlso(
  { store, clock }: Pick<TurnDeps, "store" | "clock">,
  from: SessionKey,
  session_id: string,
): Promise<void> {
  const to = { user_id: from.user_id, session_id };
  const [state, question] = await Promise.all([
    store.conversations.load(from),
    store.pending.find(from, clock.now()),
  ]);
  if (question !== undefined) await store.pending.put({ ...question, ...to });
  if (state !== undefined) store.conversations.save(to, state);
}
