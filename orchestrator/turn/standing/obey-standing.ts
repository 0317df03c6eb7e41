import type { Schedule, Tick } from "#shared/contracts/schedule.ts";
import { intentWithout } from "../../planning/frames.ts";
import { nextOf } from "../../standing/calendar/next-instants.ts";
import { localTimeOf } from "../../standing/calendar/zoned.ts";
import { pick } from "../../standing/commands/pick.ts";
import type { StandingCommand } from "../../standing/commands/read-command.ts";
import { standingWords } from "../../standing/say.ts";
import { showInstant } from "../../standing/show-when.ts";
import { type Outcome, words } from "../outcome.ts";
import type { Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";
import { changeStanding } from "./change-standing.ts";
import { type Commanded, hereOf, which } from "./commanded.ts";
import { describeMade } from "./make-schedule.ts";
import { postponeStanding } from "./postpone-standing.ts";
import { nameOf, showLine } from "./show-schedule.ts";
import { untilSaid } from "./until-said.ts";

const MOST = 100;
/** A reminder that rang so long ago is not put off any more. */
const RANG_FOR_MS = 24 * 60 * 60 * 1000;

/** Does what was said about standing requests; undefined: it was about something else. */
export async function obeyStanding(
  turn: Turn,
  standing: StandingRequests,
  command: StandingCommand,
  isClearGoal: boolean,
): Promise<Outcome | undefined> {
  const { deps, key, locale, state } = turn;
  const intent = intentWithout(
    turn.entry.input_text,
    "control",
    `standing requests: ${command.does}`,
  );
  const commanded = { turn, standing, command, intent };
  const open = (await deps.store.schedules.list(key, MOST, true)).toReversed();
  if (command.does === "list") return list(commanded, open);
  if (command.does === "why") return why(commanded, open);
  if (command.does === "postpone") return postponeStanding(commanded, open, await lastRang(turn));
  if (isClearGoal && !command.isNamed) return undefined;
  const here = hereOf(turn);
  const { picked, says } = pick(command.rest, open, locale, here);
  const last = open.find(({ id }) => id === state.last_standing?.id);
  if (command.does === "change") return changeStanding(commanded, says ? picked : open, last);
  if (!command.isNamed && !command.all && (open.length === 0 || picked.length === 0))
    return undefined;
  if (!command.isNamed && command.rest !== "" && !says && !isOnlyUntil(commanded)) return undefined;
  const say = standingWords(locale);
  if (picked.length === 0)
    return words("clarification", open.length === 0 ? say.noneStanding : say.notFound, intent);
  if (command.does === "show") {
    if (picked.length > 1) return list(commanded, picked);
    const [one] = picked;
    return one && words("success", describeMade(one, standing, turn, false), intent);
  }
  const meant = says || command.all ? picked : last !== undefined ? [last] : picked;
  if (meant.length > 1 && !command.all) return which(commanded, meant);
  return changeEach(commanded, meant);
}

const isOnlyUntil = ({ turn, standing, command }: Commanded): boolean =>
  untilSaid(turn, standing, command.rest)?.isAll === true;

function list({ turn, intent }: Commanded, open: readonly Schedule[]): Outcome {
  const { locale, startedAt } = turn;
  const say = standingWords(locale);
  if (open.length === 0) return words("success", say.noneStanding, intent);
  const lines = open.map((each, at) => showLine(each, at + 1, locale, startedAt));
  return words("success", [say.list(open.length), ...lines].join("\n"), intent);
}

/** Cancels, pauses or resumes. */
export async function changeEach(
  commanded: Commanded,
  meant: readonly Schedule[],
): Promise<Outcome> {
  const { turn, standing, command, intent } = commanded;
  const { deps, locale, startedAt, timezone } = turn;
  const say = standingWords(locale);
  const lines: string[] = [];
  let changed: Outcome["standing"];
  for (const each of meant) {
    const until =
      command.does === "pause" ? (untilSaid(turn, standing, command.rest)?.until ?? null) : null;
    const next = after(command.does, each, until, turn, standing);
    if (!(await deps.store.schedules.change(next))) {
      lines.push(say.changedMeanwhile);
      continue;
    }
    changed = { id: each.id, before: each };
    if (next.next_at !== null) standing.wakeAt(next.next_at);
    const show = (at: number | null) =>
      at === null ? "" : showInstant(at, timezone, locale, startedAt);
    const what = nameOf(each);
    if (command.does === "cancel") lines.push(say.cancelled(what));
    else if (command.does === "pause") lines.push(say.pausedNow(what, show(until)));
    else lines.push(say.resumed(what, next.timing.kind === "when" ? "" : show(next.next_at)));
  }
  return {
    ...words("success", lines.join("\n"), intent),
    ...(changed !== undefined && { standing: changed }),
  };
}

function after(
  does: StandingCommand["does"],
  each: Schedule,
  until: number | null,
  { startedAt: now }: Turn,
  { holidays }: StandingRequests,
): Schedule {
  const base = { ...each, version: each.version + 1, updated_at: now };
  if (does === "cancel") return { ...base, status: "cancelled", next_at: null };
  if (does === "pause")
    return {
      ...base,
      status: "paused",
      paused: { why: "asked", detail: "", until },
      next_at: until,
    };
  const { timing } = each;
  const next_at =
    timing.kind === "every"
      ? (nextOf(timing.rule, each.zone, now, holidays) ?? null)
      : timing.kind === "when"
        ? now
        : timing.at;
  return { ...base, status: "active", paused: null, failures: 0, next_at };
}

/** The last occurrence that its owner was told of. */
async function lastRang({ deps, key, startedAt }: Turn): Promise<Tick | undefined> {
  const ticks = await deps.store.schedules.ticks(key, { after: startedAt - RANG_FOR_MS }, MOST);
  return ticks.find(({ status }) => status === "fired" || status === "late");
}

/** What became of the last occurrences, and of what was not due. */
async function why(
  { turn, command, intent }: Commanded,
  open: readonly Schedule[],
): Promise<Outcome> {
  const { deps, key, locale, startedAt } = turn;
  const say = standingWords(locale);
  const all = (await deps.store.schedules.list(key, MOST, false)).toReversed();
  const { picked, says } = pick(command.rest, all, locale, hereOf(turn));
  const meant = new Map((says && picked.length > 0 ? picked : all).map((each) => [each.id, each]));
  const day = /\b(ontem|yesterday)\b/i.test(command.rest)
    ? localTimeOf(startedAt - 86_400_000, turn.timezone).date
    : undefined;
  const ticks = (await deps.store.schedules.ticks(key, {}, MOST)).filter(
    ({ schedule_id, at }) =>
      meant.has(schedule_id) && (day === undefined || localTimeOf(at, turn.timezone).date === day),
  );
  const lines = ticks.slice(0, 3).flatMap((tick) => {
    const schedule = meant.get(tick.schedule_id);
    return schedule === undefined ? [] : [describeTick(tick, schedule, turn)];
  });
  const paused = open
    .filter(({ id, paused: state }) => meant.has(id) && state !== null)
    .map((each) =>
      say.paused[each.paused?.why ?? "asked"](nameOf(each), each.paused?.detail ?? ""),
    );
  if (lines.length > 0 || paused.length > 0)
    return words("success", [...lines, ...paused].join("\n"), intent);
  const [waiting] = open.filter(({ id }) => meant.has(id));
  if (waiting === undefined)
    return words("success", open.length === 0 ? say.noneStanding : say.whyNothing, intent);
  const next =
    waiting.next_at === null || waiting.timing.kind === "when"
      ? ""
      : showInstant(waiting.next_at, waiting.zone, locale, startedAt);
  return words("success", say.neverDue(nameOf(waiting), next), intent);
}

export function describeTick(
  { status, reason, at, covers }: Tick,
  schedule: Schedule,
  { locale, startedAt }: Pick<Turn, "locale" | "startedAt">,
): string {
  const say = standingWords(locale);
  const time = showInstant(at, schedule.zone, locale, startedAt);
  const what = nameOf(schedule);
  return status === "skipped"
    ? say.skipped[reason ?? "unknown"](what, time, covers?.count ?? 1)
    : say.ticks[status](what, time);
}
