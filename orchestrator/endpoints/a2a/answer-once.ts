import { hash } from "node:crypto";
import { type TurnResponse, turnResponse } from "#shared/contracts/endpoints.ts";
import type { Json } from "#shared/contracts/json.ts";
import type { HeldMessage, Taker } from "../../ports/message-store.ts";
import { RunTakenError } from "../../ports/store-error.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";

/** How long a message that comes again under its id is given the first one's answer, milliseconds. */
const SAME_MESSAGE_MS = 10 * 60 * 1000;
const PLACE = { channel: "a2a", kind: "message", keptMs: SAME_MESSAGE_MS };
/** How often a message that is under way is looked at again, milliseconds. */
const AGAIN_MS = 50;

/**
 * A peer's message, answered once: whoever sends it again under its id, to whichever process, waits for the first answer
 * and is given that. undefined from `carryOut`: nothing of it was begun, and it may be sent again.
 * Errors: RunTakenError while it is under way until the deadline; StoreError; those of `carryOut`
 */
export async function answerOnce<T extends TurnResponse | undefined>(
  said: { user_id: string; messageId: string; text: string },
  by: Taker,
  { store, clock, deadlineMs, makeId, sleep }: TurnDeps,
  carryOut: (message: HeldMessage) => Promise<T>,
): Promise<TurnResponse | T> {
  const { user_id, messageId, text } = said;
  // What says something else is another message, also under an id that a peer uses for all.
  const id = hash("sha256", JSON.stringify([user_id, messageId, text]));
  const run_id = makeId("run");
  const until = clock.now() + deadlineMs;
  for (;;) {
    const taken = await store.messages.take(PLACE, { id, user_id, digest: "", run_id }, by);
    // Its user was forgotten meanwhile: it is not done again, and there is nothing to tell.
    if (taken.is === "answered" && taken.answer === null) throw new RunTakenError(run_id);
    if (taken.is === "answered") return turnResponse.parse(taken.answer);
    if (taken.is === "ours") return answerHeld(taken.message, carryOut);
    if (clock.now() >= until) throw new RunTakenError(run_id);
    await sleep(AGAIN_MS, new AbortController().signal);
  }
}

async function answerHeld<T extends TurnResponse | undefined>(
  message: HeldMessage,
  carryOut: (message: HeldMessage) => Promise<T>,
): Promise<T> {
  try {
    const turn = await carryOut(message);
    // What was done is told also when it cannot be kept: whoever sends it again finds it by its run.
    const kept =
      turn === undefined
        ? message.forget()
        : message.answered(JSON.parse(JSON.stringify(turn)) as Json);
    await kept.catch(() => message.letGo());
    return turn;
  } catch (error) {
    await message.letGo();
    throw error;
  }
}
