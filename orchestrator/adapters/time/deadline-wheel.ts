import { timerMs } from "#shared/patience/timer.ts";
import type { After } from "../../ports/clock.ts";

/** A deadline is at most so much late, milliseconds. */
const TICK_MS = 10;
/** Shorter ones have a timer of their own, and are on time. */
const SHORT_MS = 100;

/**
 * Deadlines of which nearly all are taken back before they are due: those of the same few milliseconds are a set, and
 * one timer waits for the next set. Node's own timers are a list and a place in a queue for every different length.
 * Cost: an entry in a set
 */
export function deadlineWheel(now: () => number = () => performance.now()): After {
  const due = new Map<number, Set<() => void>>();
  let waiting = 0;
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;

  const waitFor = (tick: number) => {
    clearTimeout(timer);
    timerAt = tick;
    // A wait that is cut short rings nothing, and waits for the rest.
    timer = setTimeout(ring, timerMs(tick * TICK_MS - now()));
  };
  const ring = () => {
    const reached = Math.floor(now() / TICK_MS);
    timerAt = Number.POSITIVE_INFINITY;
    const next: (() => void)[] = [];
    for (const [tick, tasks] of due) {
      if (tick > reached) continue;
      due.delete(tick);
      next.push(...tasks);
    }
    waiting -= next.length;
    if (due.size > 0) waitFor(Math.min(...due.keys()));
    if (waiting === 0) timer?.unref();
    for (const task of next) task();
  };

  return (ms, task) => {
    if (ms < SHORT_MS) {
      const own = setTimeout(task, ms);
      return () => clearTimeout(own);
    }
    const tick = Math.ceil((now() + ms) / TICK_MS);
    // The same task may be given twice.
    const entry = () => task();
    const tasks = due.get(tick) ?? new Set();
    if (tasks.size === 0) due.set(tick, tasks);
    tasks.add(entry);
    waiting += 1;
    if (tick < timerAt) waitFor(tick);
    else if (waiting === 1) timer?.ref();
    return () => {
      if (!tasks.delete(entry)) return;
      if (tasks.size === 0) due.delete(tick);
      waiting -= 1;
      // A process that wants to end does not wait for what was taken back.
      if (waiting === 0) timer?.unref();
    };
  };
}
