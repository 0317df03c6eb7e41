import { startOf } from "#shared/calendar/days.ts";
import { nextOf } from "#shared/calendar/next-instants.ts";
import { instantOf, localTimeOf } from "#shared/calendar/zoned.ts";
import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import {
  happensOnce,
  type Schedule,
  type ScheduleTiming,
  type WatchState,
} from "#shared/contracts/schedule.ts";
import type { Comparison, RecurrenceRule } from "#shared/contracts/schedule-rule.ts";
import { sayIn } from "#shared/messages/say.ts";
import { type DaySaid, readDaySaid } from "../../language/commands/day-said.ts";
import { readShift, type Shift, saysNothing } from "../../language/commands/into.ts";
import { pick } from "../../language/commands/pick.ts";
import { readThreshold, readValued } from "../../language/commands/subject-of.ts";
import { schedulesIn } from "../../language/schedule-reading.ts";
import type { TimeBeside } from "../../language/time/beside.ts";
import { later, written } from "../../language/time/place-times.ts";
import { changeStored } from "../../standing/change-stored.ts";
import { showInstant, showTiming } from "../../standing/show-when.ts";
import { type Outcome, words } from "../outcome.ts";
import type { StandingTurn } from "../turn.ts";
import { type Commanded, hereOf, which } from "./commanded.ts";
import { type Half, halfOf, hoursOf, isNear, onTwelve } from "./hours-of.ts";
import { trueNow } from "./look.ts";
import { asked, requestOf, resumeAt, untilSaid, type Where } from "./request.ts";
import { nameAndTime, nameOf } from "./show-schedule.ts";
import { restated, withSubject, withText } from "./with-subject.ts";

/** Another time, or another threshold. undefined: it is about something else. */
export async function changeStanding(
  commanded: Commanded,
  open: readonly Schedule[],
  last: Schedule | undefined,
): Promise<Outcome | undefined> {
  const { turn, command, intent } = commanded;
  const { locale } = turn;
  const say = sayIn("schedules", locale);
  const { into } = schedulesIn(command.rest, locale);
  if (open.length === 0)
    return command.isNamed ? words("clarification", say("none"), intent) : undefined;
  // What it becomes stands right behind the verb.
  if (into === undefined) {
    const { bringsForward } = schedulesIn(turn.entry.input_text, locale);
    const { withoutName } = schedulesIn(command.rest, locale);
    const made =
      last &&
      ((await changeLast(turn, last, withoutName, intent, bringsForward)) ??
        (await changeSubject(turn, last, command.rest, undefined, intent)));
    if (made !== undefined) return made;
    return command.isNamed ? words("clarification", say("change_how"), intent) : undefined;
  }
  const { wanted, withLead, textOf } = into;
  const names = textOf ?? into.names;
  // One thing takes the place of another.
  const swapped =
    names !== "" && last !== undefined
      ? await changeSubject(turn, last, wanted, names, intent)
      : undefined;
  if (swapped !== undefined) return swapped;
  const { picked, says, unread, namesOther } = pick(names, open, locale, hereOf(turn));
  // Without a name only what says nothing else is about what was just made.
  const isWhole = says && picked.length > 0 && unread.length === 0;
  if (!command.isNamed && names !== "" && !isWhole) return undefined;
  // A noun names every one of its kind, a pronoun the one that was spoken of last.
  const isLast =
    !says &&
    last !== undefined &&
    (names === "" || (command.hasNoun !== true && picked.includes(last)));
  const meant = namesOther && picked.length > 0 ? open : isLast ? [last] : picked;
  const [one, other] = meant;
  if (one === undefined) return words("clarification", say("not_found"), intent);
  if (other !== undefined || namesOther) return which(commanded, meant);
  const reworded = textOf === undefined ? undefined : withText(one, wanted);
  if (reworded !== undefined) return keepChanged(turn, reworded, one, intent, one);
  const timed = await changeLast(turn, one, withLead, intent);
  if (timed !== undefined) return timed;
  const about = await changeSubject(turn, one, wanted, undefined, intent);
  return about ?? words("clarification", say("change_how"), intent);
}

