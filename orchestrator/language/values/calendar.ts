import { dateOf, dayIn, type IsoDate, shift, weekdayOf } from "#shared/calendar/days.ts";
import type { Moment } from "./recogniser.ts";

/** A moment's day as ISO text. */
export const isoDayOf = ({ year, month, day }: Moment): IsoDate =>
  dateOf(year, month, day) ?? `${year}-01-01`;

/** `days` later than a moment's day; earlier when negative. */
export const daysFrom = (now: Moment, days: number): IsoDate => shift(isoDayOf(now), days, "day");

/** The day of an instant where the person is. Cost: about 10 us; call it only when a date is said. */
export function momentOf(epochMs: number, timezone: string): Moment {
  const date = dayIn(timezone, epochMs);
  const [year = 1970, month = 1, day = 1] = date.split("-").map(Number);
  return { year, month, day, weekday: weekdayOf(date) };
}
