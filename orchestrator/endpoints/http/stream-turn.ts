import { streamSSE } from "hono/streaming";
import type { TurnEvent } from "#shared/contracts/doors.ts";
import type { EntryRequest } from "#shared/contracts/intent.ts";
import { answer } from "../../turn/answer.ts";
import type { Desk } from "../../turn/desk.ts";
import type { DoorContext } from "./door-context.ts";
import { doorErrorOf, errorBodyOf } from "./door-error.ts";
import { optionsOf } from "./leaving.ts";

/** True for a client that wants to see the steps while they run. */
export const wantsEvents = (context: DoorContext): boolean =>
  /(^|,)\s*text\/event-stream\b/i.test(context.env.incoming.headers.accept ?? "");

/** One turn as it happens: the run's events, then the turn itself, or why there is none. */
export function streamTurn(context: DoorContext, entry: EntryRequest, desk: Desk): Response {
  const options = optionsOf(context);
  context.header("x-accel-buffering", "no");
  return streamSSE(context, async (stream) => {
    const send = (event: TurnEvent) =>
      stream.writeSSE({ event: event.type, data: JSON.stringify(event) });
    try {
      const watch = (event: TurnEvent) => void send(event);
      await send({ type: "turn", turn: await answer(entry, desk, { ...options, watch }) });
    } catch (error) {
      desk.log.error({ err: error }, "a streamed turn failed");
      await send({ type: "error", ...errorBodyOf(doorErrorOf(error)) });
    }
  });
}
