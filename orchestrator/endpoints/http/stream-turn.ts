import { streamSSE } from "hono/streaming";
import type { TurnEvent } from "#shared/contracts/endpoints.ts";
import type { EntryRequest } from "#shared/contracts/intent.ts";
import type { EndpointContext } from "./endpoint-context.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { errorBodyOf, httpErrorOf } from "./http-error.ts";
import { optionsOf } from "./leaving.ts";

/** True for a client that wants to see the steps while they run. */
export const wantsEvents = (context: EndpointContext): boolean =>
  /(^|,)\s*text\/event-stream\b/i.test(context.env.incoming.headers.accept ?? "");

/** One turn as it happens: the run's events, then the turn itself, or why there is none. */
export function streamTurn(
  context: EndpointContext,
  entry: EntryRequest,
  { deps, turns }: Pick<EndpointDeps, "deps" | "turns">,
): Response {
  const options = optionsOf(context);
  context.header("x-accel-buffering", "no");
  return streamSSE(context, async (stream) => {
    const send = (event: TurnEvent) =>
      stream.writeSSE({ event: event.type, data: JSON.stringify(event) });
    try {
      const watch = (event: TurnEvent) => void send(event);
      await send({ type: "turn", turn: await turns.answer(entry, deps, { ...options, watch }) });
    } catch (error) {
      deps.log.error({ err: error }, "a streamed turn failed");
      await send({ type: "error", ...errorBodyOf(httpErrorOf(error)) });
    }
  });
}
