import type { IncomingMessage, ServerResponse } from "node:http";
import { reason } from "#shared/messages/reason.ts";
import type { Clock, MakeId } from "../../ports/clock.ts";
import { errorBodyOf, HttpError } from "./http-error.ts";

/** So many requests are begun in one turn of the event loop: between turns, whoever watches is answered. */
const BEGUN_IN_A_TURN = 16;
/** While a request has waited for so long to be begun, nothing more is let in. A shorter wait refuses clients that could be served. */
const LONGEST_WAIT_MS = 500;
/** Requests that may be under way at any time. */
const HARD_LIMIT = 4096;
/** Who is turned away at once asks again at once. */
export const REFUSED_AFTER_MS = 150;
/** While connections wait to be taken, one request is begun for so many turns, so that those turns are short. */
const TURNS_FOR_ONE = 8;
/** Where turns are long for another reason (a busy machine), one for so many milliseconds that have passed. */
const MS_FOR_ONE = 4;
/** As many as wait are then begun, at most so many: one after another they cost less than one at a time between connections. */
const LONGEST_ROW = 32;
export const RETRY_AFTER_S = "1";
/** Always answered: whoever watches the process has to learn of its state. */
export const WATCHED = new Set(["/health", "/ready", "/metrics"]);

export const OVERLOADED = new HttpError(503, reason("overloaded"));
const STOPPING = new HttpError(503, reason("stopping"));

type Waiting = { readonly since: number; readonly begin: () => void };

export type Admission = ReturnType<typeof openAdmission>;

/**
 * Turns requests away while there are more than can be served in time, and when the process is stopping.
 * Load is shed before anything is spent on it. Requests wait in line to be begun, a few in each turn of the event loop,
 * so that a thousand that come at once make no one wait for all of them; when the first in line has waited for too long,
 * who comes is answered 503 with Retry-After on Node's own response, which costs a tenth of serving it. Those who are let
 * in are so served in time, whatever a request costs on this machine.
 * Clients that open a connection for each request wait where no one sees them, in the system's own line, for one is taken
 * from it in a turn. So nothing is begun in most turns that bring one: such turns are short, and that line is soon empty.
 * Turns that are long all the same are no reason to wait: on a machine that does much else a few connections a second would
 * hold everybody up.
 */
export function openAdmission(clock: Clock, makeId: MakeId) {
  const line = new Set<Waiting>();
  /** In this turn of the event loop. */
  let begun = 0;
  let hasConnected = false;
  let isTurning = false;
  /** Without a request begun, for connections came. */
  let turnsWithout = 0;
  /** So many are begun next, although connections come. */
  let row = 0;
  let begunAt = clock.monotonic();
  let underWay = 0;
  let isDraining = false;

  const turn = () => {
    if (isTurning) return;
    isTurning = true;
    setImmediate(nextTurn);
  };
  const mayBegin = () => begun < BEGUN_IN_A_TURN && (!hasConnected || row > 0);
  const beginNow = (begin: () => void) => {
    turn();
    turnsWithout = 0;
    begun += 1;
    row = Math.max(row - 1, 0);
    begunAt = clock.monotonic();
    begin();
  };
  /** All that wait, as soon as turns and time have gone by for all of them. */
  const nextRow = () => {
    const count = Math.min(line.size, LONGEST_ROW);
    const passed = clock.monotonic() - begunAt;
    return turnsWithout >= TURNS_FOR_ONE * count || passed >= MS_FOR_ONE * count ? count : 0;
  };
  const nextTurn = () => {
    isTurning = false;
    begun = 0;
    if (hasConnected) turnsWithout += 1;
    if (row === 0) row = nextRow();
    for (const waiting of line) {
      if (!mayBegin()) break;
      line.delete(waiting);
      beginNow(waiting.begin);
    }
    hasConnected = false;
    if (line.size > 0) turn();
    else row = 0;
  };

  const isFull = () => {
    if (underWay >= HARD_LIMIT) return true;
    const [first] = line;
    return first !== undefined && clock.monotonic() - first.since > LONGEST_WAIT_MS;
  };
  const refuse = (outgoing: ServerResponse, error: HttpError) => {
    const body = JSON.stringify(errorBodyOf(error));
    outgoing.writeHead(503, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "retry-after": RETRY_AFTER_S,
      "x-request-id": makeId("req"),
      ...(isDraining && { connection: "close" }),
    });
    outgoing.end(body);
  };

  return {
    /** Calls `begin` when it is this request's turn, or answers it with 503, for almost nothing. */
    admit(incoming: IncomingMessage, outgoing: ServerResponse, begin: () => void) {
      if (WATCHED.has(incoming.url ?? "")) return begin();
      if (isDraining) return refuse(outgoing, STOPPING);
      if (isFull()) {
        setTimeout(refuse, REFUSED_AFTER_MS, outgoing, OVERLOADED);
        return;
      }
      const waiting = { since: clock.monotonic(), begin };
      underWay += 1;
      outgoing.once("close", () => {
        // Also of who left before its turn.
        line.delete(waiting);
        underWay -= 1;
      });
      if (line.size === 0 && mayBegin()) return beginNow(begin);
      line.add(waiting);
      turn();
    },
    /** A connection was taken. Node takes one in each turn of the event loop, however many wait. */
    connected(): void {
      hasConnected = true;
      turn();
    },
    /** There is more than can be served in time: what comes now is refused. */
    isFull: () => !isDraining && isFull(),
    /** Nothing new is begun from now on, but for what waits already. */
    drain(): void {
      isDraining = true;
    },
    isDraining: () => isDraining,
    /** How many requests are under way. */
    underWay: () => underWay,
  };
}
