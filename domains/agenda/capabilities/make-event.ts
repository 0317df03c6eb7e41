import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { daysFrom, shift } from "#shared/calendar/days.ts";
import { showRrule } from "#shared/calendar/show-days.ts";
import { digestOf } from "#shared/contracts/digest.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import { type DayPart, isDayPart, isOpen, timeOf, timesBetween } from "../event/hours.ts";
import { movedTo, newEvent, shiftedBy, type Times, timesOf } from "../event/new-event.ts";
import { type Occurrence, occurrencesOf } from "../event/occurrence.ts";
import { type Recurrence, recurrenceOf } from "../event/recurrence.ts";
import { epochOf, lengthOf, localOf } from "../event/zones.ts";
import { CalendarStoreError, type StoredEvent } from "../store/calendar-store.ts";
import { agenda, type Days, daysOf } from "./agenda.ts";
import { type Asked, answering, type CalendarDeps, notFound, shownEvent, textIn } from "./deps.ts";
import { type Edit, edit, keepForUndo, whichEvent } from "./which-event.ts";

const LONGEST_TITLE = 200;
const HOUR_MS = 60 * 60 * 1000;
/** A longer event is a slip. */
const MOST_DAYS = 366;

const file = new URL("./leading-words.yaml", import.meta.url);
const LEADING = Object.values(
  z.record(z.string(), z.string()).parse(parse(readFileSync(file, "utf8"))),
);
const LEADING_ON = new RegExp(` (?:${LEADING.join(" ").replaceAll(" ", "|")})$`, "u");
/** "de 10 a", "from 10 to": a range without its end. */
const HALF_A_RANGE = /\d\S* (?:a|à|-|–)$/u;

/** A title that stops in the middle of what was said; a letter that is written large is a name: "vitamina E". */
const isUnfinished = (title: string): boolean => LEADING_ON.test(title) || HALF_A_RANGE.test(title);

/**
 * `{title_text, day, all_day?, start_time?, end_time?, duration?, part?, repeats?, until?, place_text?}`: an hour long where nothing says
 * how long, whole days without a time. The event's UID comes of the call, so that the same call never makes a second one.
 */
export const makeEvent = (deps: CalendarDeps): Handler =>
  answering(deps, async (params, asked) => {
    const { say, as, zone, call, owner } = asked;
    const said = timesIn(params, asked);
    if ("answer" in said) return said.answer;
    const recurring = recurrenceIn(params, said, asked, deps.now());
    if (recurring !== undefined && "answer" in recurring) return recurring.answer;
    const times = recurring === undefined ? said : onDay(said, recurring.from);
    if (isPast(times, call.today(), deps.now(), zone))
      return failure({
        code: "IN_THE_PAST",
        explanation: say("past", { when: saidStart(times, asked) }),
      });
    const title = oneLine(textIn(params["title_text"]) ?? "", LONGEST_TITLE);
    if (title === "") return ask({ missing_param: "title_text", explanation: say("untitled") });
    if (isUnfinished(title))
      return ask({ missing_param: "title_text", explanation: say("unfinished", { title }) });
    const { run_id, step_id } = call.context;
    const uid = `regente-${digestOf([owner, run_id, step_id, call.intent.parameters]).slice(0, 32)}`;
    const place = textIn(params["place_text"]);
    const rrule = recurring?.rrule;
    const ics = newEvent({ uid, title, place, rrule, zone, now: deps.now(), ...times });
    const stored = await createdOnce(asked, uid, ics);
    const from = epochOf(times.start, zone);
    const range = { from, to: from + 1 };
    const [made] = occurrencesOf(stored, range, zone);
    if (made === undefined) throw new Error("the store keeps something else than it was given");
    const undo_token = keepForUndo(deps, asked, [
      { name: stored.name, before: null, after: stored.etag },
    ]);
    const others = await overlapping(made, asked);
    return success({
      result: { event: shownEvent(made, zone), undo_token },
      explanation: [
        saidMade(made, params, asked),
        ...(others.length === 0
          ? []
          : [say("overlaps", { events: others.map(as.line).join("; ") })]),
      ].join(" "),
    });
  });

/** What was made; where it recurs, how often and until when. */
function saidMade(made: Occurrence, params: Params, { say, as, call, zone }: Asked): string {
  const place = made.place === undefined ? "" : ` (${made.place})`;
  const words = { title: made.title, when: as.when(made), place };
  const often = showRrule(textIn(params["repeats"]) ?? "", call.locale);
  if (often === undefined) return say("made", words);
  const date = textIn(params["until"]);
  const until = date && say("until", { day: as.day(epochOf({ date }, zone)) });
  return say("made_recurring", { ...words, often, until: until ?? "" });
}

/** How an event recurs, or what to answer instead; undefined where it does not. */
function recurrenceIn(
  params: Params,
  { start }: Times,
  { say, zone }: Asked,
  now: number,
): Recurrence | { answer: DomainOutput } | undefined {
  const rule = textIn(params["repeats"]);
  if (rule === undefined) return undefined;
  const until = textIn(params["until"]);
  return recurrenceOf(rule, start, { until, now, zone }) ?? badTime(say("bad_recurrence"));
}

/** At the same times, beginning on another day. */
function onDay({ start, end }: Times, date: string): Times {
  const by = daysFrom(start.date, date);
  return { start: { ...start, date }, end: { ...end, date: shift(end.date, by, "day") } };
}

