import { shift, weekdayOf } from "#shared/calendar/days.ts";
import type { DayRule } from "#shared/contracts/schedule-rule.ts";
import type { Piece, Said } from "./piece.ts";
import { asking, type Combined } from "./reading.ts";

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
