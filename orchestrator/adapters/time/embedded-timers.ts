import type { Clock } from "../../ports/clock.ts";
import type { OpenTimers } from "../../ports/timers.ts";

/** A clock may be set, and other processes may have put something into the store: it is looked so often at least. */
const LOOK_MS = 5000;

/**
 * Timers of one process: one that is set for the earliest instant. The index of what is due is the store's.
 * Cost: a timer, and a wake each 5 s
 */
export const embeddedTimers =
  ({ now }: Clock): OpenTimers =>
  (wake) => {
    let timer: NodeJS.Timeout | undefined;
    let at = Number.POSITIVE_INFINITY;
    const set = (wanted: number): void => {
      clearTimeout(timer);
      at = wanted;
      const ms = Math.max(0, Math.min(at - now(), LOOK_MS));
      timer = setTimeout(() => {
        set(now() + LOOK_MS);
        wake();
      }, ms).unref();
    };
    set(now());
    return {
      wakeAt(wanted) {
        if (wanted < at) set(wanted);
      },
      close() {
        clearTimeout(timer);
      },
    };
  };
