import { inEnglish } from "#shared/messages/messages.ts";
import { reason } from "#shared/messages/reason.ts";
import type { HostedWork } from "../../ports/run-host.ts";
import type { WaitedFor } from "./process-line.ts";
import type { RestateHostDeps } from "./restate-host-deps.ts";

const AGAIN_MS = 50;
/** A run that was just handed over may not be under way yet. */
const BEGINS_WITHIN_MS = 5000;
/** From the end of a run until the store says so. */
const WRITES_WITHIN_MS = 1000;

/** A message: it may begin, and it was answered. */
export type Turn = { granted: PromiseWithResolvers<void>; over: PromiseWithResolvers<void> };

export type UnderWayHere = WaitedFor & {
  /** A message that waits for its turn, by its ticket. */
  readonly turns: Map<string, Turn>;
  /** A run that is about to be carried out here. */
  begins(run_id: string): void;
};

/** What this process does, for whoever waits for its end. */
export function underWayHere(
  { store, clock }: Pick<RestateHostDeps, "store" | "clock">,
  work: () => HostedWork | undefined,
  nap: (ms: number) => Promise<void>,
  isStopping: () => boolean,
): UnderWayHere {
  const turns = new Map<string, Turn>();
  const begun = new Map<string, number>();
  return {
    turns,
    begins(run_id) {
      const now = clock.monotonic();
      for (const [known, at] of begun) {
        if (now - at < BEGINS_WITHIN_MS) break;
        begun.delete(known);
      }
      begun.set(run_id, now);
    },
    async turn(ticket: string): Promise<boolean> {
      const turn = turns.get(ticket);
      if (turn === undefined) return false;
      turn.granted.resolve();
      await turn.over.promise;
      return true;
    },
    /** Over means: the store says so, too. */
    async run(user_id: string, run_id: string): Promise<boolean> {
      const owner = { user_id };
      const beganAt = begun.get(run_id) ?? Number.NEGATIVE_INFINITY;
      let since = clock.monotonic();
      for (;;) {
        if (work()?.isUnderWay(owner, run_id)) {
          await work()?.ended(owner, run_id);
          since = clock.monotonic();
        }
        const run = await store.runs.find(owner, run_id);
        if (run !== undefined && run.status !== "running") {
          await store.flush();
          return true;
        }
        const now = clock.monotonic();
        const mayBegin = now - beganAt < BEGINS_WITHIN_MS || now - since < WRITES_WITHIN_MS;
        if (!mayBegin && !work()?.isUnderWay(owner, run_id)) return false;
        await nap(AGAIN_MS);
        if (isStopping()) throw new Error(inEnglish(reason("process_stopping")));
      }
    },
  };
}
