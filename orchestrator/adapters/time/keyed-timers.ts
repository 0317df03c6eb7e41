import type { Clock } from "../../ports/clock.ts";

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
