import { weekdayOf } from "#shared/calendar/days.ts";
import { localTimeOf } from "#shared/calendar/zoned.ts";
import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { happensOnce, type Schedule } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import { type DaysChange, readDaysChange } from "../../language/commands/days-change.ts";
import { pick } from "../../language/commands/pick.ts";
import { readSided, readValued } from "../../language/commands/subject-of.ts";
import { readingOf } from "../../language/reading.ts";
import { schedulesIn } from "../../language/schedule-reading.ts";
import { showRule } from "../../standing/show-when.ts";
import { type Outcome, words } from "../outcome.ts";
import { controlIn, type StandingTurn, type Turn } from "../turn.ts";
import { otherDays } from "./change-days.ts";
import { changeLast, changeRule, changeTo } from "./change-standing.ts";
import { hereOf, schedulesOf } from "./commanded.ts";
import { confirmOrMake, scheduleId } from "./conclude.ts";
import { changeEach } from "./obey-standing.ts";
import { stays } from "./of-last.ts";
import { propose } from "./propose.ts";
import { requestOf } from "./request.ts";
import type { Heard } from "./tell-only.ts";
import { withSubject, wordsWithOther } from "./with-subject.ts";

/**
 * Words that only go on with the standing request that was made or changed last: they change it, or ask for another one.
 * undefined: they say something by themselves.
 */
export async function followsLast(heard: Heard): Promise<Outcome | undefined> {
  const { turn, said, last, isClear } = heard;
  if (last === undefined || isClear) return undefined;
  const text = turn.entry.input_text;
  const intent = controlIn(turn, "goes on with a standing request");
  // Behind what says which one, or why.
  for (const core of said.becoming) {
    const one = await namedBefore(turn, last, text.slice(0, text.lastIndexOf(core)));
    const changed = one && (await changeLast(turn, one, core, intent));
    if (changed !== undefined) return changed;
  }
  const coreOf = (words: string) => schedulesIn(words, turn.locale).goesOn.core;
  const clause = readingOf(text).clauseThat(turn.locale, (each) => {
    const core = coreOf(each.text);
    return core !== "" && changeTo(turn, last, core) !== undefined;
  });
  if (clause !== undefined) return changeLast(turn, last, coreOf(clause.text), intent);
  const { core, also, joins } = said.goesOn;
  // Whether one more is asked about, or another time, is open.
  const isOpen = said.oneMore !== undefined && readingOf(text).isQuestion;
  if (core === "" || isOpen) return undefined;
  return (
    (also ? await another(turn, last, core, intent) : undefined) ??
    (await changeLast(turn, last, core, intent)) ??
    (joins && withSubject(turn, last, core) !== undefined
      ? another(turn, last, core, intent)
      : undefined)
  );
}

/** The one that words before a change name; the last where they name none. undefined: they name several others. */
async function namedBefore(
  turn: Turn,
  last: Schedule,
  before: string,
): Promise<Schedule | undefined> {
  const open = await schedulesOf(turn, "open");
  const { picked, says } = pick(before, open, turn.locale, hereOf(turn));
  if (!says || picked.length === 0 || picked.some(({ id }) => id === last.id)) return last;
  const [one, other] = picked;
  return other === undefined ? one : undefined;
}

/** On other days: the one that is named beside them, else the last one. undefined: the words say no such thing. */
export async function onOtherDays({ turn, last }: Heard): Promise<Outcome | undefined> {
  const text = turn.entry.input_text;
  const change = readDaysChange(text, turn.locale, hereOf(turn));
  if (change === undefined) return undefined;
  const isNamed = change.names !== "";
  const one = isNamed ? await namedWhole(turn, change.names) : last;
  if (one?.status !== "active" && one?.status !== "paused") return undefined;
  // What happens once is on no other day that it could be taken from.
  if (happensOnce(one.timing) && !change.isMore) return notOnDay(turn, one, change);
  const intent = controlIn(turn, "other days for a standing request");
  const rule = otherDays(change, one, turn.standing.holidays);
  if (rule !== undefined) return changeRule(turn, one, rule, intent);
  // Which of its days is meant is open: it is not to be stopped for all of them.
  return isNamed
    ? words("clarification", sayIn("schedules", turn.locale)("change_how"), intent)
    : undefined;
}

