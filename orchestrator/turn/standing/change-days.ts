import type { IsoDate } from "#shared/calendar/days.ts";
import { isDayOf, isLeftOut } from "#shared/calendar/days-of-rule.ts";
import type { Holidays } from "#shared/calendar/holidays.ts";
import { localTimeOf } from "#shared/calendar/zoned.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import type { RecurrenceRule } from "#shared/contracts/schedule-rule.ts";
import type { DaysChange } from "../../language/commands/days-change.ts";

/** On more days of the week, or on fewer; or without one day that it has, or with it again. undefined: it has none of these. Pure. */
export function otherDays(
  change: DaysChange,
  schedule: Pick<Schedule, "timing" | "next_at" | "zone">,
  holidays: Holidays,
): RecurrenceRule | undefined {
  const { timing } = schedule;
  if (timing.kind !== "every" || timing.rule.by !== "calendar") return undefined;
  const { rule } = timing;
  const said = daysMeant(change, schedule, rule, holidays);
  return said && (ruleWithoutDates(rule, said) ?? ruleWith(rule, said));
}

type Rule = Extract<RecurrenceRule, { by: "calendar" }>;
type DaysSaid = Pick<DaysChange, "isMore"> & {
  readonly days: readonly number[];
  readonly dates: readonly IsoDate[];
};

/** The days that are meant. undefined: one of them is none of its days, or of several hours only one would tell which. */
function daysMeant(
  { isMore, weekdays, single }: DaysChange,
  { next_at, zone }: Pick<Schedule, "next_at" | "zone">,
  rule: Rule,
  holidays: Holidays,
): DaysSaid | undefined {
  const isOwn = (date: IsoDate): boolean =>
    isDayOf(rule.days, date, holidays) &&
    (rule.not_on?.dates?.includes(date) === true) === isMore &&
    (isMore || !isLeftOut(rule.not_on, date, holidays));
  const dates = single.map((each) => {
    if (each !== "next") return each(isOwn);
    return rule.times.length > 1 || next_at === null ? undefined : localTimeOf(next_at, zone).date;
  });
  const known = dates.filter((date) => date !== undefined);
  return known.length < dates.length ? undefined : { isMore, days: weekdays, dates: known };
}

/** undefined: no single day is said, or days of the week beside it. */
function ruleWithoutDates(rule: Rule, { days, dates, isMore }: DaysSaid): Rule | undefined {
  if (dates.length === 0 || days.length > 0) return undefined;
  const { not_on = { weekdays: [], holidays: false }, ...plain } = rule;
  const { dates: before = [], ...others } = not_on;
  const now = isMore
    ? before.filter((date) => !dates.includes(date))
    : [...new Set([...before, ...dates])].toSorted();
  if (now.length > 0) return { ...plain, not_on: { ...others, dates: now } };
  return others.weekdays.length === 0 && !others.holidays ? plain : { ...plain, not_on: others };
}

const sorted = (days: readonly number[]): number[] => [...new Set(days)].toSorted((a, b) => a - b);
const WORKING = [1, 2, 3, 4, 5];

/** undefined: it has them already, has none of them, or none would be left. */
function ruleWith(rule: Rule, { days, dates, isMore }: DaysSaid): RecurrenceRule | undefined {
  if (dates.length > 0) return undefined;
  const own = rule.days;
  const left = rule.not_on ?? { weekdays: [], holidays: false };
  if (own.on === "weekdays") {
    const now = isMore
      ? sorted([...own.days, ...days])
      : own.days.filter((day) => !days.includes(day));
    return now.length === 0 || now.length === own.days.length
      ? undefined
      : { ...rule, days: { on: "weekdays", days: now } };
  }
  if (own.on === "working_days" && isMore)
    return {
      ...rule,
      days: { on: "weekdays", days: sorted([...WORKING, ...days]) },
      not_on: {
        ...left,
        weekdays: left.weekdays.filter((day) => !days.includes(day)),
        holidays: true,
      },
    };
  if (own.on !== "working_days" && own.on !== "every_day") return undefined;
  const weekdays = isMore
    ? left.weekdays.filter((day) => !days.includes(day))
    : sorted([...left.weekdays, ...days]);
  if (weekdays.length === left.weekdays.length || weekdays.length > 6) return undefined;
  const { not_on: _before, ...plain } = rule;
  return weekdays.length === 0 && !left.holidays && left.dates === undefined
    ? plain
    : { ...plain, not_on: { ...left, weekdays } };
}
