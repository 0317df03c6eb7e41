import { dateOf, type IsoDate, shift, startOf, weekdayOf } from "#shared/calendar/days.ts";
import { isDayOf } from "#shared/calendar/days-of-rule.ts";
import type { Holidays } from "#shared/calendar/holidays.ts";
import type { DayRule, LeftOut } from "#shared/contracts/schedule-rule.ts";
import type { Piece, PieceOf, Said } from "./piece.ts";
import { asking, type Combined } from "./reading.ts";

/** A day, or that it is unclear which: then the days that may be meant. */
export type PlacedDay =
  | { readonly date: IsoDate }
  | { readonly unclear: readonly IsoDate[] }
  | undefined;
/** The days that may be meant. */
export const datesOf = (placed: PlacedDay): readonly IsoDate[] =>
  placed === undefined ? [] : "date" in placed ? [placed.date] : placed.unclear;
type DayPiece = PieceOf<"away" | "weekday" | "date" | "next_week" | "next_month">;

const NIGHT_ENDS = "05:00";

export const isDayPiece = (piece: Piece): piece is DayPiece =>
  ["away", "weekday", "date", "next_week", "next_month"].includes(piece.is);

/** The day that some words name together; undefined: they name none, or contradict each other. */
export function placeDays(
  days: readonly DayPiece[],
  { here, lexicon }: Pick<Said, "here" | "lexicon">,
): PlacedDay {
  const away = days.find((each) => each.is === "away");
  const weekdays = days.filter((each) => each.is === "weekday");
  const date = days.find((each) => each.is === "date");
  const inNextWeek = days.some(({ is }) => is === "next_week");
  const inNextMonth = days.some(({ is }) => is === "next_month");
  const [weekday] = weekdays;
  if (weekdays.length > 1 || days.filter(({ is }) => is === "date").length > 1) return undefined;
  if (date !== undefined) {
    const placed = inNextMonth
      ? dateInMonth(date.day, shift(startOf(here.date, "month"), 1, "month"))
      : dayOf(date, here.date);
    if (placed === undefined) return undefined;
    const other =
      date.isUnclear === true && date.day !== undefined && date.month !== undefined
        ? dayOf({ ...date, day: date.month, month: date.day }, here.date)
        : undefined;
    if (other !== undefined) return { unclear: [placed, other].toSorted() };
    const agrees =
      (weekday === undefined || weekdayOf(placed) === weekday.weekday) &&
      (away === undefined || shift(here.date, away.days, "day") === placed);
    return agrees ? { date: placed } : undefined;
  }
  if (away !== undefined) {
    const placed = shift(here.date, away.days, "day");
    if (weekday !== undefined && weekdayOf(placed) !== weekday.weekday) return undefined;
    return away.days === 1 && here.time < NIGHT_ENDS
      ? { unclear: [here.date, placed] }
      : { date: placed };
  }
  if (weekday === undefined) return undefined;
  if (inNextWeek) {
    const monday = shift(startOf(here.date, "week"), 1, "week");
    return { date: shift(monday, (weekday.weekday + 6) % 7, "day") };
  }
  const ahead = (weekday.weekday - here.weekday + 7) % 7;
  if (ahead === 0)
    return weekday.next
      ? { date: shift(here.date, 7, "day") }
      : { unclear: [here.date, shift(here.date, 7, "day")] };
  const coming = shift(here.date, ahead, "day");
  const isThisWeek = startOf(coming, "week") === startOf(here.date, "week");
  return weekday.next && lexicon.nextIsUnclear && isThisWeek
    ? { unclear: [coming, shift(coming, 7, "day")] }
    : { date: coming };
}

/** Years from one 29 February to the next, at most: 1896 to 1904. */
const MOST_LEAP = 8;

