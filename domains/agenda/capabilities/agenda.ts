import { daysFrom, shift, weekdayOf } from "#shared/calendar/days.ts";
import { rangeOf } from "#shared/calendar/period.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import { indexWords, queryWords } from "#shared/plain-text/search-words.ts";
import { type DayPart, hoursIn, hoursOfPart, isDayPart, timeOf } from "../event/hours.ts";
import { type Occurrence, occurrencesOf } from "../event/occurrence.ts";
import { epochOf, lengthOf, localOf } from "../event/zones.ts";
import type { TimeRange } from "../store/calendar-store.ts";
import { type Asked, answering, type CalendarDeps, shownEvent, textIn } from "./deps.ts";

/** How far "the next one" is looked for. */
const HORIZON_DAYS = 400;

/** Days, both included. */
export type Days = { from: string; to: string };

/** Everything in a range, in the order of time. */
export async function agenda(
  { store, owner, zone, call }: Asked,
  range: TimeRange,
): Promise<Occurrence[]> {
  const stored = await store.list(owner, range, call.signal);
  return stored
    .flatMap((each) => occurrencesOf(each, range, zone))
    .toSorted((one, other) => one.start - other.start);
}

/** The range of days on the person's clock. */
export const rangeOfDays = ({ from, to }: Days, zone: string): TimeRange => ({
  from: epochOf({ date: from }, zone),
  to: epochOf({ date: shift(to, 1, "day") }, zone),
});

/** The days of a period; an open end is today, or as far as one looks. Undefined for what is no period. */
export function daysOf(period: string, today: string): Days | undefined {
  const range = rangeOf(period, today);
  if (range === undefined) return undefined;
  const from = range.from ?? today;
  const to = range.to ?? shift(from, HORIZON_DAYS, "day");
  return from <= to ? { from, to } : undefined;
}

/** From a day on, as far as one looks. */
export const comingDays = (today: string): Days => ({
  from: today,
  to: shift(today, HORIZON_DAYS, "day"),
});

const wordsOf = ({ title, place }: Occurrence): ReadonlySet<string> =>
  new Set(indexWords(`${title} ${place ?? ""}`).split(" "));

/** True for an event whose title or place has all words that are looked for. */
export function isAbout(title: string): (occurrence: Occurrence) => boolean {
  const wanted = queryWords(title);
  return (occurrence) => {
    const has = wordsOf(occurrence);
    return wanted.every(({ indexed }) => has.has(indexed));
  };
}

/** Of events those with most of the words that are looked for, each object once; none where they have no word of them. */
export function closestTo(title: string, events: readonly Occurrence[]): Occurrence[] {
  const wanted = queryWords(title);
  const said = (each: Occurrence) => {
    const has = wordsOf(each);
    return wanted.filter(({ indexed }) => has.has(indexed)).length;
  };
  const most = Math.max(0, ...events.map(said));
  const close = most === 0 ? [] : events.filter((each) => said(each) === most);
  return [...Map.groupBy(close, ({ name }) => name).values()].flatMap(([first]) => first ?? []);
}

/** True for an event that takes place in a part of the day; one of whole days does in each. */
export function isInPart(part: DayPart, zone: string): (occurrence: Occurrence) => boolean {
  const { from, to } = hoursOfPart(part);
  return ({ allDay, start, end }) =>
    allDay ||
    [start, end].some((moment) => {
      const { date } = localOf(moment, zone);
      return start < epochOf({ date, time: to }, zone) && end > epochOf({ date, time: from }, zone);
    });
}

export const partIn = (params: Record<string, unknown>): DayPart | undefined =>
  isDayPart(params["part"]) ? params["part"] : undefined;

const MOST_SHOWN = 50;
/** What is shown where no time was said: today and the six days behind it. */
const DAYS_AHEAD = 6;

/** True for what takes place at that time of its day. */
const isAt =
  (time: string, zone: string) =>
  ({ allDay, start, end }: Occurrence): boolean => {
    const at = epochOf({ date: localOf(start, zone).date, time }, zone);
    return allDay || (start <= at && at < Math.max(end, start + 1));
  };

