import { dateOf, easterOf, type IsoDate, shift, weekdayOf } from "#shared/calendar/days.ts";

/**
 * On which day of a year a feast is: "12-25", so many days from Easter ("easter-2"), or a weekday by its place in a month
 * and days behind it ("11 4th 4 +1": behind the fourth Thursday of November). undefined: the key is none of these.
 */
export function feastOn(key: string, year: number): IsoDate | undefined {
  const [, month, day] = /^(\d{2})-(\d{2})$/.exec(key) ?? [];
  if (month !== undefined) return dateOf(year, Number(month), Number(day));
  const [easter, days = "0"] = /^easter([+-]\d+)?$/.exec(key) ?? [];
  if (easter !== undefined) return shift(easterOf(year), Number(days), "day");
  const [, of, nth, weekday, later = "0"] = /^(\d+) (\d)\w\w (\d)(?: \+(\d))?$/.exec(key) ?? [];
  const first = of === undefined ? undefined : dateOf(year, Number(of), 1);
  if (first === undefined) return undefined;
  const ahead = (Number(weekday) - weekdayOf(first) + 7) % 7;
  return shift(first, ahead + 7 * (Number(nth) - 1) + Number(later), "day");
}
