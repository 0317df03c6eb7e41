import { LRUCache } from "lru-cache";

/** So many in so long, evenly or all at once: 600 in a minute, 5000 in a day. */
export type Rate = { count: number; perMs: number };

/** Nothing listed: no limit. */
export type Limits = {
  /** Of one user; of one address where the endpoints do not check who calls. */
  user: readonly Rate[];
  /** Of one address, whoever it says it is. */
  address: readonly Rate[];
  /** Addresses and networks whose `x-forwarded-for` is believed. */
  proxies: readonly string[];
};

/** Takes one for `who`. Gives how long they have to wait, milliseconds, and then nothing was taken; 0: they may go on. */
export type RateLimit = (who: string) => number;

/** Of those who asked longest ago nothing is known any more. */
const MOST_KNOWN = 50_000;

/**
 * Keeps everybody to all of these rates (the generic cell rate algorithm: one number for each of them). In memory: each
 * process counts for itself, and a restart forgives.
 * Cost: under a microsecond
 */
export function rateLimit(rates: readonly Rate[], monotonic: () => number): RateLimit {
  const meters = rates.map(({ count, perMs }) => ({
    spacing: perMs / count,
    perMs,
    /** When all that was taken so far would be paid off, had it come evenly. */
    paidOff: new LRUCache<string, number>({ max: MOST_KNOWN }),
  }));
  return (who) => {
    const now = monotonic();
    const takes = meters.map(({ spacing, paidOff }) => {
      return Math.max(paidOff.get(who) ?? now, now) + spacing;
    });
    // A little of a millisecond is the arithmetic's, not theirs.
    const wait = Math.max(0, ...takes.map((take, at) => take - now - (meters[at]?.perMs ?? 0)));
    if (wait > 1e-6) return wait;
    for (const [at, take] of takes.entries()) meters[at]?.paidOff.set(who, take);
    return 0;
  };
}
