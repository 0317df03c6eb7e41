import type { DoorContext } from "./door-context.ts";

/**
 * Fires when the client goes away before its answer is complete.
 * Taken from Node's own response: asking Hono for `req.raw.signal` builds a whole Request per call.
 */
export function leavingSignal({ env: { outgoing } }: DoorContext): AbortSignal {
  const leaving = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) leaving.abort(new Error("the client went away"));
  });
  return leaving.signal;
}
