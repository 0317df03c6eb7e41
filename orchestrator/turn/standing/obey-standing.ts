import type { IsoDate } from "#shared/calendar/days.ts";
import type { Holidays } from "#shared/calendar/holidays.ts";
import type { Schedule, Tick } from "#shared/contracts/schedule.ts";
import type { RecurrenceRule } from "#shared/contracts/schedule-rule.ts";
import { sayIn } from "#shared/messages/say.ts";
import { againstCommand } from "../../language/commands/against-command.ts";
import type { StandingCommand, StandingVerb } from "../../language/commands/lexicon.ts";
import { type Picked, pick } from "../../language/commands/pick.ts";
import { namesEvery, pointsOnly } from "../../language/commands/read-command.ts";
import { schedulesIn } from "../../language/schedule-reading.ts";
import type { Told } from "../../ports/schedule-store.ts";
import { type Changed, changeStored } from "../../standing/change-stored.ts";
import { resumeSchedule } from "../../standing/resume-schedule.ts";
import { showInstant } from "../../standing/show-when.ts";
import { compete, goalOffers, type Offer, type State } from "../compete.ts";
import { type Outcome, words } from "../outcome.ts";
import { sayHeld } from "../reply/say.ts";
import { controlIn, type StandingTurn, saying, type Turn } from "../turn.ts";
import { otherDays } from "./change-days.ts";
import { changeRule, changeStanding, changeTo } from "./change-standing.ts";
import { askAll, type Commanded, hereOf, lastRang, schedulesOf, which } from "./commanded.ts";
import { describeMade } from "./make-schedule.ts";
import { postponeStanding } from "./postpone-standing.ts";
import { lastStanding, pauseSaid, untilSaid } from "./request.ts";
import { nameAndTime, nameOf, sayPaused, showLines } from "./show-schedule.ts";
import type { Heard } from "./tell-only.ts";
import { whyNot } from "./why-not.ts";

/** Does what was said about standing requests, where nothing else is meant rather; undefined: it was about something else. */
export async function obeyStanding(
  turn: StandingTurn,
  command: StandingCommand,
  listed?: readonly Schedule[],
): Promise<Outcome | undefined> {
  const { locale, state, standing } = turn;
  const intent = controlIn(turn, `standing requests: ${command.does}`);
  const commanded = { turn, command, intent };
  const open = listed ?? (await schedulesOf(turn, "open"));
  if (command.does === "why") return whyNot(commanded, open);
  const rang = command.does === "postpone" ? await lastRang(turn) : undefined;
  const last = open.find(({ id }) => id === state.last_standing?.id);
  const names = namesIn(commanded);
  const found = pick(names, open, locale, hereOf(turn), standing.holidays);
  const spoken = await lastStanding(turn);
  const isSpoken = (spoken?.updated_at ?? 0) > (state.shown.at(-1)?.at ?? 0);
  const newest = state.shown.at(-1);
  const isToldOf = isSpoken || (state.schedules_shown_at ?? 0) > (newest?.at ?? 0);
  const isUnnamed = namesNone(command, found, last);
  // What was shown since may be meant as well, and what was done since is.
  const isOpen =
    isUnnamed && !isToldOf && newest !== undefined && (newest.acted || newest.items.length > 0);
  if (isOpen && (newest.acted || goalOffers(turn).length > 0)) return undefined;
  // A place is of what was shown or done last.
  if (found.isPlace === true && !command.isNamed && !isToldOf && newest !== undefined)
    return undefined;
  const offer = commandOffer(
    (isToldOf && (isUnnamed || found.isPlace === true)) ||
      (command.does === "change" && isSpoken && names === "")
      ? { ...command, isNamed: true }
      : command,
    found,
    command.does === "list" ? isSpoken : last !== undefined,
  );
  // What has just rung can be put off though it stands no more.
  const states = new Set<State>(open.length > 0 || rang !== undefined ? ["any_stands"] : []);
  if (offer === undefined || compete([offer, ...goalOffers(turn)], states) !== offer)
    return undefined;
  if (command.does === "list") {
    const { count } = command;
    const isThem = state.last_standing !== null && (count === 0 || count === open.length);
    return count === undefined || isThem ? list(commanded, open) : undefined;
  }
  const against =
    command.does === "show" ? undefined : againstCommand(turn.entry.input_text, command, locale);
  const held = () =>
    against && words("clarification", sayHeld(against.reason, against.detail, locale), intent);
  if (command.does === "postpone")
    return held() ?? postponeStanding(commanded, open, rang, changeTo);
  if (command.count !== undefined)
    return open.length === 0 ? undefined : (held() ?? ofTwo(commanded, open));
  const { picked, says, namesOther, times, date } = found;
  if (command.does === "change")
    return (open.length > 0 ? held() : undefined) ?? changeStanding(commanded, open, last);
  const say = sayIn("schedules", locale);
  if (command.still === true && picked.length === 0) return overBefore(commanded, names);
  const isAbout = command.isNamed || command.all || (command.points && last !== undefined);
  if (!isAbout && (open.length === 0 || picked.length === 0)) return undefined;
  if (!isAbout && command.rest !== "" && !says && endSaid(commanded)?.isAll !== true)
    return undefined;
  if (command.does === "show" && command.points && last === undefined && open.length !== 1)
    return showSoonest(commanded, open);
  if (picked.length === 0)
    return words("clarification", open.length === 0 ? say("none") : say("not_found"), intent);
  if (command.does === "show") {
    const [one, other] = command.points && last !== undefined ? [last] : picked;
    if (other !== undefined) return list(commanded, picked);
    return one && words("success", describeMade(one, turn, false), intent);
  }
  const stopped = held();
  if (stopped !== undefined) return stopped;
  // What is left of it names nothing.
  const isPointed = command.points || (command.does === "pause" && pointsOnly(names));
  const isLast = !says && !command.all && last !== undefined && isPointed;
  const meant = isLast ? [last] : picked;
  if (namesOther && !command.all && says && open.length > 0) return which(commanded, open);
  if (meant.length > 1 && !command.all && found.isPlace !== true) return which(commanded, meant);
  const [one] = meant;
  const fewer =
    one === undefined || (command.does !== "cancel" && command.does !== "pause")
      ? undefined
      : date !== undefined
        ? withoutDate(one, date, standing.holidays)
        : command.does === "cancel"
          ? withoutTimes(one, times ?? [])
          : undefined;
  if (one !== undefined && fewer !== undefined) return changeRule(turn, one, fewer, intent);
  // What stops more than one, none of which was named, is asked about.
  return (meant.length > 1 || isOpen) && (command.does === "cancel" || command.does === "pause")
    ? askAll(turn, intent, command.does, meant)
    : changeEach(commanded, meant);
}

