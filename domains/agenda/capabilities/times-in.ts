import { daysFrom, shift } from "#shared/calendar/days.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { ask, failure } from "#shared/domain-kit/answers.ts";
import { type DayPart, isDayPart, isOpen, timeOf, timesBetween } from "../event/hours.ts";
import { type Times, timesOf } from "../event/new-event.ts";
import type { Occurrence } from "../event/occurrence.ts";
import { epochOf, lengthOf, localOf } from "../event/zones.ts";
import { type Days, daysOf } from "./agenda.ts";
import { type Asked, textIn } from "./deps.ts";

const HOUR_MS = 60 * 60 * 1000;
/** A longer event is a slip. */
const MOST_DAYS = 366;

type Params = Record<string, unknown>;

/** When a new event is, or what to answer instead. */
export function timesIn(params: Params, asked: Asked): Times | { answer: DomainOutput } {
  const { say, zone } = asked;
  const days = daysIn(textIn(params["day"]) ?? "", asked);
  if (days === undefined)
    return { answer: ask({ missing_param: "day", explanation: say("which_day") }) };
  const time = textIn(params["start_time"]);
  const isWhole = params["all_day"] !== undefined;
  if (days.from !== days.to) {
    if (time !== undefined && !isWhole) return badTime(say("several_days_whole"));
    return wholeDays(days);
  }
  if (isWhole) return wholeDays(days);
  const part = isDayPart(params["part"]) ? params["part"] : undefined;
  if (time === undefined && part !== undefined)
    return { answer: ask({ missing_param: "start_time", explanation: say("which_time") }) };
  return onOneDay(days.from, params, part, zone) ?? badTime(say("bad_length"));
}

/** Undefined for what is no day, and for days without an end. */
function daysIn(period: string, { call }: Asked): Days | undefined {
  if (period.includes("..") || period.startsWith("P")) return undefined;
  const days = daysOf(period, call.today());
  return days !== undefined && daysFrom(days.from, days.to) < MOST_DAYS ? days : undefined;
}

const badTime = (explanation: string) => ({ answer: failure({ code: "BAD_TIME", explanation }) });

const wholeDays = ({ from, to }: Days): Times => ({
  start: { date: from },
  end: { date: shift(to, 1, "day") },
});

/** Undefined for an end without a start, and for what is no length. */
function onOneDay(
  date: string,
  params: Params,
  part: DayPart | undefined,
  zone: string,
): Times | undefined {
  const time = textIn(params["start_time"]);
  const end = textIn(params["end_time"]);
  const said = textIn(params["duration"]);
  if (time === undefined)
    return end === undefined && said === undefined
      ? wholeDays({ from: date, to: date })
      : undefined;
  const hours = end === undefined ? { from: timeOf(time, part) } : timesBetween(time, end, part);
  if (hours === undefined) return undefined;
  const start = { date, time: hours.from };
  if ("to" in hours)
    return {
      start,
      end: { date: hours.to > hours.from ? date : shift(date, 1, "day"), time: hours.to },
    };
  const length = said === undefined ? HOUR_MS : lengthOf(said);
  return length === undefined
    ? undefined
    : { start, end: localOf(epochOf(start, zone) + length, zone) };
}

/** Where an event is to be moved to. */
export type Target = {
  day: string | undefined;
  /** As it was said: its half of the day may be open. */
  time: string | undefined;
  end: string | undefined;
  length: number | undefined;
  /** So much later; earlier where it is negative. */
  by: number | undefined;
};

export function targetIn(params: Params): Target {
  const lengthIn = (name: string) => lengthOf(String(params[name] ?? ""));
  const earlier = lengthIn("earlier");
  return {
    day: textIn(params["day"]),
    time: textIn(params["start_time"]),
    end: textIn(params["end_time"]),
    length: lengthIn("duration"),
    by: lengthIn("later") ?? (earlier === undefined ? undefined : -earlier),
  };
}

/** The day and the hour that a target means for an event: an open hour is the one that is closer to its own. */
export function targetOf(
  event: Occurrence,
  { day, time, end, length, by }: Target,
  zone: string,
): { day: string | undefined; time: string | undefined; end: string | undefined } {
  const { start } = timesOf(event, zone);
  if (by !== undefined && !event.allDay) {
    const there = localOf(event.start + by, zone);
    return { day: there.date, time: there.time, end: undefined };
  }
  if (time === undefined) return { day, time: undefined, end: undefined };
  if (end !== undefined && length === undefined) {
    const hours = timesBetween(time, end);
    return { day, time: hours?.from, end: hours?.to };
  }
  return { day, time: isOpen(time) ? timeOf(time, undefined, start.time) : time, end: undefined };
}

/** As long as it was; a whole day that gets a time is an hour. */
export function timesAt(event: Occurrence, target: Target, zone: string): Times {
  const { start, end } = timesOf(event, zone);
  const { day, time, end: until } = targetOf(event, target, zone);
  const date = day ?? start.date;
  if (event.allDay && time === undefined) {
    const moved = epochOf({ date }, "UTC") - epochOf({ date: start.date }, "UTC");
    return {
      start: { date },
      end: { date: localOf(epochOf({ date: end.date }, "UTC") + moved, "UTC").date },
    };
  }
  const from = { date, time: time ?? start.time };
  if (until !== undefined)
    return {
      start: from,
      end: { date: until > (from.time ?? "") ? date : shift(date, 1, "day"), time: until },
    };
  const lasts = target.length ?? (event.allDay ? HOUR_MS : event.end - event.start);
  return { start: from, end: localOf(epochOf(from, zone) + lasts, zone) };
}
