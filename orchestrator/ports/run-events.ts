import type { RunEvent } from "#shared/contracts/run.ts";
import type { Owner } from "./owner.ts";

/** RunEvent without what the log adds: `Omit` over each member of the union. */
export type NewRunEvent = RunEvent extends infer Each
  ? Each extends RunEvent
    ? Omit<Each, "run_id" | "seq" | "at">
    : never
  : never;

/** One event stream per run, feeding every channel. No one has to listen. */
export interface RunEvents {
  /** Gives back the event as it stands in the stream. */
  publish(owner: Owner, run_id: string, event: NewRunEvent): RunEvent;
  /**
   * Everything after `afterSeq`, then what comes, until `reply` has been seen or `signal` fires.
   * undefined: this process does not know the run, or it is another user's.
   */
  follow(
    owner: Owner,
    run_id: string,
    afterSeq: number,
    signal: AbortSignal,
  ): AsyncIterable<RunEvent> | undefined;
}