/** The words that say which one is meant. */
function namesIn(commanded: Commanded): string {
  const { turn, command } = commanded;
  if (namesEvery(command, turn.locale)) return "";
  const { into } = schedulesIn(command.rest, turn.locale);
  return (command.does === "change" ? into?.names : endSaid(commanded)?.rest) ?? command.rest;
}

/** What comes next of all of them. */
function showSoonest(commanded: Commanded, open: readonly Schedule[]): Outcome {
  const { turn, intent } = commanded;
  const [soonest] = open
    .filter(({ next_at, timing }) => next_at !== null && timing.kind !== "when")
    .toSorted((a, b) => (a.next_at ?? 0) - (b.next_at ?? 0));
  return soonest === undefined
    ? list(commanded, open)
    : words("success", describeMade(soonest, turn, false), intent);
}

/**
 * What a command about schedules makes of its message, by what it picks of those that stand. `isSpoken`: one was spoken of before.
 * undefined: what it names is none of them, and no schedule. Pure.
 */
function commandOffer(
  { does, isNamed, hasNoun, points, still }: StandingCommand,
  { picked, says, unread, namesOther, times, date }: Picked,
  isSpoken: boolean,
): Offer | undefined {
  const isTimed = times !== undefined || date !== undefined;
  // Whether one still stands is asked of those that stand no more as well.
  if (still === true && unread.length > 0 && picked.length === 0)
    return { state: "always", against: 0, unread: 0, assumed: 0, generality: 0, confidence: 1 };
  if (OF_ONE.has(does) && namesOther && !hasNoun && !isTimed) return undefined;
  const isList = does === "list";
  const isPointed = (does === "show" || isList) && points && isSpoken;
  const isNamedWhole = says && picked.length === 1 && unread.length === 0;
  return {
    // Nothing is only said to stand where a schedule is spoken of.
    state: isList || hasNoun === true ? "always" : "any_stands",
    against: 0,
    // Who calls it by its kind means one, whatever else it is called.
    unread: isList || (hasNoun === true && picked.length === 0) ? 0 : unread.length,
    assumed: picked.length === 0 && !hasNoun && !(isList && isNamed) ? 1 : 0,
    generality: isNamed || isPointed || (isNamedWhole && PAUSES.has(does)) ? 0 : 2,
    confidence: 1,
  };
}
const PAUSES: ReadonlySet<StandingVerb> = new Set(["pause", "resume"]);
/** It stops what is not named, nor pointed to as the last one. */
const namesNone = (
  { does, hasNoun, all }: StandingCommand,
  { says }: Picked,
  last: Schedule | undefined,
): boolean => STOPS.has(does) && hasNoun !== true && (all || (!says && last === undefined));
const STOPS: ReadonlySet<StandingVerb> = new Set(["cancel", "pause"]);
const OF_ONE: ReadonlySet<StandingVerb> = new Set(["show", "cancel", "pause", "resume"]);

