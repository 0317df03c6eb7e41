import type { RunEvent } from "#shared/contracts/run.ts";

/** RunEvent without what the log adds: `Omit` over each member of the union. */
export type NewRunEvent = RunEvent extends infer Each
  ? Each extends RunEvent
    ? Omit<Each, "run_id" | "seq" | "at">
    : never
  : never;

/** One event stream per run, feeding every channel. Nobody has to listen. */
export interface RunEvents {
  publish(run_id: string, event: NewRunEvent): void;
  /**
   * Everything after `afterSeq`, then what comes, until `reply` has been seen or `signal` fires.
   * An unknown run yields nothing.
   */
  follow(run_id: string, afterSeq: number, signal: AbortSignal): AsyncIterable<RunEvent>;
}
