import {
  dateOf,
  daysFrom,
  daysInMonth,
  easterOf,
  type IsoDate,
  shift,
  startOf,
  type Unit,
  weekdayOf,
} from "../../calendar/days.ts";
import { durationOf, type Period, periodOf } from "../../calendar/period.ts";
import { type Edge, isOfDays, type PartialDate, type PeriodSyntax, type Point } from "./meaning.ts";

/** Which one is meant where the words leave it open ("sexta", "10 de dezembro"): the last that has begun, or the next. */
export type Leaning = "past" | "coming";

type Days = { readonly from: IsoDate; readonly to: IsoDate };
type Today = () => IsoDate | undefined;

/** 29 February is at most eight years away. */
const MOST_YEARS = 8;

/**
 * What a period that was said means.
 * Shape: `today` is asked for only where the words depend on it; undefined where it is not known, and for days that
 *        no calendar has
 */
export function resolvePeriod(
  said: PeriodSyntax,
  today: Today,
  leaning: Leaning,
): Period | undefined {
  switch (said.is) {
    case "always":
      return periodOf({});
    case "duration":
      return lasting(said, today);
    case "to_date": {
      const now = today();
      return now && periodOf({ from: startOf(now, said.unit), to: now });
    }
    case "at": {
      const days = daysOf(said.point, today, leaning);
      return days && periodOf(days);
    }
    case "between":
      return fromTo(said.from, said.to, today, leaning);
    case "since":
    case "after":
    case "until":
    case "before": {
      const days = daysOf(said.point, today, leaning);
      return days && boundedBy(said.is, days);
    }
  }
}

function lasting(
  { unit, count, way }: Extract<PeriodSyntax, { is: "duration" }>,
  today: Today,
): Period | undefined {
  const length = durationOf(count, unit);
  if (way === "open") return length;
  const now = today();
  if (now === undefined) return undefined;
  return way === "last" ? `${length}/${now}` : `${now}/${length}`;
}

function boundedBy(side: "since" | "after" | "until" | "before", { from, to }: Days): Period {
  switch (side) {
    case "since":
      return periodOf({ from });
    case "after":
      return periodOf({ from: shift(to, 1, "day") });
    case "until":
      return periodOf({ to });
    case "before":
      return periodOf({ to: shift(from, -1, "day") });
  }
}

/** What one end does not say, the other does: "de janeiro a março de 2025"; a year is crossed where it has to be. */
function fromTo(from: Point, to: Point, today: Today, leaning: Leaning): Period | undefined {
  const hasOwnYear = (point: Point) =>
    point.is !== "date" ||
    point.date.year !== undefined ||
    point.date.yearsAway !== undefined ||
    point.date.monthsAway !== undefined;
  if (hasOwnYear(from) && !hasOwnYear(to) && to.is === "date") {
    const start = daysOf(from, today, leaning);
    return start && ordered(start, to, Number(start.from.slice(0, 4)), today, leaning);
  }
  const end = daysOf(to, today, leaning);
  if (end === undefined) return undefined;
  if (from.is === "weekday" && from.way === 0 && to.is === "weekday")
    return periodOf({ from: lastDayOfName(from.weekday, end.from), to: end.to });
  if (hasOwnYear(from) || from.is !== "date") {
    const start = daysOf(from, today, leaning);
    return start && start.from <= end.to ? periodOf({ from: start.from, to: end.to }) : undefined;
  }
  const year = Number(end.to.slice(0, 4));
  const month = from.date.month ?? Number(end.to.slice(5, 7));
  const sameYear = inYear({ ...from.date, month }, year);
  const isBefore = sameYear !== undefined && sameYear.from <= end.to;
  // Where the year was said it is both ends'.
  const crosses = !isBefore && !hasOwnYear(to);
  const start = crosses ? inYear({ ...from.date, month }, year - 1) : sameYear;
  return start !== undefined && start.from <= end.to
    ? periodOf({ from: start.from, to: end.to })
    : undefined;
}

/** An end without a year after a beginning with one: the first such day after it. */
function ordered(
  start: Days,
  to: Extract<Point, { is: "date" }>,
  year: number,
  today: Today,
  leaning: Leaning,
): Period | undefined {
  const end = daysOf({ is: "date", date: { ...to.date, year } }, today, leaning);
  const later =
    end !== undefined && end.to >= start.from
      ? end
      : daysOf({ is: "date", date: { ...to.date, year: year + 1 } }, today, leaning);
  return later && periodOf({ from: start.from, to: later.to });
}