/** What was agreed on is about that from now on. */
async function changeSubject(
  turn: StandingTurn,
  one: Schedule,
  wanted: string,
  instead: string | undefined,
  intent: IntentOutput,
): Promise<Outcome | undefined> {
  const valued = readValued(wanted);
  const other = withSubject(turn, one, valued?.subject ?? wanted, instead);
  if (other === undefined) return undefined;
  const timed = valued === undefined ? other : changeTo(turn, other, valued.value);
  return timed && keepChanged(turn, other, timed, intent, one);
}

/**
 * What was made or changed last becomes what is said. `isForward`: a length of time is so much earlier. undefined: the words
 * say no such thing
 */
export async function changeLast(
  turn: StandingTurn,
  last: Schedule,
  wanted: string,
  intent: IntentOutput,
  isForward = false,
  half?: Half,
): Promise<Outcome | undefined> {
  const timed = changeTo(turn, last, wanted, isForward, half);
  if (timed !== undefined) return keepChanged(turn, last, timed, intent);
  const options = HALVES.flatMap((each) => {
    const to = half === undefined && changeTo(turn, last, wanted, isForward, each);
    if (to === false || to === undefined) return [];
    const label = showTiming({ ...last, ...to }, turn.locale, turn.startedAt);
    return [{ label, params: { id: last.id, at: to.next_at, half: each } }];
  });
  // Either half of the day may be meant.
  const question = sayIn("schedules", turn.locale)("asks.unclear_half", { words: wanted });
  const resume = resumeAt("instant", requestOf(wanted));
  return options.length === 0 ? undefined : asked(turn, intent, question, resume, options);
}
const HALVES: readonly Half[] = ["am", "pm"];

/** The same with other days. */
export function changeRule(
  turn: StandingTurn,
  last: Schedule,
  rule: RecurrenceRule,
  intent: IntentOutput,
): Promise<Outcome> {
  const next_at = nextOf(rule, last.zone, turn.startedAt, turn.standing.holidays) ?? null;
  const timed = { timing: { kind: "every" as const, rule }, next_at, until: last.until };
  return keepChanged(turn, last, timed, intent);
}

async function keepChanged(
  turn: StandingTurn,
  one: Schedule,
  timed: Pick<Schedule, "timing" | "next_at" | "until">,
  intent: IntentOutput,
  before: Schedule = one,
): Promise<Outcome> {
  const { deps, locale, startedAt, shownBy } = turn;
  const say = sayIn("schedules", locale);
  const wanted: Schedule = {
    ...one,
    ...timed,
    action: restated(one, timed.timing, locale),
    rights: shownBy ?? one.rights,
    // What has another time goes on; another text or end leaves a pause as it is.
    ...(timed.timing !== one.timing && { status: "active", paused: null }),
    updated_at: startedAt,
  };
  const parts = ({ timing, next_at, until, action, words: own }: Schedule) =>
    JSON.stringify([timing, next_at, until, action, own]);
  const standing = { id: one.id, before };
  // Whoever asks for a change that is none hears what stands.
  if (one.status === "active" && parts(wanted) === parts(before))
    return { ...words("success", say("stays", nameAndTime(one, turn)), intent), standing };
  const asWanted = ({ status, failures }: Schedule) =>
    status === one.status ? { next: { ...wanted, failures } } : undefined;
  const done = await changeStored(deps.store.schedules, one, asWanted, one);
  if (done.is !== "changed") return words("clarification", say("changed_meanwhile"), intent);
  const { next } = done;
  if (next.next_at !== null) turn.standing.wakeAt(next.next_at);
  const changed = say("changed", { what: nameOf(one), when: showTiming(next, locale, startedAt) });
  const answer =
    next.until === null || next.until === before.until
      ? changed
      : `${changed} ${say("ends", { until: showInstant(next.until, next.zone, locale, startedAt) })}`;
  const already = await trueNow(turn, next);
  const told =
    already === undefined ? answer : `${answer} ${say("waits_for_next", { value: already })}`;
  return { ...words("success", told, intent), standing };
}

