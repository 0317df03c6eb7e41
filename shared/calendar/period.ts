import { PERIOD_FORM } from "../contracts/names.ts";
import { dateOf, daysInMonth, type IsoDate, shift, type Unit } from "./days.ts";

/**
 * A period in its canonical form, ISO 8601: a day (2026-10-10), a month (2026-10), a year (2026), days from one to
 * another with both in it (2026-03-01/2026-05-01; `..` leaves an end open), a duration (P6M), a duration up to a day
 * (P6M/2026-11-18) or from one (2026-11-18/P3M).
 */
export type Period = string;

/** Days, both included; an end that is not there is open. */
export type DateRange = { readonly from?: IsoDate; readonly to?: IsoDate };

/** Longer than any period, as text. */
const MAX_CHARS = 40;
const UNITS: Readonly<Record<string, Unit>> = { D: "day", W: "week", M: "month", Y: "year" };
const LETTERS: Readonly<Record<Unit, string>> = { day: "D", week: "W", month: "M", year: "Y" };

/** Six months are P6M. */
export const durationOf = (count: number, unit: Unit | "hour"): Period =>
  unit === "hour" ? `PT${count}H` : `P${count}${LETTERS[unit]}`;

/** Days as a period: a whole month and a whole year by their names, one day by itself. */
export function periodOf({ from, to }: DateRange): Period {
  if (from === undefined || to === undefined) return `${from ?? ".."}/${to ?? ".."}`;
  if (from === to) return from;
  const year = from.slice(0, 4);
  if (from === `${year}-01-01` && to === `${year}-12-31`) return year;
  const month = from.slice(0, 7);
  return from === `${month}-01` && to === lastDayOf(month) ? month : `${from}/${to}`;
}

/**
 * The days of a period. A duration alone ends on `today`; ends that are open stay so.
 * Shape: "2026-10" gives 2026-10-01 to 2026-10-31, "P6M/2026-11-18" gives 2026-05-18 to 2026-11-18; undefined for a
 *        text that is no period, or of days that no calendar has
 */
export function rangeOf(period: Period, today: IsoDate): DateRange | undefined {
  if (period.length > MAX_CHARS || !PERIOD_FORM.test(period)) return undefined;
  const [start = "", end] = period.split("/");
  if (end === undefined) return start.startsWith("P") ? before(today, start) : wholeOf(start);
  if (start.startsWith("P")) return isDay(end) ? before(end, start) : undefined;
  if (end.startsWith("P"))
    return isDay(start) ? { from: start, to: moved(start, end, 1) } : undefined;
  if (![start, end].every((each) => each === ".." || isDay(each))) return undefined;
  if (start !== ".." && end !== ".." && start > end) return undefined;
  return { ...(start === ".." ? {} : { from: start }), ...(end === ".." ? {} : { to: end }) };
}

/** True for a text in the canonical form of a period, with days that exist. */
export const isPeriod = (text: string): boolean => rangeOf(text, "2000-01-01") !== undefined;

/** The period begins after `today`, or counts on from a day: "amanhã", "nos próximos 3 meses". */
export const isComing = (period: Period, today: IsoDate): boolean =>
  period.includes("/P") || (rangeOf(period, today)?.from ?? today) > today;

/** The period is a single day. */
export const isDay = (period: Period): boolean =>
  period.length === 10 && wholeOf(period) !== undefined;

const before = (end: IsoDate, duration: string): DateRange => ({
  from: moved(end, duration, -1),
  to: end,
});

function moved(date: IsoDate, duration: string, sign: 1 | -1): IsoDate {
  const count = Number(/\d+/.exec(duration)?.[0] ?? 0);
  const unit = UNITS[duration.at(-1) ?? ""];
  // Hours are days that have begun.
  return unit === undefined
    ? shift(date, sign * Math.ceil(count / 24), "day")
    : shift(date, sign * count, unit);
}

/** "2026", "2026-10" and "2026-10-10" from their first to their last day. */
function wholeOf(date: string): DateRange | undefined {
  const [year = 0, month, day] = date.split("-").map(Number);
  if (day !== undefined)
    return dateOf(year, month ?? 0, day) === undefined ? undefined : { from: date, to: date };
  if (month !== undefined)
    return month >= 1 && month <= 12 ? { from: `${date}-01`, to: lastDayOf(date) } : undefined;
  return { from: `${date}-01-01`, to: `${date}-12-31` };
}

function lastDayOf(month: string): IsoDate {
  const [year = 0, at = 1] = month.split("-").map(Number);
  return `${month}-${daysInMonth(year, at)}`;
}