/** The days of a point; undefined: today is not known, or there are no such days. */
export function daysOf(point: Point, today: Today, leaning: Leaning): Days | undefined {
  if (point.is === "decade") return whole(`${point.year}-01-01`, `${point.year + 9}-12-31`);
  if (point.is === "date" && point.date.year !== undefined)
    return inYear(point.date, point.date.year);
  const part = point.is === "part" ? point.date.year : undefined;
  if (point.is === "part" && part !== undefined) return partOf(point, part);
  const now = today();
  if (now === undefined) return undefined;
  const thisYear = Number(now.slice(0, 4));
  switch (point.is) {
    case "away":
      return oneDay(shift(now, point.count, point.unit));
    case "weekday":
      return oneDay(dayOfName(point, now, leaning));
    case "whole":
      return wholeUnit(point, now);
    case "weekend": {
      const saturday = shift(startOf(now, "week"), 5 + 7 * point.away, "day");
      return whole(saturday, shift(saturday, 1, "day"));
    }
    case "part":
      return partOf(point, thisYear + (point.date.yearsAway ?? 0));
    case "date":
      return withoutYear(point.date, now, leaning);
    case "nth":
      return nthOf(point, daysOf(point.of, today, leaning));
    case "edge": {
      const of = daysOf(point.of, today, leaning);
      if (of === undefined || of.from === of.to) return undefined;
      if (point.which !== "rest") return thirdOf(of, point.which);
      return of.to < now ? undefined : whole([of.from, now].toSorted()[1] ?? now, of.to);
    }
    case "counted": {
      const of = daysOf(point.of, today, leaning);
      return of !== undefined && of.from === of.to ? oneDay(counted(of.from, point)) : undefined;
    }
    case "feast": {
      const day = feastIn(point, now, leaning);
      return day === undefined ? undefined : oneDay(day);
    }
  }
}

function feastIn(
  { key, date = {} }: Extract<Point, { is: "feast" }>,
  now: IsoDate,
  leaning: Leaning,
): IsoDate | undefined {
  const year = Number(now.slice(0, 4));
  const said = date.year ?? (date.yearsAway === undefined ? undefined : year + date.yearsAway);
  if (said !== undefined) return feastOn(key, said);
  const isPast = leaning === "past";
  const days = [year, year + (isPast ? -1 : 1)].flatMap((each) => feastOn(key, each) ?? []);
  return days.find((day) => (isPast ? day <= now : day >= now));
}

/** Three days of a week, ten of a month, four months of a year. */
function thirdOf({ from, to }: Days, which: Edge): Days {
  const days = daysFrom(from, to) + 1;
  const months = Math.round(days / 30.4);
  const [first, second] =
    days <= 7 ? [3, 4] : days <= 31 ? [10, 20] : [months / 3, (2 * months) / 3];
  const unit = days <= 31 ? "day" : "month";
  const [begin, end] = [
    shift(from, Math.round(first), unit),
    shift(from, Math.round(second), unit),
  ];
  if (which === "start") return whole(from, shift(begin, -1, "day"));
  return which === "end" ? whole(end, to) : whole(begin, shift(end, -1, "day"));
}

/** That much behind a day, or before it. */
export const counted = (
  from: IsoDate,
  { sign, parts }: Extract<Point, { is: "counted" }>,
): IsoDate =>
  parts.reduce(
    (day, { unit, count }) => (isOfDays(unit) ? shift(day, sign * count, unit) : day),
    from,
  );

/** A week is of the month, or the year, that holds its Thursday. */
const THURSDAY = 3;

function nthOf(
  { nth, each }: Extract<Point, { is: "nth" }>,
  within: Days | undefined,
): Days | undefined {
  const found: Days[] = [];
  if (within === undefined) return undefined;
  for (let from = firstOf(each, within.from); from <= within.to; ) {
    const next = "weekday" in each ? shift(from, 7, "day") : shift(from, each.count, each.unit);
    const to = "weekday" in each ? from : shift(next, -1, "day");
    const middle = "unit" in each && each.unit === "week" ? shift(from, THURSDAY, "day") : from;
    if (middle >= within.from && middle <= within.to) found.push(whole(from, to));
    from = next;
  }
  return found.at(nth < 0 ? nth : nth - 1);
}

