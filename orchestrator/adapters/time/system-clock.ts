import { randomFillSync } from "node:crypto";
import { afterMs, timerMs } from "#shared/patience/timer.ts";
import type { After, Clock, MakeId } from "../../ports/clock.ts";

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

const ID_BYTES = 12;
/** Random bytes for 256 ids: asking the system once for many costs a tenth of asking for each. */
const pool = Buffer.alloc(256 * ID_BYTES);
let used = pool.length;

/** Ids that sort by time of making and cannot be guessed: `run_mb2x9k0q_` and 96 random bits. */
export const randomId: MakeId = (prefix) => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.toString("base64url", used, used + ID_BYTES);
  used += ID_BYTES;
  return `${prefix}_${Date.now().toString(36)}_${random}`;
};

/**
 * Rejects with the signal's reason when it fires. By hand, because node:timers/promises makes an error
 * with a stack trace for it, and every run ends by stopping a timer.
 */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      takeBack();
      reject(signal.reason);
    };
    const takeBack = afterMs(ms, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

/** A clock may be set, and other processes may have put something into the store: it is looked so often at least. */
const LOOK_MS = 5000;

/**
 * Timers of one process: one for each key, set for the earliest instant that was named. The index of what is due is the
 * store's.
 * Cost: a timer for each key in use, and a wake of each 5 s
 */
export const keyedTimers =
  ({ now }: Clock) =>
  (due: (key: string) => void) => {
    const set = new Map<string, { at: number; timer: NodeJS.Timeout }>();
    let isClosed = false;
    const wakeAt = (key: string, at: number): void => {
      clearTimeout(set.get(key)?.timer);
      const ms = Math.max(0, Math.min(at - now(), LOOK_MS));
      const wake = () => {
        wakeAt(key, now() + LOOK_MS);
        due(key);
      };
      set.set(key, { at, timer: setTimeout(wake, ms).unref() });
    };
    return {
      set(key: string, at: number): void {
        const known = set.get(key);
        if (!isClosed && (known === undefined || at < known.at)) wakeAt(key, at);
      },
      drop(key: string): void {
        clearTimeout(set.get(key)?.timer);
        set.delete(key);
      },
      close(): void {
        isClosed = true;
        for (const { timer } of set.values()) clearTimeout(timer);
        set.clear();
      },
    };
  };

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
