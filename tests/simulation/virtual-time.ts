import type { Clock } from "../../orchestrator/ports/clock.ts";

/** A Sunday; the clock stands still unless it is moved. */
const BEGINNING = Date.UTC(2026, 2, 1, 12);

type Sleeper = { at: number; wake: () => void };

/** Time that passes when it is told to, and only then. */
export function virtualTime() {
  let now = BEGINNING;
  const clock: Clock = { now: () => now, monotonic: () => now - BEGINNING };

  /** A process's share of it: what sleeps in a process dies with it. */
  const forProcess = () => {
    const sleepers = new Set<Sleeper>();
    const wake = () => {
      for (const sleeper of sleepers)
        if (sleeper.at <= now) {
          sleepers.delete(sleeper);
          sleeper.wake();
        }
    };
    return {
      sleep: (ms: number, signal: AbortSignal): Promise<void> =>
        new Promise((resolve, reject) => {
          const sleeper = { at: now + ms, wake: resolve };
          const stop = () => {
            sleepers.delete(sleeper);
            reject(signal.reason);
          };
          if (signal.aborted) return stop();
          sleepers.add(sleeper);
          signal.addEventListener("abort", stop, { once: true });
        }),
      /** To the moment that someone sleeps until; false where no one does. */
      next(): boolean {
        if (sleepers.size === 0) return false;
        now = Math.max(now, Math.min(...[...sleepers].map(({ at }) => at)));
        wake();
        return true;
      },
      pass(ms: number) {
        now += ms;
        wake();
      },
      end: () => sleepers.clear(),
    };
  };
  return { clock, forProcess };
}
export type ProcessTime = ReturnType<ReturnType<typeof virtualTime>["forProcess"]>;
