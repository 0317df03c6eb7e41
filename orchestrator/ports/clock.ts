/** Time as an argument. `now` is for people and rows, `monotonic` for durations and deadlines. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds that never go backwards; the origin means nothing. */
  monotonic(): number;
}

/** Calls the task once, when the time is over; what it gives takes that back. Does nothing after that. */
export type After = (ms: number, task: () => void) => () => void;

/** Makes an id no one can guess, `run_01J...`; unique, and sortable by time of making. */
export type MakeId = (prefix: string) => string;

/**
 * When someone is woken who has something due. The store says what that is: a wake too many costs a look, and one that is
 * lost is made up for by the next.
 */
export interface Timers {
  /** Wakes at this instant, or soon after; the earliest that was named counts. */
  wakeAt(epochMs: number): void;
  close(): void;
}

/** Opens them, and wakes once at once. */
export type OpenTimers = () => Timers;