function dayOf({ day, month, year, then }: PieceOf<"date">, today: IsoDate): IsoDate | undefined {
  if (day === undefined) return undefined;
  const thisYear = Number(today.slice(0, 4));
  if (year !== undefined) {
    const named = month === undefined ? undefined : dateOf(year, month, day);
    return named !== undefined && named < today ? (then ?? named) : named;
  }
  if (month !== undefined) {
    for (let at = 0; at <= MOST_LEAP; at++) {
      const found = dateOf(thisYear + at, month, day);
      if (found !== undefined && found >= today) return found;
    }
    return undefined;
  }
  for (let at = 0; at < 3; at++) {
    const found = dateInMonth(day, shift(startOf(today, "month"), at, "month"));
    if (found !== undefined && found >= today) return found;
  }
  return undefined;
}

/** A day of the month that a day is in; undefined: that month has none. */
const dateInMonth = (day: number | undefined, month: IsoDate): IsoDate | undefined =>
  day === undefined ? undefined : dateOf(Number(month.slice(0, 4)), Number(month.slice(5, 7)), day);

const ALL = [0, 1, 2, 3, 4, 5, 6];

/**
 * The days that are left where some are excepted. Days of the week are named by what is left of them; of other days it is
 * said what they leave out. "none": no day is left, or a day is left out that it does not have. Pure.
 */
export function withoutDays(
  days: DayRule | undefined,
  pieces: readonly Piece[],
  said: Said,
  holidayTable: Holidays,
): { days: DayRule | undefined; not_on?: LeftOut } | "none" {
  const excepts = pieces.filter((piece) => piece.is === "except");
  if (excepts.length === 0) return { days };
  const left = [...new Set(excepts.flatMap((piece) => piece.days))].toSorted((a, b) => a - b);
  const holidays = excepts.some((piece) => piece.holidays);
  const isOwn = (date: IsoDate) => days === undefined || isDayOf(days, date, holidayTable);
  const dates = excepts
    .flatMap(({ single }) => single)
    .map((piece) => comingDate(piece, said, isOwn));
  if (dates.includes(undefined)) return "none";
  const known =
    days === undefined || days.on === "every_day"
      ? ALL
      : days.on === "weekdays"
        ? days.days
        : undefined;
  const named = known?.filter((day) => !left.includes(day));
  if (named?.length === 0 || left.length === ALL.length) return "none";
  const kept: DayRule | undefined =
    named === undefined || left.length === 0 ? days : { on: "weekdays", days: [...named] };
  const weekdays = named === undefined ? left : [];
  const single = dates.filter((date) => date !== undefined);
  if (kept?.on === "working_days" && weekdays.length + single.length === 0) return { days: kept };
  return weekdays.length + single.length === 0 && !holidays
    ? { days: kept }
    : {
        days: kept,
        not_on: { weekdays, holidays, ...(single.length > 0 && { dates: single.toSorted() }) },
      };
}

/** Of a day of some month, the month is the next in which the rule has that day. */
const MONTHS_AHEAD = 12;

/** The next of that day which the rule has. undefined: it has none, or it is unclear which day is meant. */
export function comingDate(
  piece: Piece,
  said: Pick<Said, "here" | "lexicon">,
  isOwn: (date: IsoDate) => boolean,
): IsoDate | undefined {
  if (!isDayPiece(piece)) return undefined;
  if (piece.is === "date" && piece.day !== undefined && piece.month === undefined) {
    const { date: today } = said.here;
    for (let at = 0; at < MONTHS_AHEAD; at++) {
      const date = dateInMonth(piece.day, shift(startOf(today, "month"), at, "month"));
      if (date !== undefined && date >= today && isOwn(date)) return date;
    }
    return undefined;
  }
  const placed = placeDays([piece], said);
  return placed !== undefined && "date" in placed && isOwn(placed.date) ? placed.date : undefined;
}

