/** The longest wait of one timer, milliseconds: 24.8 days. Node makes 1 ms of more, without an error. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** A span as a timer takes it: a whole number of milliseconds from 0 to MAX_TIMER_MS. NaN is 0. */
export const timerMs = (ms: number): number =>
  Math.floor(Math.min(Math.max(ms, 0), MAX_TIMER_MS)) || 0;

/**
 * Calls the task once, after a span of any length; what it gives takes that back.
 * Cost: one timer, and another one for each further 24.8 days
 */
export function afterMs(ms: number, task: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (left: number) => {
    const goOn = left > MAX_TIMER_MS ? () => wait(left - MAX_TIMER_MS) : task;
    timer = setTimeout(goOn, timerMs(left));
  };
  wait(ms);
  return () => clearTimeout(timer);
}

/** True as soon as the work is done; false when the time is over first. Errors: the work's own */
export async function doneWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(late.resolve, ms, false);
  try {
    return await Promise.race([work.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
