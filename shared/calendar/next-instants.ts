import { Cron } from "croner";
import { LRUCache } from "lru-cache";
import { type IsoDate, shift } from "#shared/calendar/days.ts";
import type { DayRule, RecurrenceRule } from "#shared/contracts/schedule-rule.ts";
import { isDayOf, isLeftOut } from "./days-of-rule.ts";
import type { Holidays } from "./holidays.ts";
import { instantOf, localTimeOf } from "./zoned.ts";

/** More days than lie between two days of any rule. */
const MOST_TRIES = 3000;
const MOST_CRONS = 5000;

/** Making one costs more than asking it. */
const crons = new LRUCache<string, Cron>({ max: MOST_CRONS });

function cronOf(pattern: string, zone: string): Cron {
  const key = `${pattern} ${zone}`;
  const known = crons.get(key);
  if (known !== undefined) return known;
  const made = new Cron(pattern, { timezone: zone, paused: true });
  crons.set(key, made);
  return made;
}

/** The days of a rule as cron knows them; what it does not know is looked at day by day. */
function cronDays(rule: DayRule): { pattern: string; isWhole: boolean } {
  switch (rule.on) {
    case "every_day":
      return { pattern: "* * *", isWhole: true };
    case "weekdays":
      return { pattern: `* * ${rule.days.join(",")}`, isWhole: true };
    case "working_days":
      return { pattern: "* * 1-5", isWhole: false };
    case "month_days":
      return {
        pattern: `${rule.days.map((day) => (day === -1 ? "L" : day)).join(",")} * *`,
        isWhole: true,
      };
    case "nth_working_day":
      return { pattern: "* * 1-5", isWhole: false };
    case "nth_weekday":
      return {
        pattern: `* * ${rule.weekday}#${rule.nth === -1 ? "L" : rule.nth}`,
        isWhole: true,
      };
    case "every_n_days":
      return { pattern: "* * *", isWhole: false };
    case "year_day":
      return { pattern: `${rule.day} ${rule.month} *`, isWhole: true };
  }
}

/**
 * The first instant of a rule after another one; undefined: there is none. Local times of the zone; one that clocks
 * skip is the first instant after it, one that they show twice happens once.
 * Cost: about 0.3 ms; more where holidays or elapsed time within hours are looked through
 */
export function nextOf(
  rule: RecurrenceRule,
  zone: string,
  afterMs: number,
  holidays: Holidays,
): number | undefined {
  return rule.by === "calendar"
    ? nextOnCalendar(rule, zone, afterMs, holidays)
    : nextElapsed(rule, zone, afterMs, holidays);
}

function nextOnCalendar(
  { times, days, from, not_on }: Extract<RecurrenceRule, { by: "calendar" }>,
  zone: string,
  afterMs: number,
  holidays: Holidays,
): number | undefined {
  const { pattern, isWhole } = cronDays(days);
  const isWanted = (epochMs: number): boolean => {
    if (isWhole && from === undefined && not_on === undefined) return true;
    const { date } = localTimeOf(epochMs, zone);
    return (
      (isWhole || isDayOf(days, date, holidays)) &&
      !isLeftOut(not_on, date, holidays) &&
      (from === undefined || date >= from)
    );
  };
  const found = times.flatMap((time) => {
    const [hour, minute] = time.split(":").map(Number);
    const cron = cronOf(`0 ${minute} ${hour} ${pattern}`, zone);
    let next = cron.nextRun(new Date(afterMs));
    for (let tried = 0; next !== null && !isWanted(next.getTime()); tried++)
      next = tried < MOST_TRIES ? cron.nextRun(next) : null;
    return next === null ? [] : [next.getTime()];
  });
  return found.length === 0 ? undefined : Math.min(...found);
}

function nextElapsed(
  rule: Extract<RecurrenceRule, { by: "elapsed" }>,
  zone: string,
  afterMs: number,
  holidays: Holidays,
): number | undefined {
  const { every_ms, from, days, not_on, between } = rule;
  const isOn = (date: IsoDate): boolean =>
    (days === undefined || isDayOf(days, date, holidays)) && !isLeftOut(not_on, date, holidays);
  if (between !== undefined) return nextBetween({ ...rule, between }, zone, afterMs, isOn);
  const passed = Math.max(0, Math.floor((afterMs - from) / every_ms) + 1);
  const first = from + Math.max(passed, 1) * every_ms;
  if (days === undefined && not_on === undefined) return first;
  // A day holds at most so many.
  const most = Math.ceil((MOST_TRIES * 60 * 60 * 1000) / every_ms) + 1;
  for (let at = 0; at < most; at++) {
    const next = first + at * every_ms;
    if (isOn(localTimeOf(next, zone).date)) return next;
  }
  return undefined;
}

/** Between two hours it begins each day with the first of them. */
function nextBetween(
  { every_ms, from, between }: { every_ms: number; from: number; between: Hours },
  zone: string,
  afterMs: number,
  isOn: (date: IsoDate) => boolean,
): number | undefined {
  // Its first is so much after where it counts from.
  const after = Math.max(afterMs, from + every_ms - 1);
  let { date } = localTimeOf(after, zone);
  for (let tried = 0; tried < MOST_TRIES; tried++, date = shift(date, 1, "day")) {
    if (!isOn(date)) continue;
    const begins = instantOf({ date, time: between.from }, zone);
    const passed = after < begins ? 0 : Math.floor((after - begins) / every_ms) + 1;
    const next = begins + passed * every_ms;
    if (next <= instantOf({ date, time: between.to }, zone)) return next;
  }
  return undefined;
}
type Hours = { readonly from: string; readonly to: string };

/** The next instants of a rule up to an end, at most so many. */
export function nextInstants(
  rule: RecurrenceRule,
  zone: string,
  afterMs: number,
  holidays: Holidays,
  { most, until }: { most: number; until?: number | undefined },
): number[] {
  const found: number[] = [];
  for (let after = afterMs; found.length < most; ) {
    const next = nextOf(rule, zone, after, holidays);
    if (next === undefined || (until !== undefined && next > until)) break;
    found.push(next);
    after = next;
  }
  return found;
}
