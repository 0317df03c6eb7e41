import type { IncomingMessage, ServerResponse } from "node:http";
import type { HeldMessage } from "../../ports/message-store.ts";
import type { TurnOptions } from "../../turn/turn-deps.ts";
import type { EndpointContext } from "./endpoint-context.ts";

/** Requests that name themselves by an Idempotency-Key. */
const keyed = new WeakMap<IncomingMessage, HeldMessage>();

/** From now on this request is carried out to its end: its result is kept for whoever asks again. */
export const markKeyed = ({ env }: EndpointContext, message: HeldMessage): void => {
  keyed.set(env.incoming, message);
};

/** Of each answer that someone looked at. */
const signals = new WeakMap<ServerResponse, AbortSignal>();

/**
 * Fires when the client goes away before its answer is complete.
 * Taken from Node's own response: asking Hono for `req.raw.signal` builds a whole Request per call.
 */
export function leavingSignal({ env: { outgoing } }: EndpointContext): AbortSignal {
  const known = signals.get(outgoing);
  if (known !== undefined) return known;
  const leaving = new AbortController();
  signals.set(outgoing, leaving.signal);
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) leaving.abort(new Error("the client went away"));
  });
  return leaving.signal;
}

/** What an endpoint tells of its request to whoever carries it out: until when, and with which rights. */
export function optionsOf(context: EndpointContext): TurnOptions {
  const message = keyed.get(context.env.incoming);
  const options = message === undefined ? { signal: leavingSignal(context) } : { message };
  const principal = context.get("principal");
  if (principal === undefined) return options;
  const { mayUse, shownBy = { by: "token" as const } } = principal;
  return { ...options, mayUse, shownBy: { ...shownBy, at: Date.now() } };
}