/** `{period_text?, period?, part?, at_time?}`: what takes place in it. */
export const listEvents = (deps: CalendarDeps): Handler =>
  answering(deps, async (params, asked) => {
    const { say, as, zone } = asked;
    const today = asked.call.today();
    const days = daysAsked(params, today);
    if (days === undefined)
      return ask({ missing_param: "period_text", explanation: say("bad_period") });
    const part = partIn(params);
    const hour = textIn(params["at_time"]);
    const time = hour === undefined ? undefined : timeOf(hour, part);
    const range = rangeOfDays(days, zone);
    const found = (await agenda(asked, range))
      .filter(part === undefined ? () => true : isInPart(part, zone))
      .filter(time === undefined ? () => true : isAt(time, zone));
    const shown = found.slice(0, MOST_SHOWN);
    const said = saidDays(days, asked);
    const saidPart = [
      part === undefined ? "" : `, ${say(`parts.${part}`)}`,
      time === undefined ? "" : `, ${as.time(epochOf({ date: days.from, time }, zone))}`,
    ].join("");
    // Of a period that has begun, which days are shown is not plain.
    const isPlain = days.from === days.to || days.from >= today;
    return success({
      result: { total: found.length, events: shown.map((each) => shownEvent(each, zone)) },
      explanation:
        found.length === 0
          ? say("nothing_between", { days: said + saidPart })
          : [
              say("list", {
                count: found.length,
                days: (isPlain ? "" : `, ${said}`) + saidPart,
                shown: shown.length < found.length ? say("shown", { count: shown.length }) : "",
              }),
              ...linesByDay(shown, range.from, asked),
            ].join("\n"),
    });
  });

/** The days that were asked for; the next ones where nothing was said. Undefined for what is no period. */
function daysAsked(params: Record<string, unknown>, today: string): Days | undefined {
  const period = textIn(params["period"]);
  if (period !== undefined) return daysOf(period, today);
  return textIn(params["period_text"]) === undefined
    ? { from: today, to: shift(today, DAYS_AHEAD, "day") }
    : undefined;
}

function saidDays(days: Days, { say, as, zone }: Asked): string {
  const range = rangeOfDays(days, zone);
  const [from, to] = [as.day(range.from), as.day(range.to - 1)];
  return from === to ? from : say("days", { from, to });
}

/** Under each day what begins on it; what began before stands under the first. */
function linesByDay(shown: readonly Occurrence[], from: number, { as }: Asked): string[] {
  const days = Map.groupBy(shown, ({ start }) => as.day(Math.max(start, from)));
  return [...days].flatMap(([day, events]) => [
    `${day}:`,
    ...events.map((each) => `• ${as.line(each)}`),
  ]);
}

/** `{title_text?, from_day?}`: what comes next, or next of that name. */
export const nextEvent = (deps: CalendarDeps): Handler =>
  answering(deps, async (params, asked) => {
    const { say, as, zone, call } = asked;
    const title = textIn(params["title_text"]);
    const now = deps.now();
    const day = textIn(params["from_day"]);
    const days = day === undefined ? comingDays(call.today()) : { from: day, to: day };
    const coming = await agenda(asked, rangeOfDays(days, zone));
    const close =
      title === undefined || coming.some(isAbout(title)) ? [] : closestTo(title, coming);
    const wanted = title === undefined ? () => true : isAbout(close[0]?.title ?? title);
    const next =
      coming.find((each) => !each.allDay && each.start >= now && wanted(each)) ??
      coming.find((each) => each.end > now && wanted(each));
    const first = coming.find((each) => each.start >= now && wanted(each)) ?? next;
    const found = title === undefined ? next : first;
    if (found === undefined)
      return success({
        result: { total: 0, events: [] },
        explanation:
          title === undefined ? say("nothing_coming") : say("nothing_coming_of", { title }),
      });
    const place = found.place === undefined ? "" : ` (${found.place})`;
    const event = `${as.title(found)}, ${as.when(found)}${place}`;
    return success({
      result: { total: 1, events: [shownEvent(found, zone)] },
      explanation:
        close.length > 0
          ? say("not_found_next", { title: title ?? "", event })
          : say("next", { event }),
    });
  });