/** Two commands, both about the list as it was. undefined: it is none of these. */
export async function obeySeveral({ turn, said }: Heard): Promise<Outcome | undefined> {
  const { deps, key } = turn;
  if (said.twoCommands === undefined) return undefined;
  const listed = await schedulesOf(turn, "open");
  if (listed.length === 0) return undefined;
  const done: Outcome[] = [];
  for (const { text, command } of said.twoCommands) {
    const fresh = await Promise.all(
      listed.map(async (each) => (await deps.store.schedules.find(key, each.id)) ?? each),
    );
    const outcome = await obeyStanding(saying(turn, text), command, fresh);
    if (outcome === undefined) return done[0];
    done.push(outcome);
    if (outcome.pending !== undefined) break;
  }
  const last = done.at(-1);
  return last && { ...last, answer: done.map(({ answer }) => answer).join("\n") };
}

/** Where there are two. */
const ofTwo = (commanded: Commanded, open: readonly Schedule[]) =>
  open.length === commanded.command.count || open.length === 1
    ? changeEach(commanded, open)
    : which(commanded, open);

/** Of one that is over it is asked whether it stands. undefined: the words name none. */
async function overBefore(
  { turn, intent }: Commanded,
  names: string,
): Promise<Outcome | undefined> {
  const { locale } = turn;
  const all = await schedulesOf(turn, "all");
  const { picked, says } = pick(names, all, locale, hereOf(turn));
  const one = picked.at(-1);
  if (!says || one === undefined || (one.status !== "done" && one.status !== "cancelled"))
    return undefined;
  const answer = sayIn("schedules", locale)(`is_over.${one.status}`, nameAndTime(one, turn));
  return words("success", answer, intent);
}

/** Without some of its times of day: the others stay. undefined: none, or none of them, would be left. */
function withoutTimes({ timing }: Schedule, times: readonly string[]): RecurrenceRule | undefined {
  if (timing.kind !== "every" || timing.rule.by !== "calendar") return undefined;
  const kept = timing.rule.times.filter((time) => !times.includes(time));
  const isLess = kept.length > 0 && kept.length < timing.rule.times.length;
  return isLess ? { ...timing.rule, times: kept } : undefined;
}

/** Without one day: the others stay. What happens on each such day is named by it. */
function withoutDate(one: Schedule, date: IsoDate, holidays: Holidays): RecurrenceRule | undefined {
  const { timing } = one;
  const rule = timing.kind === "every" && timing.rule.by === "calendar" ? timing.rule : undefined;
  if (rule === undefined || NAMED_BY_DATE.has(rule.days.on)) return undefined;
  const less = { isMore: false, weekdays: [], single: [() => date], names: "" };
  return otherDays(less, one, holidays);
}
const NAMED_BY_DATE: ReadonlySet<string> = new Set(["month_days", "year_day"]);

/** Until when, where the words say so. */
const endSaid = ({ turn, command: { does, rest } }: Commanded) =>
  (does === "pause" ? pauseSaid : untilSaid)(turn, rest);

function list({ turn, intent }: Commanded, open: readonly Schedule[]): Outcome {
  const say = sayIn("schedules", turn.locale);
  if (open.length === 0) return words("success", say("none"), intent);
  const told = [say("list", { count: open.length }), ...showLines(open, turn)].join("\n");
  return { ...words("success", told, intent), lists: true };
}

