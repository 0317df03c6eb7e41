import { hash, randomUUID } from "node:crypto";
import { type HostedRun, RunHostAwayError } from "../../ports/run-host.ts";
import { SESSION } from "./restate-endpoint.ts";
import type { RestateHostDeps } from "./restate-host-deps.ts";
import type { RestateLink } from "./restate-link.ts";
import type { Turn, UnderWayHere } from "./under-way-here.ts";

/** Whose turn it is in a session, as Restate says. */
export function sessionTurns(
  { deadlineMs, sleep, inOrder }: Pick<RestateHostDeps, "deadlineMs" | "sleep" | "inOrder">,
  restate: RestateLink,
  { turns }: UnderWayHere,
  at: { url: string; name: string },
) {
  /** Sessions in which something is said that Restate does not know of. */
  const unordered = new Map<string, number>();

  /** What only reads goes on; no run is begun in the session meanwhile. */
  async function without<T>(session: string, task: () => Promise<T>): Promise<T> {
    unordered.set(session, (unordered.get(session) ?? 0) + 1);
    try {
      return await inOrder(session, task);
    } finally {
      const left = (unordered.get(session) ?? 1) - 1;
      if (left > 0) unordered.set(session, left);
      else unordered.delete(session);
    }
  }

  async function granted(turn: Turn): Promise<void> {
    const waiting = new AbortController();
    const late = sleep(deadlineMs, waiting.signal).then(
      () => true,
      () => false,
    );
    const isLate = await Promise.race([turn.granted.promise.then(() => false), late]);
    waiting.abort();
    if (isLate) throw new RunHostAwayError("Restate has taken the message, and gives it no turn");
  }

  return {
    /** Rejects with RunHostAwayError where Restate went away between taking the message and giving it its turn. */
    async owned<T>(session: string, task: () => Promise<T>): Promise<T> {
      const [user_id = "", session_id = ""] = session.split("\n");
      const ticket = randomUUID();
      const turn: Turn = { granted: Promise.withResolvers(), over: Promise.withResolvers() };
      turns.set(ticket, turn);
      try {
        const sent = { user_id, session_id, ...at, ticket };
        const isTaken =
          restate.away() === undefined &&
          (await restate.send(SESSION, hash("sha256", session), "own", sent).then(
            () => true,
            () => false,
          ));
        if (!isTaken) return await without(session, task);
        await granted(turn);
        return await task();
      } finally {
        turns.delete(ticket);
        turn.over.resolve();
      }
    },
    isUnordered: ({ user_id, session_id }: HostedRun): boolean =>
      unordered.has(`${user_id}\n${session_id}`),
  };
}