/** Without its only day it is not wanted at all; on another day it was not to be. */
function notOnDay(turn: StandingTurn, one: Schedule, { single, weekdays }: DaysChange) {
  const { date } = localTimeOf(one.next_at ?? turn.startedAt, one.zone);
  const isItsDay =
    weekdays.includes(weekdayOf(date)) ||
    single.some((day) => day === "next" || day((each) => each === date) === date);
  if (!isItsDay) return stays(turn, one, turn.locale, "not on a day");
  const intent = controlIn(turn, "not on a day");
  const command = { does: "cancel", rest: "", isNamed: true, all: false, points: true } as const;
  return changeEach({ turn, command, intent }, [one]);
}

/** The only one that every word names. */
async function namedWhole(turn: Turn, names: string): Promise<Schedule | undefined> {
  const open = await schedulesOf(turn, "open");
  const { picked, says, unread } = pick(names, open, turn.locale, hereOf(turn));
  const [one, other] = picked;
  return says && unread.length === 0 && other === undefined ? one : undefined;
}

/** One more, about something else: as it was said, or as it has been changed to since. */
async function another(
  turn: StandingTurn,
  last: Schedule,
  core: string,
  intent: IntentOutput,
): Promise<Outcome | undefined> {
  const { locale } = turn;
  const sided = otherSide(last, core, locale);
  if (sided !== undefined) return propose(turn, requestOf(sided));
  const valued = readValued(core);
  if (valued !== undefined) {
    const other = withSubject(turn, last, valued.subject);
    const timed = other && changeTo(turn, other, valued.value);
    return timed && keepFurther(turn, { ...other, ...timed }, intent);
  }
  const said = wordsWithOther(last, core, locale);
  if (said === undefined) return undefined;
  const reading = turn.standing.readTime(last.words, last.created_at, last.zone, locale);
  const isAsSaid =
    last.timing.kind === "when"
      ? JSON.stringify(reading.condition?.comparison) ===
        JSON.stringify(last.timing.watch.comparison)
      : last.timing.kind === "every" &&
        reading.rule !== undefined &&
        showRule(reading.rule, locale) === showRule(last.timing.rule, locale);
  if (isAsSaid) return propose(turn, requestOf(said));
  const other = withSubject(turn, last, core);
  return other && keepFurther(turn, other, intent);
}

/** The words of a new watch: of its own side, never of the one that the last has. undefined: they name none. */
function otherSide({ timing }: Schedule, core: string, locale: Locale): string | undefined {
  const sided = timing.kind === "when" ? readSided(core, locale) : undefined;
  if (timing.kind !== "when" || sided === undefined) return undefined;
  const [own = "", other] = Object.values(timing.watch.entities).flat().map(String);
  const isNamed = sided.subject !== "" || (own !== "" && other === undefined);
  return isNamed ? sided.asks(own) : undefined;
}

/** One more standing request, made of another one. */
function keepFurther(turn: StandingTurn, other: Schedule, intent: IntentOutput): Promise<Outcome> {
  const { run_id, key, startedAt } = turn;
  const schedule: Schedule = {
    ...other,
    ...key,
    ...{ id: scheduleId(run_id, other), status: "active", paused: null, failures: 0, version: 1 },
    ...{ created_at: startedAt, updated_at: startedAt, rights: turn.shownBy ?? null },
  };
  const request = requestOf(other.words);
  return confirmOrMake(turn, { schedule, request, intent, endsByDefault: false });
}

/** A reminder is gone on with for so long. */
const SHORTLY_MS = 30 * 60_000;
/** One more reminder behind one that was made or has rung a short while ago. undefined: it is nothing like that. */
export async function anotherReminder(heard: Heard): Promise<Outcome | undefined> {
  const { turn, said, last, isClear } = heard;
  const { startedAt, timezone, locale, entry } = turn;
  const isReminder = last?.action.do === "tell" && last.action.text !== null;
  const more = said.oneMore;
  if (last === undefined || more === undefined || isClear || !isReminder) return undefined;
  if (startedAt - last.updated_at > SHORTLY_MS) return undefined;
  if (readingOf(entry.input_text).isQuestion) return undefined;
  const { behind, asks } = more;
  const { core } = schedulesIn(behind, locale).goesOn;
  const isOnlyWhen = turn.standing.readTime(core, startedAt, timezone, locale).rest === "";
  // What says nothing but another time is on the same day, and about the same.
  const timed = behind.startsWith(core) && isOnlyWhen ? changeTo(turn, last, core) : undefined;
  if (timed?.next_at != null && timed.next_at !== last.next_at)
    return keepFurther(turn, { ...last, ...timed }, controlIn(turn, "one more standing request"));
  const { kind, rest } = turn.standing.readTime(asks, startedAt, timezone, locale);
  return kind === "none" || kind === "when" || !more.names(rest)
    ? undefined
    : propose(turn, requestOf(asks));
}
