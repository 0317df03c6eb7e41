import type { TaskRun } from "#shared/contracts/run.ts";
import { doneWithin } from "#shared/patience/timer.ts";
import type { Owner } from "../ports/owner.ts";

/** The runs that this process is carrying out now, so that they can be seen and stopped from elsewhere. */
export type RunningRuns = {
  /** A signal that fires with `client`, or when the run is cancelled. `end` it when the run is over. */
  begin(run: TaskRun, client: AbortSignal): { signal: AbortSignal; end(): void };
  /** One that only reads is not stored before it is over, and is found nowhere else. */
  find(owner: Owner, run_id: string): TaskRun | undefined;
  /** The newest first. */
  list(owner: Owner): TaskRun[];
  /** Reads stop, effects finish. False: nothing of this owner is under way here by that id. */
  cancel(owner: Owner, run_id: string): boolean;
  /** Resolves when it is not under way here (any more). */
  ended(owner: Owner, run_id: string): Promise<void>;
  /** Resolves when nothing is under way, or the time is over. */
  idle(withinMs: number): Promise<void>;
};

export function runningRuns(): RunningRuns {
  const running = new Map<
    string,
    { run: TaskRun; stop: AbortController; over: PromiseWithResolvers<void> }
  >();
  let quiet = Promise.withResolvers<void>();
  const find = ({ user_id }: Owner, run_id: string) => {
    const found = running.get(run_id);
    return found?.run.user_id === user_id ? found : undefined;
  };
  return {
    begin(run, client) {
      const stop = new AbortController();
      const leave = () => stop.abort(client.reason);
      if (client.aborted) leave();
      client.addEventListener("abort", leave);
      const begun = { run, stop, over: Promise.withResolvers<void>() };
      running.set(run.run_id, begun);
      return {
        signal: stop.signal,
        end() {
          client.removeEventListener("abort", leave);
          // The same answer given twice at once is the same run twice.
          if (running.get(run.run_id) === begun) running.delete(run.run_id);
          begun.over.resolve();
          if (running.size === 0) quiet.resolve();
        },
      };
    },
    find: (owner, run_id) => find(owner, run_id)?.run,
    async ended(owner, run_id) {
      for (let found = find(owner, run_id); found; found = find(owner, run_id))
        await found.over.promise;
    },
    list: ({ user_id }) =>
      [...running.values()]
        .map(({ run }) => run)
        .filter((run) => run.user_id === user_id)
        .reverse(),
    async idle(withinMs) {
      if (running.size === 0) return;
      quiet = Promise.withResolvers();
      await doneWithin(quiet.promise, Math.max(withinMs, 0));
    },
    cancel(owner, run_id) {
      const found = find(owner, run_id);
      found?.stop.abort("cancelled");
      return found !== undefined;
    },
  };
}
