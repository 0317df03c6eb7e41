import { daysInMonth, type IsoDate, shift, weekdayOf } from "#shared/calendar/days.ts";
import type { DayRule, LeftOut, RecurrenceRule } from "#shared/contracts/schedule-rule.ts";
import type { Holidays } from "./holidays.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const isWeekday = (date: IsoDate): boolean => ![0, 6].includes(weekdayOf(date));
const isWorkingDay = (date: IsoDate, holidays: Holidays): boolean =>
  isWeekday(date) && holidays.nameOf(date) === undefined;

/** Is the day one of a rule's? Pure. */
export function isDayOf(rule: DayRule, date: IsoDate, holidays: Holidays): boolean {
  const day = Number(date.slice(8));
  const last = () => daysInMonth(Number(date.slice(0, 4)), Number(date.slice(5, 7)));
  switch (rule.on) {
    case "every_day":
      return true;
    case "weekdays":
      return rule.days.includes(weekdayOf(date));
    case "working_days":
      return isWorkingDay(date, holidays);
    case "month_days":
      return rule.days.includes(day) || (rule.days.includes(-1) && day === last());
    case "nth_working_day":
      return isWorkingDay(date, holidays) && placeOf(date, rule.nth, holidays);
    case "nth_weekday":
      if (weekdayOf(date) !== rule.weekday) return false;
      return rule.nth === -1 ? day + 7 > last() : Math.ceil(day / 7) === rule.nth;
    case "every_n_days":
      return (Date.parse(date) - Date.parse(rule.from)) % (rule.n * DAY_MS) === 0;
    case "year_day":
      return day === rule.day && Number(date.slice(5, 7)) === rule.month;
  }
}

/** Does a rule leave the day out that it would have? Pure. */
export const isLeftOut = (
  not_on: LeftOut | undefined,
  date: IsoDate,
  holidays: Holidays,
): boolean =>
  not_on !== undefined &&
  (not_on.weekdays.includes(weekdayOf(date)) ||
    not_on.dates?.includes(date) === true ||
    (not_on.holidays && holidays.nameOf(date) !== undefined));

/** Is a working day the one at that place of its month? */
function placeOf(date: IsoDate, nth: number, holidays: Holidays): boolean {
  const month = date.slice(0, 7);
  const step = nth === -1 ? 1 : -1;
  let found = 1;
  for (
    let other = shift(date, step, "day");
    other.startsWith(month);
    other = shift(other, step, "day")
  )
    if (isWorkingDay(other, holidays)) found += 1;
  return found === (nth === -1 ? 1 : nth);
}

/** The holiday that keeps a rule from a day that it would have; undefined: none does. */
export function skippedHoliday(
  { days, not_on }: Pick<RecurrenceRule, "days" | "not_on">,
  date: IsoDate,
  holidays: Holidays,
): string | undefined {
  const name = holidays.nameOf(date);
  if (name === undefined || not_on?.weekdays.includes(weekdayOf(date)) === true) return undefined;
  const isOfRule = days === undefined || isDayOf(days, date, holidays);
  return (days?.on === "working_days" && isWeekday(date)) || (not_on?.holidays === true && isOfRule)
    ? name
    : undefined;
}
