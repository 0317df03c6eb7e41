import { sessionOrderKey } from "../engine/in-order.ts";
import type { RunHost } from "../ports/run-host.ts";
import type { Store } from "../ports/stores.ts";
import { expireQuestion } from "../turn/expire-question.ts";
import type { TurnDeps } from "../turn/turn-deps.ts";

/** What the host is woken for when the time of a question is over. */
export const QUESTIONS = "questions";
/** Looked at together. */
const BATCH = 200;

/** A store whose questions end by themselves: the host wakes when the time of one is over. */
export function withExpiries(store: Store, host: Pick<RunHost, "later">): Store {
  return {
    ...store,
    pending: {
      ...store.pending,
      async put(action) {
        await store.pending.put(action);
        host.later(QUESTIONS, action.expires_at);
      },
    },
  };
}

/** Closes the questions whose time is over, each between two messages of its session, and ends the runs that waited for them. */
export async function expireDue(deps: TurnDeps, host: Pick<RunHost, "later">): Promise<void> {
  const { store, clock, inOrder } = deps;
  for (;;) {
    const over = await store.pending.expired(clock.now(), BATCH);
    await Promise.all(
      over.map((question) =>
        inOrder(sessionOrderKey(question), () => expireQuestion(deps, question)),
      ),
    );
    if (over.length < BATCH) break;
  }
  const next = await store.pending.nextExpiry();
  if (next !== undefined) host.later(QUESTIONS, next);
}
