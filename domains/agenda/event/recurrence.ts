import { shift } from "#shared/calendar/days.ts";
import { firstDayOf, readRrule } from "#shared/calendar/rrule.ts";
import { epochOf, type Local, localOf } from "./zones.ts";

/** A rule of RFC 5545, and the day on which it begins. */
export type Recurrence = { rrule: string; from: string };

/**
 * What recurs by a rule, from the first of its days on that is not before the one that was said, nor over. `until` is the last
 * day of it. Undefined for what is no rule, and where it would end before it begins.
 */
export function recurrenceOf(
  rule: string,
  start: Local,
  { until, now, zone }: { until: string | undefined; now: number; zone: string },
): Recurrence | undefined {
  const read = readRrule(rule);
  if (read === undefined) return undefined;
  const firstFrom = (date: string) => ("on" in read ? firstDayOf(read, date) : date);
  const day = firstFrom(start.date);
  const isOver =
    day !== undefined && start.time !== undefined && epochOf({ ...start, date: day }, zone) < now;
  const from = isOver ? firstFrom(shift(localOf(now, zone).date, 1, "day")) : day;
  if (from === undefined || (until !== undefined && until < from)) return undefined;
  return {
    from,
    rrule: until === undefined ? rule : `${rule};UNTIL=${untilOf(until, start, zone)}`,
  };
}

/** As the rule has it: a day for whole days, else the last moment of that day. */
function untilOf(date: string, { time }: Local, zone: string): string {
  if (time === undefined) return date.replaceAll("-", "");
  const last = new Date(epochOf({ date: shift(date, 1, "day") }, zone) - 1000);
  return `${last.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}
