import { z } from "zod";
import { dateOf, daysInMonth, type IsoDate, shift, startOf, units } from "../dates.ts";

/** A day, month or year as it was said; a missing year is the latest one that is not in the future. */
export const partialDate = z.strictObject({
  year: z.int().min(1900).max(2200).optional(),
  /** 1 for January */
  month: z.int().min(1).max(12).optional(),
  day: z.int().min(1).max(31).optional(),
});
export type PartialDate = z.infer<typeof partialDate>;

/** A stretch of time relative to the day on which it is said. */
export const period = z.discriminatedUnion("kind", [
  /** The `count` units that end today. */
  z.strictObject({
    kind: z.literal("last"),
    count: z.int().min(1).max(1500),
    unit: z.enum(units),
  }),
  /** The week, month or year that today is in, so far. */
  z.strictObject({ kind: z.literal("this"), unit: z.enum(units) }),
  /** The whole week, month or year before this one. */
  z.strictObject({ kind: z.literal("previous"), unit: z.enum(units) }),
  z.strictObject({ kind: z.literal("since"), from: partialDate }),
  /** From the first day of `from` to the last day of `to`; the same twice for "in March". */
  z.strictObject({ kind: z.literal("between"), from: partialDate, to: partialDate }),
  /** All there is, up to ten years. */
  z.strictObject({ kind: z.literal("max") }),
]);
export type Period = z.infer<typeof period>;

/** Days, both included. */
export type DateRange = { from: IsoDate; to: IsoDate };

const MAX_YEARS = 10;

const yearOf = (date: IsoDate): number => Number(date.slice(0, 4));

/** The first day that a partial date can mean in `year`. */
function firstDay(partial: PartialDate, year: number): IsoDate {
  const month = partial.month ?? 1;
  // 29 February exists in some years only: the day is clamped, not refused.
  const day = Math.min(partial.day ?? 1, daysInMonth(year, month));
  return dateOf(year, month, day) ?? `${year}-01-01`;
}

/** The last day that a partial date can mean in `year`. */
function lastDay(partial: PartialDate, year: number): IsoDate {
  const month = partial.month ?? 12;
  const day = Math.min(partial.day ?? 31, daysInMonth(year, month));
  return dateOf(year, month, day) ?? `${year}-12-31`;
}

/** The year of a partial date: the one that was said, else the latest whose first day is not after `today`. */
function resolvedYear(partial: PartialDate, today: IsoDate): number {
  if (partial.year !== undefined) return partial.year;
  return firstDay(partial, yearOf(today)) <= today ? yearOf(today) : yearOf(today) - 1;
}

const earlier = (a: IsoDate, b: IsoDate): IsoDate => (a < b ? a : b);

/**
 * The days that a period covers when it is said on `today`. Never reaches past today.
 * Shape: {kind: "last", count: 6, unit: "month"} on 2026-10-30 gives 2026-04-30 to 2026-10-30
 */
export function rangeOf(said: Period, today: IsoDate): DateRange {
  switch (said.kind) {
    case "last":
      return { from: shift(today, -said.count, said.unit), to: today };
    case "this":
      return { from: startOf(today, said.unit), to: today };
    case "previous": {
      const start = startOf(today, said.unit);
      return { from: shift(start, -1, said.unit), to: shift(start, -1, "day") };
    }
    case "since":
      return {
        from: earlier(firstDay(said.from, resolvedYear(said.from, today)), today),
        to: today,
      };
    case "between": {
      const toYear = resolvedYear(said.to, today);
      const to = lastDay(said.to, toYear);
      // "from November to February" crosses a year; without a year of its own, `from` is the last one before `to`.
      const sameYear = firstDay(said.from, said.from.year ?? toYear);
      const from =
        said.from.year === undefined && sameYear > to ? firstDay(said.from, toYear - 1) : sameYear;
      return { from, to: earlier(to, today) };
    }
    case "max":
      return { from: shift(today, -MAX_YEARS, "year"), to: today };
  }
}