/** The days on which it recurs; undefined: any, where time elapses. */
export function daysOf(
  pieces: readonly Piece[],
  here: Said["here"],
): DayRule | Combined | undefined {
  const rules = pieces.flatMap((piece) => (piece.is === "days" ? [piece.rule] : []));
  const places = pieces.flatMap((piece) => (piece.is === "month_place" ? [piece.rule] : []));
  const each = pieces.find((piece) => piece.is === "each");
  const weekdays = pieces.flatMap((piece) => (piece.is === "weekday" ? [piece.weekday] : []));
  const dates = pieces.filter((piece) => piece.is === "date");
  const [date] = dates;
  const others = pieces.filter(
    (piece) =>
      (piece.is === "away" && piece.days > 0) ||
      piece.is === "next_week" ||
      piece.is === "next_month",
  );
  if (others.length > 0 || dates.length > 1) return asking("unread");
  if (each !== undefined) {
    const [rule, ...more] = [...rules.filter(({ on }) => on !== "every_day"), ...places];
    if (more.length > 0) return asking("unread");
    if (each.unit === "week") {
      if (rule?.on === "weekdays" && weekdays.length === 0) return rule;
      return weekdays.length > 0 && rule === undefined
        ? { on: "weekdays", days: [...new Set(weekdays)].toSorted() }
        : asking("unclear_day");
    }
    if (each.unit === "fortnight") return fortnightly(rule, weekdays, here);
    if (each.unit === "month") {
      if (rule !== undefined) return checkedDays(rule);
      return date?.day !== undefined && date.month === undefined
        ? checkedDays({ on: "month_days", days: [date.day] })
        : asking("unclear_day");
    }
    return date?.day !== undefined && date.month !== undefined
      ? { on: "year_day", month: date.month, day: date.day }
      : rule?.on === "year_day"
        ? rule
        : asking("unclear_day");
  }
  if (places.length > 0 || date !== undefined) return asking("unread");
  if (rules.length === 0) return undefined;
  return merged(rules, weekdays);
}

function fortnightly(
  rule: DayRule | undefined,
  weekdays: readonly number[],
  { date, weekday: today }: Said["here"],
): DayRule | Combined {
  const named = [...weekdays, ...(rule?.on === "weekdays" ? rule.days : [])];
  const [weekday, other] = named;
  if (
    weekday === undefined ||
    other !== undefined ||
    (rule !== undefined && rule.on !== "weekdays")
  )
    return asking("unclear_day");
  const from = shift(date, (weekday - today + 7) % 7, "day");
  return { on: "every_n_days", n: 14, from };
}

function merged(rules: readonly DayRule[], weekdays: readonly number[]): DayRule | Combined {
  const narrower = rules.length > 1 ? rules.filter(({ on }) => on !== "every_day") : rules;
  const [rule, ...more] = narrower.length === 0 ? rules : narrower;
  if (rule === undefined) return asking("unread");
  const named = [...weekdays, ...more.flatMap((each) => (each.on === "weekdays" ? each.days : []))];
  if (
    rule.on === "every_n_days" &&
    rule.n % 7 === 0 &&
    named.length === 1 &&
    more.every(({ on }) => on === "weekdays")
  ) {
    const [weekday = 0] = named;
    const ahead = (weekday - weekdayOf(rule.from) + 7) % 7;
    const from = shift(rule.from, ahead, "day");
    return { ...rule, from };
  }
  if (more.length === 0 && weekdays.length === 0) return checkedDays(rule);
  if (rule.on === "weekdays" && more.every(({ on }) => on === "weekdays")) {
    const all = [rule, ...more].flatMap((each) => (each.on === "weekdays" ? each.days : []));
    return { on: "weekdays", days: [...new Set([...all, ...weekdays])].toSorted() };
  }
  return asking("unread");
}

/** Not every month has a 29th to a 31st. */
const checkedDays = (rule: DayRule): DayRule | Combined =>
  (rule.on === "month_days" && rule.days.some((day) => day > 28)) ||
  (rule.on === "year_day" && rule.month === 2 && rule.day === 29)
    ? asking("unclear_day")
    : rule;
