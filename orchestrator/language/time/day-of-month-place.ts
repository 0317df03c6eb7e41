import { daysInMonth, type IsoDate, shift, startOf } from "#shared/calendar/days.ts";
import type { DayRule } from "#shared/contracts/schedule-rule.ts";
import { isDayOf } from "../../calendar/days-of-rule.ts";
import type { PieceOf, Said } from "./piece.ts";

type Date = Omit<PieceOf<"date">, "from" | "to">;

/**
 * A place in one month as the day that comes next: in the month of that number, in this one, or in any. undefined: it may
 * recur. Pure.
 */
export function dayOfMonthPlace(
  { here }: Said,
  rule: DayRule,
  once: number | string,
): Date | undefined {
  if (rule.on === "nth_working_day") return undefined;
  if (once === "the" && rule.on !== "month_days") return undefined;
  const [date, then] = comingPlaces(rule, here.date, typeof once === "number" ? once : undefined);
  const [year, month, day] = date?.split("-").map(Number) ?? [];
  return year === undefined || month === undefined || day === undefined
    ? undefined
    : { is: "date", day, month, year, ...(then !== undefined && { then }) };
}

/** Which working day it is depends on holidays, which are not known here. */
const NO_HOLIDAYS = { nameOf: () => undefined };

/** Two years of a place in each month, or in the months of one name. */
const MOST_MONTHS = 25;

/** The next day from today on that is such a place, and the one after it. */
function comingPlaces(rule: DayRule, today: IsoDate, named: number | undefined): IsoDate[] {
  const found: IsoDate[] = [];
  const first = startOf(today, "month");
  for (let ahead = 0; ahead < MOST_MONTHS && found.length < 2; ahead++) {
    const begins = shift(first, ahead, "month");
    if (named !== undefined && Number(begins.slice(5, 7)) !== named) continue;
    const date = inMonth(rule, begins);
    if (date !== undefined && date >= today) found.push(date);
  }
  return found;
}

function inMonth(rule: DayRule, begins: IsoDate): IsoDate | undefined {
  const last = daysInMonth(Number(begins.slice(0, 4)), Number(begins.slice(5, 7)));
  for (let day = 0; day < last; day++) {
    const date = shift(begins, day, "day");
    if (isDayOf(rule, date, NO_HOLIDAYS)) return date;
  }
  return undefined;
}
