import { randomFillSync } from "node:crypto";
import { afterMs } from "#shared/patience/timer.ts";
import type { Clock, MakeId } from "../../ports/clock.ts";

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
