import type { Owner } from "../ports/stores.ts";

/** The runs that this process is carrying out now, so that they can be stopped from elsewhere. */
export type RunningRuns = {
  /** A signal that fires with `client`, or when the run is cancelled. `end` it when the run is over. */
  begin(owner: Owner, run_id: string, client: AbortSignal): { signal: AbortSignal; end(): void };
  /** Reads stop, effects finish. False: nothing of this owner is under way here by that id. */
  cancel(owner: Owner, run_id: string): boolean;
};

export function runningRuns(): RunningRuns {
  const running = new Map<string, { user_id: string; stop: AbortController }>();
  return {
    begin({ user_id }, run_id, client) {
      const stop = new AbortController();
      const leave = () => stop.abort(client.reason);
      if (client.aborted) leave();
      client.addEventListener("abort", leave);
      const run = { user_id, stop };
      running.set(run_id, run);
      return {
        signal: stop.signal,
        end() {
          client.removeEventListener("abort", leave);
          // The same answer given twice at once is the same run twice.
          if (running.get(run_id) === run) running.delete(run_id);
        },
      };
    },
    cancel({ user_id }, run_id) {
      const run = running.get(run_id);
      if (run?.user_id !== user_id) return false;
      run.stop.abort("cancelled");
      return true;
    },
  };
}
