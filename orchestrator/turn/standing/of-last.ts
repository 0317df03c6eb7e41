import { type Locale, locales } from "#shared/contracts/names.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import { againstCommand, readKept } from "../../language/commands/against-command.ts";
import type { StandingCommand } from "../../language/commands/lexicon.ts";
import { pick } from "../../language/commands/pick.ts";
import { schedulesIn } from "../../language/schedule-reading.ts";
import { showInstant } from "../../standing/show-when.ts";
import { type Outcome, words } from "../outcome.ts";
import { controlIn, inLanguage, type Turn } from "../turn.ts";
import { hereOf, lastRang, schedulesOf } from "./commanded.ts";
import { changeEach } from "./obey-standing.ts";
import { lastStanding } from "./request.ts";
import { nameAndTime, nameOf, sayPaused } from "./show-schedule.ts";
import type { Heard } from "./tell-only.ts";
import { againstCancel } from "./undo-standing.ts";

/** What lets go of something is about what was spoken of so shortly before. */
const SHORTLY_MS = 30 * 60_000;
const CANCEL: StandingCommand = {
  ...{ does: "cancel", rest: "", isNamed: false, all: false, points: true },
};

/** A command without a name, with no question open, is about what was made or changed last. undefined: it is not. */
export async function obeyOfLast(turn: Turn): Promise<Outcome | undefined> {
  const { deps, entry, state, pending } = turn;
  const { standing } = deps;
  if (standing === undefined || state.last_standing === null) return undefined;
  if (pending !== undefined && !pending.parked) return undefined;
  const back = await againstCancel(turn);
  if (back !== undefined) return back;
  for (const locale of [turn.locale, ...locales.filter((each) => each !== turn.locale)]) {
    const said = schedulesIn(entry.input_text, locale);
    const read = said.command;
    const isPointed = read !== undefined && OF_LAST.has(read.does) && read.points;
    if (!isPointed && !said.letsGo) continue;
    const last = await lastStanding(turn);
    if (last === undefined || last.status === "done" || last.status === "cancelled")
      return undefined;
    if (!isPointed && !(await isFresh(turn, last))) return undefined;
    // What is not paused does not go on: it is about something else.
    if (isPointed && read.does === "resume" && last.status !== "paused")
      return isSpokenOf(turn, last)
        ? { ...stays(turn, last, locale, "goes on"), locale }
        : undefined;
    const command = isPointed ? read : CANCEL;
    if (againstCommand(entry.input_text, command, locale) !== undefined) return undefined;
    const told = { ...inLanguage(turn, locale), standing };
    const intent = controlIn(turn, `standing requests: ${command.does}`);
    return { ...(await changeEach({ turn: told, command, intent }, [last])), locale };
  }
  return undefined;
}

/** Nothing has been shown since it was made or changed. */
const isSpokenOf = ({ state }: Turn, { updated_at }: Schedule): boolean =>
  (state.shown.at(-1)?.at ?? 0) < updated_at;

export function stays(turn: Turn, one: Schedule, locale: Locale, as: string): Outcome {
  const answer = sayIn("schedules", locale)("stays", nameAndTime(one, { ...turn, locale }));
  const intent = controlIn(turn, `standing requests: ${as}`);
  return words("success", answer, intent);
}

const OF_LAST: ReadonlySet<StandingCommand["does"]> = new Set(["cancel", "resume"]);

/** It was made, changed or told a short while ago. */
async function isFresh(turn: Turn, { id, updated_at }: Schedule): Promise<boolean> {
  const rang = await lastRang(turn);
  const at = rang?.schedule_id === id ? Math.max(updated_at, rang.at) : updated_at;
  return turn.startedAt - at <= SHORTLY_MS;
}

/**
 * What stands is to stay as it is, which is said of the one that is meant.
 * undefined: nothing was made or changed in this conversation, or it refuses something else
 */
export async function keepsLast(turn: Turn): Promise<Outcome | undefined> {
  const { deps, entry, pending, state } = turn;
  if (deps.standing === undefined || state.last_standing === null) return undefined;
  if (pending !== undefined && !pending.parked) return undefined;
  const kept = readKept(entry.input_text);
  if (kept === undefined) return undefined;
  const commandIn = (each: Locale) => schedulesIn(kept.refused, each).command;
  const locale = kept.isTouch
    ? turn.locale
    : locales.find((each) => CHANGES.has(commandIn(each)?.does));
  if (locale === undefined) return undefined;
  const command = kept.isTouch ? undefined : commandIn(locale);
  const open = await schedulesOf(turn, "open");
  const told = inLanguage(turn, locale);
  const { picked, says } = pick(command?.rest ?? "", open, locale, hereOf(told));
  const last = open.find(({ id }) => id === state.last_standing?.id);
  const [one, other] = says && picked.length > 0 ? picked : last === undefined ? [] : [last];
  if (one === undefined || other !== undefined) return undefined;
  return { ...stays(turn, one, locale, "kept"), locale };
}

const CHANGES: ReadonlySet<StandingCommand["does"] | undefined> = new Set([
  "cancel",
  "pause",
  "change",
  "postpone",
]);

/** A command that changes what stands. Pure. */
export const changesStanding = (text: string): boolean =>
  locales.some((each) => CHANGES.has(schedulesIn(text, each).command?.does));

const NAMED_AGAIN_MS = 10 * 60_000;

/**
 * Nothing but the name of what was cancelled or paused a moment ago: that it was just this one is said once more. undefined: nothing was
 * cancelled or paused a moment ago, or another one is named
 */
export async function namesLast({ turn, said, last }: Heard): Promise<Outcome | undefined> {
  const { entry, state, pending, startedAt, locale } = turn;
  const { last_standing } = state;
  if (last_standing?.before == null || last_standing.undone === true) return undefined;
  if (pending !== undefined && !pending.parked) return undefined;
  if (!said.namesOne || last === undefined || startedAt - last.updated_at > NAMED_AGAIN_MS)
    return undefined;
  const { picked, says } = pick(entry.input_text, [last], locale, hereOf(turn));
  if (!says || picked.length === 0) return undefined;
  const say = sayIn("schedules", locale);
  const intent = controlIn(turn, "names what was changed last");
  if (last.status === "cancelled")
    return words("success", say("is_over.cancelled", nameAndTime(last, turn)), intent);
  const until = last.paused?.until ?? null;
  const shown = until === null ? "" : showInstant(until, last.zone, locale, startedAt);
  return words("success", sayPaused(nameOf(last), shown, locale), intent);
}
