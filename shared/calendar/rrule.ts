import type { DayRule } from "#shared/contracts/schedule-rule.ts";
import { type IsoDate, shift } from "./days.ts";
import { isDayOf } from "./days-of-rule.ts";

/** How it counts the days of the week: Sunday is the first. */
const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;
const WORKING_DAYS = [1, 2, 3, 4, 5];
const WEEK = 7;

const weekdays = (days: readonly number[]): string => days.map((day) => WEEKDAYS[day]).join();

/** On a day that is said beside it. */
const EACH = {
  week: "FREQ=WEEKLY",
  fortnight: "FREQ=WEEKLY;INTERVAL=2",
  month: "FREQ=MONTHLY",
  year: "FREQ=YEARLY",
} as const;
export const rruleOfEach = (unit: keyof typeof EACH): string => EACH[unit];

/**
 * Days that recur, as a rule of RFC 5545: "FREQ=MONTHLY;BYDAY=2TU". It knows no holidays: a working day is one from Monday to
 * Friday. undefined: only holidays say which day it is
 */
export function rruleOf(rule: DayRule): string | undefined {
  switch (rule.on) {
    case "every_day":
      return "FREQ=DAILY";
    case "working_days":
      return `FREQ=WEEKLY;BYDAY=${weekdays(WORKING_DAYS)}`;
    case "weekdays":
      return `FREQ=WEEKLY;BYDAY=${weekdays(rule.days)}`;
    case "month_days":
      return `FREQ=MONTHLY;BYMONTHDAY=${rule.days.join()}`;
    case "nth_weekday":
      return `FREQ=MONTHLY;BYDAY=${rule.nth}${weekdays([rule.weekday])}`;
    case "every_n_days":
      return rule.n % WEEK === 0
        ? `FREQ=WEEKLY;INTERVAL=${rule.n / WEEK}`
        : `FREQ=DAILY;INTERVAL=${rule.n}`;
    case "year_day":
      return `FREQ=YEARLY;BYMONTH=${rule.month};BYMONTHDAY=${rule.day}`;
    case "nth_working_day":
      return undefined;
  }
}

/** So many days from today every rule has one: the 29th of February comes within eight years. */
const MOST_DAYS = 8 * 366;
const NO_HOLIDAYS = { nameOf: () => undefined };

/** The first of such days, from today on. undefined: they count from a day that is not said */
export function firstDayOf(rule: DayRule, today: IsoDate): IsoDate | undefined {
  if (rule.on === "every_n_days") return rule.from > today ? rule.from : undefined;
  for (let ahead = 0; ahead < MOST_DAYS; ahead++) {
    const day = shift(today, ahead, "day");
    if (isDayOf(rule, day, NO_HOLIDAYS)) return day;
  }
  return undefined;
}

/** How often, where no day is said: every so many of a unit. */
export type Often = { unit: "day" | "week" | "month" | "year"; count: number };

const UNITS = new Map<string, Often["unit"]>([
  ["DAILY", "day"],
  ["WEEKLY", "week"],
  ["MONTHLY", "month"],
  ["YEARLY", "year"],
]);

const FORM =
  /^FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;INTERVAL=\d{1,3})?(?:;BYMONTH=\d{1,2})?(?:;BYMONTHDAY=-?\d{1,2}(?:,-?\d{1,2}){0,30}|;BYDAY=-?\d?[A-Z]{2}(?:,[A-Z]{2}){0,6})?$/;

/** What such a rule says, of those that are made here. undefined: it is another one, or none */
export function readRrule(text: string): DayRule | Often | undefined {
  if (!FORM.test(text)) return undefined;
  const parts = new Map(text.split(";").map((part) => part.split("=", 2) as [string, string]));
  const unit = UNITS.get(parts.get("FREQ") ?? "");
  const numbers = (name: string) => (parts.get(name)?.split(",") ?? []).map(Number);
  const [count = 1] = numbers("INTERVAL");
  const byDay = parts.get("BYDAY")?.split(",") ?? [];
  const placed = byDay.map((day) => WEEKDAYS.findIndex((name) => day.endsWith(name)));
  const [monthDay] = numbers("BYMONTHDAY");
  if (unit === undefined || count < 1 || placed.includes(-1)) return undefined;
  if (unit === "week" && count === 1 && placed.length > 0) return { on: "weekdays", days: placed };
  if (unit === "month" && placed[0] !== undefined)
    return { on: "nth_weekday", nth: Number.parseInt(byDay[0] ?? "", 10), weekday: placed[0] };
  if (unit === "month" && monthDay !== undefined)
    return { on: "month_days", days: numbers("BYMONTHDAY") };
  const [month] = numbers("BYMONTH");
  if (unit === "year" && month !== undefined && monthDay !== undefined)
    return { on: "year_day", month, day: monthDay };
  return unit === "day" && count === 1 ? { on: "every_day" } : { unit, count };
}