/** Another time, or another threshold of a watch, with when that is next; undefined: the words say none. */
export function changeTo(
  where: Where,
  one: Schedule,
  text: string,
  isForward = false,
  half?: Half,
): Pick<Schedule, "timing" | "next_at" | "until"> | undefined {
  const { holidays, endsAfterMs } = where.standing;
  const { into } = schedulesIn(text, where.locale);
  const wanted = into?.names === "" ? into.wanted : text;
  const end = endSaid(where, one, wanted) ?? endSaid(where, one, text);
  if (end !== undefined) return { timing: one.timing, next_at: one.next_at, until: end };
  const timing = timingAfter(where, one, wanted, text, isForward, half);
  if (timing === undefined) return undefined;
  // What happens once has no end of its own.
  const until = one.until ?? where.startedAt + endsAfterMs;
  switch (timing.kind) {
    case "every": {
      const next_at = nextOf(timing.rule, one.zone, where.startedAt, holidays) ?? null;
      return { timing, next_at, until };
    }
    case "when":
      return { timing, next_at: where.startedAt, until };
    case "at":
    case "after":
      return { timing, next_at: timing.at, until: null };
  }
}

/** Only its end is another one. */
function endSaid(where: Where, { timing, next_at }: Schedule, said: string): number | undefined {
  if (timing.kind !== "every" && timing.kind !== "when") return undefined;
  const until = untilSaid(where, said);
  if (until?.isAll !== true || until.end <= where.startedAt) return undefined;
  const isOver = timing.kind === "every" && next_at !== null && until.end < next_at;
  return isOver ? undefined : until.end;
}

function timingAfter(
  where: Where,
  one: Schedule,
  wanted: string,
  text: string,
  isForward: boolean,
  half: Half | undefined,
): ScheduleTiming | undefined {
  const { locale, startedAt, timezone } = where;
  if (one.timing.kind === "when") return withThreshold(one.timing.watch, wanted, locale);
  for (const each of [wanted, text]) {
    const shift = readShift(each, locale, isForward);
    if (shift !== undefined) return shiftTiming(one, shift, startedAt, timezone);
  }
  if (isForward) return undefined;
  // Where an hour takes the place of another, a number is one.
  const ways: (readonly [string, TimeBeside])[] = [
    // What was said as a length becomes another one.
    ...(one.timing.kind === "after" ? [[wanted, { is: "length" }] as const] : []),
    [wanted, {}],
    [text, {}],
    [wanted, { is: "hour" }],
    [wanted, { is: "minutes" }],
    // Its own hour, with what is added to it.
    ...hoursOf(one).map((time) => [`${onTwelve(time)} ${wanted}`, {}] as const),
  ];
  const read = ways
    .values()
    .map(([each, is]) => timingSaid(where, one, each, is, half))
    .filter((timing) => timing !== undefined);
  const { value: first } = read.next();
  // What leaves it as it is may say more in another way.
  const isOther = (timing: ScheduleTiming) => timing.kind !== "at" || timing.at !== one.next_at;
  return first === undefined || isOther(first) ? first : (read.find(isOther) ?? first);
}

/** The other time that a text says; what it leaves open is as it was. undefined: it says none, or more. */
function timingSaid(
  { locale, startedAt, timezone, standing: { readTime } }: Where,
  one: Schedule,
  text: string,
  is: TimeBeside,
  half: Half | undefined,
): ScheduleTiming | undefined {
  const { timing } = one;
  const { day, monthDay } = readDaySaid(text, locale);
  const from = Math.max(startedAt, saidFrom(one, day) ?? startedAt);
  const read = (known: TimeBeside) => readTime(text, from, timezone, locale, known);
  const plain = read(is);
  const needsHour = plain.asks === "needs_hour" && plain.rest === "";
  const needsHalf =
    plain.asks === "unclear_half" || (plain.asks === "passed" && plain.instants.length > 1);
  const known: TimeBeside = {
    ...is,
    ...(needsHour && { times: hoursOf(one) }),
    ...(needsHalf && { half: half ?? halfOf(one) }),
  };
  const plainly = (said: ScheduleTiming) =>
    !needsHalf || half !== undefined || isNear(one, said) ? said : undefined;
  const whole = needsHour || needsHalf ? read(known) : plain;
  const reading = needsHalf && whole.kind === "ask" ? plain : whole;
  if (reading.rest !== text && !saysNothing(reading.rest)) return undefined;
  const [first] = reading.instants;
  if (reading.kind === "every" && reading.rule !== undefined)
    return plainly({
      kind: "every",
      rule: onOtherDays(timing, reading.rule, needsHour || needsHalf),
    });
  if (timing.kind === "every" && timing.rule.by === "calendar") {
    const { rule } = timing;
    if (monthDay !== undefined && rule.days.on === "month_days" && rule.days.days.length === 1)
      return monthDay > LAST_OF_ALL_MONTHS
        ? undefined
        : { kind: "every", rule: { ...rule, days: { on: "month_days", days: [monthDay] } } };
    // Another hour on the same days.
    const every = readTime(text, startedAt, timezone, locale, { ...known, recurs: "day" });
    return every.kind === "every" && every.rule?.by === "calendar" && every.rest === ""
      ? plainly({ kind: "every", rule: { ...rule, times: every.rule.times } })
      : undefined;
  }
  if (first === undefined || !happensOnce(reading)) return undefined;
  return plainly(
    reading.kind === "after"
      ? { kind: "after", at: first, said_at: startedAt }
      : { kind: "at", at: first },
  );
}
const LAST_OF_ALL_MONTHS = 28;

