import type { IntentOutput } from "#shared/contracts/intent.ts";
import { locales } from "#shared/contracts/names.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import { schedulesIn } from "../../language/schedule-reading.ts";
import { changeStored } from "../../standing/change-stored.ts";
import { comingAt } from "../../standing/resume-schedule.ts";
import { type Outcome, words } from "../outcome.ts";
import { controlIn, inLanguage, type StandingTurn, type Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { askAll, type DoesToAll } from "./commanded.ts";
import { asked, requestOf, resumeAt } from "./request.ts";
import { nameAndTime, nameOf } from "./show-schedule.ts";

/** Takes back the standing request that was made or changed last; undefined: something else was done since. */
export async function undoStanding(turn: Turn, intent: IntentOutput): Promise<Outcome | undefined> {
  const { deps, key, locale, state } = turn;
  const { last_standing } = state;
  if (last_standing === null || deps.standing === undefined) return undefined;
  const now = await deps.store.schedules.find(key, last_standing.id);
  if (now === undefined) return undefined;
  if (last_standing.undone === true) return askToRestore(turn, intent);
  const { before, others = [] } = last_standing;
  const told = { ...turn, standing: deps.standing };
  const first = await putBackTold(told, now, before);
  if (first === undefined)
    return words("clarification", sayIn("schedules", locale)("changed_meanwhile"), intent);
  const lines = [first];
  const undone: { id: string; before: Schedule }[] = [];
  // The others that were changed together with it, each as it was before.
  for (const other of others) {
    const seen = await deps.store.schedules.find(key, other.id);
    const back = seen && (await putBackTold(told, seen, other.before));
    if (seen !== undefined && back !== undefined) undone.push({ id: other.id, before: seen });
    lines.push(
      back ?? `“${nameOf(other.before)}”: ${sayIn("schedules", locale)("changed_meanwhile")}`,
    );
  }
  return {
    ...words("success", lines.join("\n"), intent),
    standing: {
      ...{ id: now.id, before: now, undone: true },
      ...(undone.length > 0 && { others: undone }),
    },
  };
}

/** One request as it was before, in words; what was only made stood in no way before. undefined: it has become another one meanwhile. */
async function putBackTold(
  turn: StandingTurn,
  seen: Schedule,
  before: Schedule | null,
): Promise<string | undefined> {
  const { deps, locale, startedAt, standing } = turn;
  const asBefore = (now: Schedule) => {
    if (now.status !== seen.status) return undefined;
    const updated_at = deps.clock.now();
    return before === null
      ? { next: { ...now, status: "cancelled" as const, next_at: null, updated_at } }
      : { next: { ...before, next_at: stillComing(before, startedAt, standing), updated_at } };
  };
  const changed = await changeStored(deps.store.schedules, seen, asBefore, seen);
  if (changed.is !== "changed") return undefined;
  if (changed.next.next_at !== null) standing.wakeAt(changed.next.next_at);
  const say = sayIn("schedules", locale);
  return before === null || before.status === "cancelled"
    ? say("undone", { what: nameOf(seen) })
    : say("undone_back", nameAndTime(before, turn));
}

/** Where its time has passed meanwhile, the next one. */
const stillComing = (before: Schedule, now: number, { holidays }: StandingRequests) =>
  before.status === "active" && before.timing.kind === "every" && (before.next_at ?? now) <= now
    ? comingAt(before, now, holidays)
    : before.next_at;

/** What was cancelled last stands again. undefined: nothing was cancelled, or the words say something else. */
export async function againstCancel(turn: Turn): Promise<Outcome | undefined> {
  const { deps, key, state, entry } = turn;
  const { last_standing } = state;
  if (last_standing === null || last_standing.undone === true) return undefined;
  const locale = locales.find((each) => {
    const said = schedulesIn(entry.input_text, each);
    return said.putsBack !== undefined || (said.command?.does === "resume" && said.command.points);
  });
  const last = locale && (await deps.store.schedules.find(key, last_standing.id));
  if (locale === undefined || last?.status !== "cancelled") return undefined;
  const told = inLanguage(turn, locale);
  const intent = controlIn(turn, "against a cancelling");
  const outcome = await undoStanding(told, intent);
  return outcome && { ...outcome, locale };
}

/** What speaks against an undo: whether it is to be taken back is asked. undefined: nothing was undone, or the words say something else. */
export function againstUndo(turn: Turn): Outcome | undefined {
  if (turn.state.last_standing?.undone !== true) return undefined;
  const text = turn.entry.input_text;
  const isSaid = locales.some((each) => schedulesIn(text, each).putsBack === "undo");
  return isSaid ? askToRestore(turn, controlIn(turn, "against an undo")) : undefined;
}

/** What was done to several that have this status since. */
const DONE_TO_ALL = new Map<Schedule["status"], DoesToAll>([
  ["cancelled", "cancel"],
  ["paused", "pause"],
]);

function askToRestore(turn: Turn, intent: IntentOutput): Outcome | undefined {
  const { before: proposal = null, others = [] } = turn.state.last_standing ?? {};
  if (proposal === null) return undefined;
  const does = DONE_TO_ALL.get(proposal.status);
  if (others.length > 0 && does !== undefined)
    return askAll(turn, intent, does, [
      ...others.map(({ before }) => before).toReversed(),
      proposal,
    ]);
  const say = sayIn("schedules", turn.locale);
  const ask = proposal.status === "cancelled" ? "cancel_again" : "restore";
  const resume = { ...resumeAt("restore", requestOf(turn.entry.input_text)), proposal };
  return asked(turn, intent, say(ask, { what: nameOf(proposal) }), resume, "yes");
}

/** Puts back what an undo had taken away, from now on. */
export async function restoreStanding(
  { deps, key, locale, startedAt, standing }: StandingTurn,
  before: Schedule,
  intent: IntentOutput,
): Promise<Outcome> {
  const say = sayIn("schedules", locale);
  const now = await deps.store.schedules.find(key, before.id);
  if (now === undefined) return words("clarification", say("not_found"), intent);
  const next_at = stillComing(before, startedAt, standing);
  const restored = { ...before, next_at, version: now.version + 1, updated_at: startedAt };
  if (!(await deps.store.schedules.change(restored)))
    return words("clarification", say("changed_meanwhile"), intent);
  if (next_at !== null) standing.wakeAt(next_at);
  // What was cancelled before the undo is cancelled again.
  const code = before.status === "cancelled" ? "cancelled" : "put_back";
  const answer = say(code, nameAndTime(before, { locale, startedAt }));
  return { ...words("success", answer, intent), standing: { id: before.id, before: now } };
}
