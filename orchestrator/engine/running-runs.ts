import type { TaskRun } from "#shared/contracts/run.ts";
import { doneWithin } from "#shared/patience/timer.ts";
import type { Owner } from "../ports/owner.ts";

export type RunningRuns = ReturnType<typeof runningRuns>;

/** The runs that this process is carrying out now, so that they can be seen and stopped from elsewhere. */
export function runningRuns() {
  type Running = {
    user_id: string;
    run: () => TaskRun;
    stop: AbortController;
    /** Made for the first who waits for its end. */
    over?: PromiseWithResolvers<void>;
  };
  const running = new Map<string, Running>();
  let quiet = Promise.withResolvers<void>();
  const find = ({ user_id }: Owner, run_id: string) => {
    const found = running.get(run_id);
    return found?.user_id === user_id ? found : undefined;
  };
  return {
    /** A signal that fires with `client`, or when the run is cancelled. `end` it when the run is over. `run`: as it is told to who looks. */
    begin(
      { user_id, run_id }: Owner & { run_id: string },
      run: () => TaskRun,
      client: AbortSignal,
    ): { signal: AbortSignal; end(): void } {
      const stop = new AbortController();
      const leave = () => stop.abort(client.reason);
      if (client.aborted) leave();
      client.addEventListener("abort", leave);
      const begun: Running = { user_id, run, stop };
      running.set(run_id, begun);
      return {
        signal: stop.signal,
        end() {
          client.removeEventListener("abort", leave);
          // The same answer given twice at once is the same run twice.
          if (running.get(run_id) === begun) running.delete(run_id);
          begun.over?.resolve();
          if (running.size === 0) quiet.resolve();
        },
      };
    },
    /** One that only reads is not stored before it is over, and is found nowhere else. */
    find: (owner: Owner, run_id: string) => find(owner, run_id)?.run(),
    /** Resolves when it is not under way here (any more). */
    async ended(owner: Owner, run_id: string): Promise<void> {
      for (let found = find(owner, run_id); found; found = find(owner, run_id)) {
        found.over ??= Promise.withResolvers();
        await found.over.promise;
      }
    },
    /** The newest first. */
    list: ({ user_id }: Owner) =>
      [...running.values()]
        .filter((each) => each.user_id === user_id)
        .map(({ run }) => run())
        .reverse(),
    /** Resolves when nothing is under way, or the time is over. */
    async idle(withinMs: number): Promise<void> {
      if (running.size === 0) return;
      quiet = Promise.withResolvers();
      await doneWithin(quiet.promise, Math.max(withinMs, 0));
    },
    /** Reads stop, effects finish. False: nothing of this owner is under way here by that id. */
    cancel(owner: Owner, run_id: string): boolean {
      const found = find(owner, run_id);
      found?.stop.abort("cancelled");
      return found !== undefined;
    },
  };
}