const firstOf = (each: Extract<Point, { is: "nth" }>["each"], from: IsoDate): IsoDate =>
  "weekday" in each
    ? shift(from, (each.weekday - weekdayOf(from) + 7) % 7, "day")
    : startOf(from, each.unit);

const whole = (from: IsoDate, to: IsoDate): Days => ({ from, to });
const oneDay = (day: IsoDate): Days => ({ from: day, to: day });

function wholeUnit(
  { unit, count, away }: { unit: Unit; count: number; away: number },
  now: IsoDate,
): Days {
  const first = startOf(now, unit);
  // A quarter begins with the first of its three months.
  const into = unit === "month" ? (Number(now.slice(5, 7)) - 1) % count : 0;
  const into_years = unit === "year" ? Number(now.slice(0, 4)) % count : 0;
  const from = shift(first, -(into + into_years) + away * count, unit);
  return whole(from, shift(shift(from, count, unit), -1, "day"));
}

function partOf({ months, nth }: { months: 3 | 6; nth: number }, year: number): Days {
  const first = (nth - 1) * months + 1;
  const last = nth * months;
  return whole(
    dateOf(year, first, 1) ?? `${year}-01-01`,
    dateOf(year, last, daysInMonth(year, last)) ?? `${year}-12-31`,
  );
}

/** A date whose year is known; undefined for a day that the year does not have. */
function inYear({ month, day }: PartialDate, year: number): Days | undefined {
  if (month === undefined) return whole(`${year}-01-01`, `${year}-12-31`);
  const from = dateOf(year, month, day ?? 1);
  const to = day === undefined ? dateOf(year, month, daysInMonth(year, month)) : from;
  return from === undefined || to === undefined ? undefined : whole(from, to);
}

/** The last such day or month that has begun, or the next that has not passed. */
function withoutYear(date: PartialDate, now: IsoDate, leaning: Leaning): Days | undefined {
  const year = Number(now.slice(0, 4));
  if (date.yearsAway !== undefined) return inYear(date, year + date.yearsAway);
  if (date.monthsAway !== undefined) {
    const [inThat = 0, month] = shift(startOf(now, "month"), date.monthsAway, "month")
      .split("-")
      .map(Number);
    return inYear({ day: date.day, month }, inThat);
  }
  if (date.way !== undefined && date.month !== undefined) {
    const isLater = date.month - Number(now.slice(5, 7));
    const away = date.way === 0 ? 0 : date.way > 0 ? (isLater > 0 ? 0 : 1) : isLater < 0 ? 0 : -1;
    return inYear(date, year + away);
  }
  const isPast = leaning === "past";
  const meant = (days: Days | undefined): days is Days =>
    days !== undefined && (isPast ? days.from <= now : days.to >= now);
  if (date.month === undefined) {
    const month = startOf(now, "month");
    for (let away = 0; away < 12; away++) {
      const [inThat = 0, at] = shift(month, isPast ? -away : away, "month")
        .split("-")
        .map(Number);
      const days = inYear({ ...date, month: at }, inThat);
      if (meant(days)) return days;
    }
    return undefined;
  }
  for (let away = 0; away <= MOST_YEARS; away++) {
    const days = inYear(date, isPast ? year - away : year + away);
    if (meant(days)) return days;
  }
  return undefined;
}

function dayOfName(
  { weekday, way }: { weekday: number; way: -1 | 0 | 1 },
  now: IsoDate,
  leaning: Leaning,
): IsoDate {
  const ahead = (weekday - weekdayOf(now) + 7) % 7;
  if (way > 0) return shift(now, ahead === 0 ? 7 : ahead, "day");
  if (way < 0) return shift(now, ahead - 7, "day");
  return leaning === "past" ? lastDayOfName(weekday, now) : shift(now, ahead, "day");
}

/** The day of that name on or before a day. */
const lastDayOfName = (weekday: number, on: IsoDate): IsoDate =>
  shift(on, -((weekdayOf(on) - weekday + 7) % 7), "day");

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
