/** Time as an argument. `now` is for people and rows, `monotonic` for durations and deadlines. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Milliseconds that never go backwards; the origin means nothing. */
  monotonic(): number;
}

/** Makes an id no one can guess, `run_01J...`; unique, and sortable by time of making. */
export type MakeId = (prefix: string) => string;
