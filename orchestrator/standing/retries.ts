import type { Tick } from "#shared/contracts/schedule.ts";
import type { Clock } from "../ports/clock.ts";

const FIRST_MS = 5000;
const LONGEST_MS = 10 * 60_000;

/**
 * When texts that were not told are tried again: after five seconds, then after twice as long each time, up to ten minutes.
 * In memory: another process begins anew.
 */
export function openRetries({ now }: Pick<Clock, "now">) {
  const waits = new Map<string, { at: number; ms: number }>();
  const nameOf = ({ user_id, schedule_id, at }: Tick) => `${user_id}\n${schedule_id}\n${at}`;
  return {
    isDue: (tick: Tick): boolean => now() >= (waits.get(nameOf(tick))?.at ?? 0),
    /** It could not be told. */
    failed(tick: Tick): void {
      const before = waits.get(nameOf(tick))?.ms ?? FIRST_MS / 2;
      const ms = Math.min(before * 2, LONGEST_MS);
      waits.set(nameOf(tick), { at: now() + ms, ms });
    },
    /** It waits for something else than time. Gives whether that is new. */
    held(tick: Tick): boolean {
      const isNew = !waits.has(nameOf(tick));
      if (isNew) waits.set(nameOf(tick), { at: 0, ms: FIRST_MS / 2 });
      return isNew;
    },
    /** It is tried no more. */
    over: (tick: Tick): void => void waits.delete(nameOf(tick)),
  };
}
