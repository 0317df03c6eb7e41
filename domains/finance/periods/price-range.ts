import { type IsoDate, shift } from "#shared/calendar/days.ts";
import { type Period, rangeOf } from "#shared/calendar/period.ts";

/** All there is, where a period has no beginning. */
const MAX_YEARS = 10;

/**
 * The days of a period that prices may be known of: what ends after `last`, the last day of the source, ends there, and
 * a duration counts back from there.
 * Shape: "P6M/2026-11-18" of a source that ends on 2026-10-30 gives 2026-04-30 to 2026-10-30; a period that begins
 *        later keeps its days, of which there are no prices
 */
export function priceRange(period: Period, last: IsoDate): { from: IsoDate; to: IsoDate } {
  const [length = "", end = ""] = period.split("/");
  const isLate = length.startsWith("P") && end > last;
  const { from, to = last } = rangeOf(isLate ? length : period, last) ?? {};
  const start = from ?? shift(to < last ? to : last, -MAX_YEARS, "year");
  return { from: start, to: to > last && start <= last ? last : to };
}