/** Does it to all that were asked about, as they are now; of what is over meanwhile that is said. */
export async function changeAll(commanded: Commanded, ids: readonly string[]): Promise<Outcome> {
  const { turn, intent } = commanded;
  const found = await Promise.all(ids.map((id) => turn.deps.store.schedules.find(turn.key, id)));
  const meant = found.filter((each) => each !== undefined);
  const over = meant
    .filter((each) => !isOpen(each))
    .map((now) => saysOtherwise({ is: "left", now }, turn));
  const open = meant.filter(isOpen);
  if (open.length === 0)
    return words("success", over.join("\n") || sayIn("schedules", turn.locale)("none"), intent);
  const done = await changeEach(commanded, open);
  return { ...done, answer: [done.answer, ...over].join("\n") };
}

/** Does to the one that was chosen of several what was said of them. undefined: the words say nothing that can be done to it. */
export async function changeChosen(
  commanded: Commanded,
  one: Schedule,
): Promise<Outcome | undefined> {
  if (commanded.command.does === "change") return changeStanding(commanded, [one], one);
  if (commanded.command.does === "postpone")
    return postponeStanding(commanded, [one], undefined, changeTo);
  return changeEach(commanded, [one]);
}

/** Cancels, pauses or resumes. */
export async function changeEach(
  commanded: Commanded,
  meant: readonly Schedule[],
): Promise<Outcome> {
  const { turn, command, intent } = commanded;
  const { deps, locale, startedAt, timezone } = turn;
  const say = sayIn("schedules", locale);
  const lines: string[] = [];
  const changed: { id: string; before: Schedule }[] = [];
  for (const each of meant) {
    if (command.does === "resume" && each.status === "active") {
      lines.push(say("stays", nameAndTime(each, turn)));
      continue;
    }
    const until = command.does === "pause" ? (endSaid(commanded)?.until ?? null) : null;
    const done = await changeStored(
      deps.store.schedules,
      each,
      (now) => (isOpen(now) || now === each ? after(command.does, now, until, turn) : undefined),
      each,
    );
    if (done.is !== "changed") {
      lines.push(saysOtherwise(done, turn));
      continue;
    }
    const { before, next } = done;
    changed.unshift({ id: each.id, before });
    if (next.next_at !== null) turn.standing.wakeAt(next.next_at);
    const show = (at: number) => showInstant(at, timezone, locale, startedAt);
    const what = nameOf(each);
    if (command.does === "cancel") lines.push(say("cancelled", nameAndTime(each, turn)));
    else if (command.does === "pause")
      lines.push(sayPaused(what, until === null ? "" : show(until), locale));
    else if (next.timing.kind === "when") lines.push(say("resumed_watch", nameAndTime(each, turn)));
    else if (next.next_at === null) lines.push(say("resumed", { what }));
    else lines.push(say("resumed_next", { what, next: show(next.next_at) }));
  }
  const [last, ...others] = changed;
  return {
    ...words("success", lines.join("\n"), intent),
    ...(last !== undefined && { standing: { ...last, ...(others.length > 0 && { others }) } }),
  };
}

function after(
  does: StandingCommand["does"],
  each: Schedule,
  until: number | null,
  { startedAt: now, shownBy, standing: { holidays } }: StandingTurn,
): { next: Schedule; ticks: [Tick, Told][] } {
  const base = { ...each, updated_at: now };
  if (does === "cancel")
    return { next: { ...base, status: "cancelled", next_at: null }, ticks: [] };
  if (does === "pause") {
    const paused = { why: "asked", detail: "", until } as const;
    return { next: { ...base, status: "paused", paused, next_at: until }, ticks: [] };
  }
  const { next, passed } = resumeSchedule(each, now, holidays);
  // Who has it go on shows once more who they are.
  return {
    next: { ...next, rights: shownBy ?? each.rights },
    ticks: passed === undefined ? [] : [[passed, "nothing"]],
  };
}

const isOpen = ({ status }: Schedule): boolean => status === "active" || status === "paused";

/** It was over before, or others change it all the time. */
function saysOtherwise(changed: Exclude<Changed, { is: "changed" }>, turn: Turn): string {
  const say = sayIn("schedules", turn.locale);
  if (changed.is === "contended") return say("changed_meanwhile");
  if (changed.now === undefined) return say("not_found");
  const { status } = changed.now;
  return status === "done" || status === "cancelled"
    ? say(`is_over.${status}`, nameAndTime(changed.now, turn))
    : say("changed_meanwhile");
}
