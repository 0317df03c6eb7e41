import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock, MakeId } from "../ports/clock.ts";

/** The event loop is looked at so often, and counts as late from so much on; milliseconds. */
const LOOK_MS = 50;
const LATE_MS = 50;
/** Requests that may be under way when the loop is late, and at any time. */
const SOFT_LIMIT = 320;
const HARD_LIMIT = 4096;
const RETRY_AFTER_S = "1";
/** Always answered: whoever watches the process has to learn of its state. */
const WATCHED = new Set(["/health", "/ready", "/metrics"]);

/** Turns requests away while there are more than can be served in time, and when the process is stopping. */
export type Admission = {
  /** False: the request was answered here, for almost nothing. */
  admit(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
  /** Nothing new is begun from now on. */
  drain(): void;
  isDraining(): boolean;
  /** How late the event loop was at the last look, milliseconds, and how many requests are under way. */
  load(): { lagMs: number; underWay: number };
  close(): void;
};

/**
 * Shedding load before anything is spent on it: a request too many is answered 503 with Retry-After on Node's own
 * response, which costs a tenth of serving it, so that those who are let in are served in time.
 */
export function openAdmission(clock: Clock, makeId: MakeId): Admission {
  let underWay = 0;
  let lagMs = 0;
  let isDraining = false;
  let expected = clock.monotonic() + LOOK_MS;
  const look = setInterval(() => {
    const now = clock.monotonic();
    lagMs = Math.max(now - expected, 0);
    expected = now + LOOK_MS;
  }, LOOK_MS).unref();

  const refuse = (outgoing: ServerResponse, code: string, message: string): false => {
    const body = JSON.stringify({ error: { message, type: "server_error", param: null, code } });
    outgoing.writeHead(503, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "retry-after": RETRY_AFTER_S,
      "x-request-id": makeId("req"),
      ...(isDraining && { connection: "close" }),
    });
    outgoing.end(body);
    return false;
  };

  return {
    admit(incoming, outgoing) {
      const isWatched = WATCHED.has(incoming.url ?? "");
      if (isWatched) return true;
      if (isDraining)
        return refuse(outgoing, "stopping", "This process is stopping; ask again in a second.");
      if (underWay >= HARD_LIMIT || (underWay >= SOFT_LIMIT && lagMs > LATE_MS))
        return refuse(outgoing, "overloaded", "Too much is under way; ask again in a second.");
      underWay += 1;
      outgoing.once("close", () => {
        underWay -= 1;
      });
      return true;
    },
    drain() {
      isDraining = true;
    },
    isDraining: () => isDraining,
    load: () => ({ lagMs, underWay }),
    close: () => clearInterval(look),
  };
}