const isPast = ({ start }: Times, today: string, now: number, zone: string): boolean =>
  start.time === undefined ? start.date < today : epochOf(start, zone) < now;

/** "sexta-feira, 27/11, 15:00" */
function saidStart({ start }: Times, { as, zone }: Asked): string {
  const at = epochOf(start, zone);
  return start.time === undefined ? as.day(at) : `${as.day(at)}, ${as.time(at)}`;
}

/** One that is there already was made by this call: its name says so. */
async function createdOnce(
  { store, owner }: Asked,
  uid: string,
  ics: string,
): Promise<StoredEvent> {
  const name = await store.nameOf(owner, uid);
  try {
    return await store.write(owner, name, ics, null);
  } catch (error) {
    if (!(error instanceof CalendarStoreError) || error.fault !== "CONFLICT") throw error;
    const there = await store.read(owner, name);
    if (there === undefined) throw error;
    return there;
  }
}

/** What else takes that time. Nothing where it cannot be looked up: the event itself stands. */
async function overlapping(made: Occurrence, asked: Asked): Promise<Occurrence[]> {
  if (made.allDay || made.end === made.start) return [];
  const range = { from: made.start, to: made.end };
  const around = await agenda(asked, range).catch(() => []);
  return around.filter(
    ({ name, busy, allDay, end }) => name !== made.name && busy && !allDay && end > made.start,
  );
}

/** `{id?, title_text?, from_day?, day?, start_time?, end_time?, duration?, later?, earlier?, scope?}`: to another day, another time, or both. */
export const moveEvent = (deps: CalendarDeps): Handler =>
  answering(deps, async (params, asked) => {
    const { say } = asked;
    const to = targetIn(params);
    if (Object.values(to).every((each) => each === undefined))
      return ask({ missing_param: "start_time", explanation: say("move_to") });
    const meant = await whichEvent(params, asked, say("move_what"));
    if ("answer" in meant) return meant.answer;
    const { event, scope } = meant;
    if (event.recurrence !== undefined && scope === "ALL") return moveAll(deps, asked, event, to);
    const times = timesAt(event, to, asked.zone);
    if (isPast(times, asked.call.today(), deps.now(), asked.zone))
      return failure({
        code: "IN_THE_PAST",
        explanation: say("past", { when: saidStart(times, asked) }),
      });
    return moveOne(deps, asked, event, times);
  });

async function moveOne(
  deps: CalendarDeps,
  asked: Asked,
  event: Occurrence,
  times: Times,
): Promise<DomainOutput> {
  const { say, as, zone } = asked;
  const now = deps.now();
  const moved: Occurrence = {
    ...event,
    allDay: times.start.time === undefined,
    start: epochOf(times.start, zone),
    end: epochOf(times.end, zone),
  };
  const answer = await changed(
    deps,
    asked,
    event,
    (ics) => movedTo(ics, event.recurrence, times, { zone, now }),
    {
      shown: moved,
      explanation: say("moved", { title: as.title(event), when: as.when(moved) }),
    },
  );
  const others = answer.status === "success" ? await overlapping(moved, asked) : [];
  if (others.length === 0) return answer;
  const note = say("overlaps", { events: others.map(as.line).join("; ") });
  return { ...answer, explanation: `${answer.explanation} ${note}` };
}

async function moveAll(
  deps: CalendarDeps,
  asked: Asked,
  event: Occurrence,
  target: Target,
): Promise<DomainOutput> {
  const { say, as, zone } = asked;
  const was = localOf(event.start, zone);
  const { day, time } = targetOf(event, target, zone);
  if (time === undefined || event.allDay || (day !== undefined && day !== was.date))
    return failure({ code: "SERIES_KEEPS_ITS_DAYS", explanation: say("series_keeps_its_days") });
  const by = epochOf({ date: was.date, time }, zone) - event.start;
  const shown = { ...event, start: event.start + by, end: event.end + by };
  return changed(deps, asked, event, (ics) => shiftedBy(ics, by / 1000, { now: deps.now() }), {
    shown,
    explanation: say("moved_all", {
      title: as.title(event),
      time: as.time(shown.start),
    }),
  });
}

async function changed(
  deps: CalendarDeps,
  asked: Asked,
  event: Occurrence,
  change: Edit,
  { shown, explanation }: { shown: Occurrence; explanation: string },
): Promise<DomainOutput> {
  const { say, zone } = asked;
  const done = await edit(asked, event.name, change);
  if (done === undefined) return notFound(event.title, asked);
  return success({
    result: { event: shownEvent(shown, zone), undo_token: keepForUndo(deps, asked, [done]) },
    explanation: event.invited ? `${explanation} ${say("guests_not_told")}` : explanation,
  });
}

type Params = Record<string, unknown>;

/** When a new event is, or what to answer instead. */
function timesIn(params: Params, asked: Asked): Times | { answer: DomainOutput } {
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
type Target = {
  day: string | undefined;
  /** As it was said: its half of the day may be open. */
  time: string | undefined;
  end: string | undefined;
  length: number | undefined;
  /** So much later; earlier where it is negative. */
  by: number | undefined;
};

function targetIn(params: Params): Target {
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
function targetOf(
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
function timesAt(event: Occurrence, target: Target, zone: string): Times {
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