const MOST_DAYS = 14;
const SHORTEST_MS = 15 * 60 * 1000;

/**
 * `{period_text?, period?, part?, duration?}`: what is left of the working hours, today where no time was said, or of the
 * part of the day that was asked for. Of several days the weekend is left out. Whole-day events take no time; they are told beside.
 */
export const freeTimes = (deps: CalendarDeps): Handler =>
  answering(deps, async (params, asked) => {
    const { say, as, zone, call } = asked;
    const today = call.today();
    const said = textIn(params["period"]);
    if (said === undefined && textIn(params["period_text"]) !== undefined)
      return ask({ missing_param: "period_text", explanation: say("bad_period") });
    const period = daysOf(said ?? today, today);
    if (period === undefined)
      return ask({ missing_param: "period_text", explanation: say("bad_period") });
    const [, from = today] = [period.from, today].toSorted();
    const days = daysToLook(from, period.to);
    const [first] = days;
    const last = days.at(-1);
    if (first === undefined || last === undefined)
      return failure({ code: "IN_THE_PAST", explanation: say("no_days") });
    const length = lengthOf(String(params["duration"] ?? "")) ?? SHORTEST_MS;
    const events = await agenda(asked, rangeOfDays({ from: first, to: last }, zone));
    const taken = events.filter(({ busy, allDay }) => busy && !allDay);
    const found = days.map((day) => ({
      day,
      free: gaps(hoursOf(day, partIn(params), deps, zone), taken).filter(
        ({ from, to }) => to - from >= length,
      ),
    }));
    const lines = found.map(({ day, free }) => {
      const name = as.day(epochOf({ date: day }, zone));
      const times = free.map(({ from, to }) => `${as.time(from)}–${as.time(to)}`).join(", ");
      return free.length === 0 ? say("not_free", { day: name }) : say("free", { day: name, times });
    });
    const whole = events
      .filter(({ allDay }) => allDay)
      .map((each) => `${each.title}, ${as.day(each.start)}`);
    return success({
      result: {
        days: found.map(({ day, free }) => ({
          day,
          free: free.map(({ from, to }) => ({
            from: localOf(from, zone).time,
            to: localOf(to, zone).time,
          })),
        })),
      },
      explanation: [
        ...lines,
        ...(whole.length === 0 ? [] : [say("besides", { events: whole.join("; ") })]),
      ].join("\n"),
    });
  });

/** Of several days the working ones; a weekend that was asked for by itself is looked at. */
function daysToLook(from: string, to: string): string[] {
  if (from > to) return [];
  const length = Math.min(daysFrom(from, to), MOST_DAYS - 1);
  const days = Array.from({ length: length + 1 }, (_, at) => shift(from, at, "day"));
  const working = days.filter((day) => weekdayOf(day) % 6 !== 0);
  return days.length === 1 || working.length === 0 ? days : working;
}

/** A day's working hours, or those of a part of the day, from now on. */
function hoursOf(
  date: string,
  part: DayPart | undefined,
  { workingHours, now }: CalendarDeps,
  zone: string,
): TimeRange {
  const hours = hoursIn(part, workingHours);
  const [from, to] = [hours.from, hours.to].map((time) => epochOf({ date, time }, zone));
  const MINUTE_MS = 60 * 1000;
  const soonest = Math.ceil(now() / MINUTE_MS) * MINUTE_MS;
  return { from: Math.max(from ?? 0, soonest), to: to ?? 0 };
}

/** What of a range no event takes; events in the order of time. */
function gaps({ from, to }: TimeRange, taken: readonly Occurrence[]): TimeRange[] {
  const found: TimeRange[] = [];
  let free = from;
  for (const { start, end } of taken) {
    if (end <= free || start >= to) continue;
    if (start > free) found.push({ from: free, to: start });
    free = Math.max(free, end);
  }
  if (free < to) found.push({ from: free, to });
  return found;
}
