import { MOST_SEEN, type UnseenReason, type WatchState } from "#shared/contracts/schedule.ts";

/** One look at a watched value. */
export type Observation = {
  readonly value: string | number | boolean;
  /** When the value is from, as the domain says it; null: it does not say. */
  readonly fresh: string | null;
  readonly source: string | null;
  /** The figures are invented. */
  readonly isSample: boolean;
  /** The local day, for what is measured since the day before. */
  readonly day: string;
};

export type Observed = {
  readonly watch: WatchState;
  readonly fires: boolean;
  readonly counts: boolean;
  /** Why it does not count. */
  readonly unseen?: UnseenReason;
};

/**
 * What an observation makes of a watch. Pure. It fires on the edge: the first that satisfies after one that did not.
 * What is stale, invented, or for the first time from another source, is no observation.
 * Shape: `counts` is false for those; the first that counts only tells where things stand
 */
export function observe(watch: WatchState, seen: Observation | undefined): Observed {
  const nothing = (unseen: UnseenReason) => ({ watch, fires: false, counts: false, unseen });
  if (seen === undefined) return nothing("failed");
  if (seen.isSample) return nothing("sample");
  if (watch.last !== null && seen.source !== watch.source)
    return { ...nothing("source"), watch: { ...watch, source: seen.source } };
  const isStale = watch.last !== null && seen.fresh !== null && seen.fresh === watch.fresh;
  if (isStale) return nothing("stale");
  const noted: WatchState = { ...watch, last: seen.value, fresh: seen.fresh, source: seen.source };
  if (watch.comparison.is === "changes") {
    const fires = watch.last !== null && seen.value !== watch.last;
    return { watch: { ...noted, armed: true }, fires, counts: true };
  }
  const based = withBase(noted, seen);
  if (watch.last === null)
    return { watch: { ...based, armed: !isTrue(based, seen.value) }, fires: false, counts: true };
  if (isTrue(based, seen.value)) {
    if (!watch.armed) return { watch: based, fires: false, counts: true };
    // A further change is measured from here.
    const base =
      isRelative(based) && typeof seen.value === "number" && based.comparison.since !== "day"
        ? seen.value
        : based.base;
    const again = base !== based.base;
    return { watch: { ...based, base, armed: again }, fires: true, counts: true };
  }
  return {
    watch: { ...based, armed: watch.armed || isBeyondBand(based, seen.value) },
    fires: false,
    counts: true,
  };
}

/** So long without a look that succeeds, and its owner is told. */
const BLIND_MS = 24 * 60 * 60 * 1000;

/**
 * With what was seen, the oldest of which goes; else since when nothing is, and why. Pure.
 * Shape: `isBlind`: looks have failed for a day, and its owner does not know yet
 */
export function withSeen(
  { watch, counts, unseen: why }: Observed,
  now: number,
): { watch: WatchState; isBlind: boolean } {
  const { unseen, ...rest } = watch;
  if (counts && watch.last !== null)
    return {
      watch: { ...rest, seen: [...watch.seen.slice(1 - MOST_SEEN), [now, watch.last]] },
      isBlind: false,
    };
  if (why === undefined) return { watch, isBlind: false };
  if (unseen?.why !== why)
    return { watch: { ...watch, unseen: { since: now, why, told: false } }, isBlind: false };
  const isBlind = why === "failed" && !unseen.told && now - unseen.since >= BLIND_MS;
  return { watch: isBlind ? { ...watch, unseen: { ...unseen, told: true } } : watch, isBlind };
}

const isRelative = ({ comparison: { is } }: WatchState): boolean =>
  is === "rises" || is === "falls" || is === "moves";

/** What a change is measured against is the first value that was seen; of a daily change it is none at all. */
function withBase(watch: WatchState, { value }: Observation): WatchState {
  if (typeof value !== "number" || watch.base !== null) return watch;
  return { ...watch, base: watch.comparison.since === "day" ? 0 : value };
}

/** Does a value satisfy the comparison? */
export function isTrue(
  { comparison, base, becomes }: Pick<WatchState, "comparison" | "base" | "becomes">,
  value: Observation["value"],
): boolean {
  const { is } = comparison;
  if (is === "changes") return false;
  if (is === "becomes") return (becomes ?? []).includes(String(value));
  if (typeof value !== "number") return false;
  const threshold = comparison.value ?? 0;
  switch (is) {
    case "above":
      return value > threshold;
    case "below":
      return value < threshold;
    case "inside":
      return value >= threshold && value <= upperOf(comparison);
    case "outside":
      return value < threshold || value > upperOf(comparison);
    case "reaches":
      return base !== null && (base <= threshold ? value >= threshold : value <= threshold);
    case "rises":
      return base !== null && value >= base + stepOf(comparison, base);
    case "falls":
      return base !== null && value <= base - stepOf(comparison, base);
    case "moves":
      return base !== null && Math.abs(value - base) >= stepOf(comparison, base);
  }
}

const upperOf = ({ value = 0, upper }: WatchState["comparison"]): number => upper ?? value;

/** By how much it has to change: of a daily change in per cent, by that many points. */
const stepOf = ({ percent, value, since }: WatchState["comparison"], base: number): number =>
  percent === undefined
    ? (value ?? 0)
    : since === "day"
      ? percent
      : (Math.abs(base) * percent) / 100;

/** It has gone back far enough to fire again. */
function isBeyondBand(
  { comparison, base, band_percent }: WatchState,
  value: Observation["value"],
): boolean {
  if (typeof value !== "number") return true;
  const threshold = comparison.value ?? 0;
  const band = (Math.abs(threshold) * band_percent) / 100;
  switch (comparison.is) {
    case "above":
      return value <= threshold - band;
    case "below":
      return value >= threshold + band;
    case "inside":
      return value <= threshold - band || value >= upperOf(comparison) + band;
    case "outside": {
      // A narrow band is entered again all the same.
      const inner = Math.min(band, (upperOf(comparison) - threshold) / 4);
      return value >= threshold + inner && value <= upperOf(comparison) - inner;
    }
    case "reaches":
      return Math.abs(value - threshold) >= band;
    case "rises":
    case "falls":
    case "moves": {
      const step = base === null ? 0 : stepOf(comparison, base);
      return base !== null && Math.abs(value - base) <= step * (1 - band_percent / 100);
    }
    case "changes":
    case "becomes":
      return true;
  }
}