/** An hour without a day is one of the day that it is on, a day of the week one of its week. undefined: as it is said now. */
function saidFrom({ next_at, zone, timing }: Schedule, day: DaySaid["day"]): number | undefined {
  if (next_at === null || timing.kind === "every" || day === "other") return undefined;
  const { date } = localTimeOf(next_at, zone);
  const begin = day === "none" ? date : startOf(date, "week");
  return instantOf({ date: begin, time: "00:00" }, zone);
}

/** The watch with another threshold. undefined: it has none, or the words say none, or of a band only one end. */
function withThreshold(
  watch: WatchState,
  wanted: string,
  locale: Locale,
): ScheduleTiming | undefined {
  const { percent, value: _before, ...comparison } = watch.comparison;
  if (NO_THRESHOLD.has(comparison.is) || comparison.upper !== undefined) return undefined;
  const said = readThreshold(wanted, locale);
  if (said === undefined) return undefined;
  const { value } = said;
  const changed = said.isPercent || percent !== undefined ? { percent: value } : { value };
  // Where it stands to the new threshold is seen by the next look.
  const fresh = { last: null, fresh: null, armed: true };
  return { kind: "when", watch: { ...watch, comparison: { ...comparison, ...changed }, ...fresh } };
}
const NO_THRESHOLD: ReadonlySet<Comparison["is"]> = new Set(["becomes", "changes"]);

/** Other days of what comes again after so long: how long stays. `isDaysOnly`: no hour was said. */
function onOtherDays(
  timing: ScheduleTiming,
  said: RecurrenceRule,
  isDaysOnly: boolean,
): RecurrenceRule {
  const isElapsed = timing.kind === "every" && timing.rule.by === "elapsed";
  if (!isElapsed || !isDaysOnly || said.by !== "calendar") return said;
  const { not_on: _before, ...rule } = timing.rule;
  return { ...rule, days: said.days, ...(said.not_on !== undefined && { not_on: said.not_on }) };
}

/** What is agreed on, so much earlier or later than it is. undefined: it would be on another day, or is over. */
function shiftTiming(
  { timing, next_at }: { timing: ScheduleTiming; next_at: number | null },
  { by: amount, isEarlier }: Shift,
  now: number,
  zone: string,
): ScheduleTiming | undefined {
  if (timing.kind === "when") return undefined;
  const length = later(now, amount, zone) - now;
  const by = isEarlier ? -length : length;
  if (timing.kind !== "every") {
    const at = (next_at ?? timing.at) + by;
    return at > now ? { kind: "at", at } : undefined;
  }
  const { rule } = timing;
  if (rule.by !== "calendar") return undefined;
  const times = rule.times.map((time) => moved(time, by / 60_000));
  const kept = times.filter((time) => time !== undefined);
  return kept.length < times.length ? undefined : { kind: "every", rule: { ...rule, times: kept } };
}

/** "09:00" and -60 give "08:00". undefined: that is on another day. */
function moved(time: string, minutes: number): string | undefined {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const at = hour * 60 + minute + minutes;
  const isSameDay = at >= 0 && at < 24 * 60 && Number.isInteger(at);
  return isSameDay ? written(Math.floor(at / 60), at % 60) : undefined;
}
