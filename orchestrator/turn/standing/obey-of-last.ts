import { type Locale, locales } from "#shared/contracts/names.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { letsGoOfLast, readStandingCommand } from "../../language/commands/read-command.ts";
import type { StandingCommand } from "../../language/commands/standing-command.ts";
import { intentWithout } from "../../planning/frames.ts";
import { standingWords } from "../../standing/say.ts";
import { showTiming } from "../../standing/show-when.ts";
import { type Outcome, words } from "../outcome.ts";
import { inLanguage, type Turn } from "../turn.ts";
import { lastRang } from "./last-rang.ts";
import { changeEach } from "./obey-standing.ts";
import { nameOf } from "./show-schedule.ts";
import { standsAgainst } from "./stands-against.ts";
import { againstCancel } from "./undo-standing.ts";

/** "Pode parar" is about what was spoken of so shortly before. */
const SHORTLY_MS = 30 * 60_000;
const CANCEL: StandingCommand = {
  ...{ does: "cancel", rest: "", isNamed: false, all: false, points: true },
};

/**
 * "Cancela isso", "resume it then" with no question open, after a standing request was made or changed: that one.
 * undefined: it is not.
 */
export async function obeyOfLast(turn: Turn): Promise<Outcome | undefined> {
  const { deps, entry, state, pending, key } = turn;
  const { standing } = deps;
  if (standing === undefined || state.last_standing === null) return undefined;
  if (pending !== undefined && !pending.parked) return undefined;
  const back = await againstCancel(turn);
  if (back !== undefined) return back;
  for (const locale of [turn.locale, ...locales.filter((each) => each !== turn.locale)]) {
    const read = readStandingCommand(entry.input_text, locale);
    const isPointed = read !== undefined && OF_LAST.has(read.does) && read.points;
    if (!isPointed && !letsGoOfLast(entry.input_text, locale)) continue;
    const last = await deps.store.schedules.find(key, state.last_standing.id);
    if (last === undefined || last.status === "done" || last.status === "cancelled")
      return undefined;
    if (!isPointed && !(await isFresh(turn, last))) return undefined;
    // "Resume it" of what is not paused is about something else.
    if (isPointed && read.does === "resume" && last.status !== "paused")
      return isSpokenOf(turn, last) ? { ...stays(turn, last, locale), locale } : undefined;
    const command = isPointed ? read : CANCEL;
    if (standsAgainst({ ...turn, locale }, command) !== undefined) return undefined;
    const told = inLanguage(turn, locale);
    const intent = intentWithout(entry.input_text, "control", `standing requests: ${command.does}`);
    return { ...(await changeEach({ turn: told, standing, command, intent }, [last])), locale };
  }
  return undefined;
}

/** Nothing has been shown since it was made or changed. */
const isSpokenOf = ({ state }: Turn, { updated_at }: Schedule): boolean =>
  (state.shown.at(-1)?.at ?? 0) < updated_at;

function stays(turn: Turn, one: Schedule, locale: Locale): Outcome {
  const answer = standingWords(locale).stays(nameOf(one), showTiming(one, locale, turn.startedAt));
  const intent = intentWithout(turn.entry.input_text, "control", "standing requests: goes on");
  return words("success", answer, intent);
}

const OF_LAST: ReadonlySet<StandingCommand["does"]> = new Set(["cancel", "resume"] as const);

/** It was made, changed or told a short while ago. */
async function isFresh(turn: Turn, { id, updated_at }: Schedule): Promise<boolean> {
  const rang = await lastRang(turn);
  const at = rang?.schedule_id === id ? Math.max(updated_at, rang.at) : updated_at;
  return turn.startedAt - at <= SHORTLY_MS;
}
