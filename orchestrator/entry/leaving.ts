import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/**
 * Fires when the client goes away before its answer is complete.
 * Taken from Node's own response: asking Hono for `req.raw.signal` builds a whole Request per call.
 */
export function leavingSignal(context: Context): AbortSignal {
  const leaving = new AbortController();
  const { outgoing } = context.env as Partial<HttpBindings>;
  outgoing?.once("close", () => {
    if (!outgoing.writableFinished) leaving.abort(new Error("the client went away"));
  });
  return leaving.signal;
}
