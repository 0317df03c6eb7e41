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
