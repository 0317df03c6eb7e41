import { type IsoDate, shift } from "#shared/calendar/days.ts";
import { isDayOf, isLeftOut, skippedHoliday } from "#shared/calendar/days-of-rule.ts";
import { localTimeOf } from "#shared/calendar/zoned.ts";
import type { Schedule, Tick, WatchState } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import { sayFailure } from "../../engine/failures.ts";
import { readDayBack } from "../../language/commands/asks.ts";
import { pick } from "../../language/commands/pick.ts";
import { showComparison, showInstant, showSeen, showTiming } from "../../standing/show-when.ts";
import { type Outcome, words } from "../outcome.ts";
import type { Turn } from "../turn.ts";
import { type Commanded, hereOf, schedulesOf } from "./commanded.ts";
import { nameOf } from "./show-schedule.ts";

const MOST = 100;
/** Of the occurrences that are spoken of, the newest. */
const MOST_TOLD = 3;
/** So far back a holiday is looked for that left one out. */
const MOST_DAYS = 7;

/** What became of the last occurrences, and of what was not due. */
export async function whyNot(
  commanded: Commanded,
  open: readonly Schedule[],
): Promise<Outcome | undefined> {
  const { turn, command, intent } = commanded;
  const { deps, key, locale, startedAt } = turn;
  const say = sayIn("schedules", locale);
  const all = await schedulesOf(turn, "all");
  const { picked, says } = pick(command.rest, all, locale, hereOf(turn));
  // It is about something else where nothing was to be told of that.
  if (command.told === true && (all.length === 0 || (says && picked.length === 0)))
    return undefined;
  // Without a name it is about the one that was spoken of last.
  const last = all.filter(({ id }) => id === turn.state.last_standing?.id);
  const spoken = says && picked.length > 0 ? picked : last.length > 0 ? last : all;
  const meant = new Map(spoken.map((each) => [each.id, each]));
  const day = readDayBack(command.rest, hereOf(turn));
  const dateOf = (at: number) => localTimeOf(at, turn.timezone).date;
  const isOn = ({ at, covers }: Tick) =>
    day === undefined || (dateOf(at) <= day && day <= dateOf(covers?.to ?? at));
  const ticks = (await deps.store.schedules.ticks(key, {}, MOST)).filter(
    (tick) => meant.has(tick.schedule_id) && isOn(tick),
  );
  const told = ticks.slice(0, MOST_TOLD).map(async (tick) => {
    const schedule = meant.get(tick.schedule_id);
    return schedule === undefined ? [] : [await describeTick(tick, schedule, turn)];
  });
  const left = day === undefined ? sinceThen([...meant.values()], ticks, commanded) : [];
  const lines = [...left, ...(await Promise.all(told)).flat()];
  const paused = open
    .filter(({ id, paused: state }) => meant.has(id) && state !== null)
    .map((each) => {
      const { why = "asked", detail = "" } = each.paused ?? {};
      return say(`paused.${why}`, { what: nameOf(each), detail });
    });
  if (lines.length > 0 || paused.length > 0)
    return words("success", [...lines, ...paused].join("\n"), intent);
  const notDue =
    day === undefined ? [] : [...meant.values()].flatMap((each) => notOn(each, day, commanded));
  if (notDue.length > 0) return words("success", notDue.join("\n"), intent);
  const [waiting] = open.filter(({ id }) => meant.has(id));
  if (waiting === undefined)
    return words("success", open.length === 0 ? say("none") : say("why_nothing"), intent);
  if (waiting.timing.kind === "when")
    return words("success", notYet(waiting, waiting.timing.watch, turn), intent);
  const { next_at, zone } = waiting;
  const what = nameOf(waiting);
  const never =
    next_at === null
      ? say("never_due", { what })
      : say("never_due_next", { what, next: showInstant(next_at, zone, locale, startedAt) });
  return words("success", never, intent);
}

/** A watch that has not fired: what it waits for, what it saw last, and since when it sees nothing. */
function notYet(
  schedule: Schedule,
  { comparison, last, seen, unseen }: WatchState,
  { locale, startedAt }: Turn,
): string {
  const say = sayIn("schedules", locale);
  const show = (at: number) => showInstant(at, schedule.zone, locale, startedAt);
  const value = showSeen(last, locale);
  const at = seen.at(-1)?.[0];
  const lastSeen = value === "" || at === undefined ? value : `${value} (${show(at)})`;
  const condition = showComparison(comparison, locale);
  return [
    say("not_yet", { what: nameOf(schedule), condition }),
    ...(lastSeen === "" ? [] : [say("last_value", { value: lastSeen })]),
    ...(unseen === undefined
      ? []
      : [say(`unseen_since.${unseen.why}`, { time: show(unseen.since) })]),
  ].join(" ");
}

/** Why a day was none of a schedule's: a holiday, or another day than its rule has. [] where it was one. */
function notOn(
  schedule: Schedule,
  day: IsoDate,
  { turn: { locale, startedAt, standing } }: Commanded,
): string[] {
  const { timing } = schedule;
  if (timing.kind !== "every" || timing.rule.by !== "calendar" || schedule.status !== "active")
    return [];
  const { days, not_on } = timing.rule;
  if (isDayOf(days, day, standing.holidays) && !isLeftOut(not_on, day, standing.holidays))
    return [];
  const say = sayIn("schedules", locale);
  const shown = `${day.slice(8)}/${day.slice(5, 7)}`;
  const what = nameOf(schedule);
  const when = showTiming(schedule, locale, startedAt);
  const holiday = skippedHoliday(timing.rule, day, standing.holidays);
  return [
    holiday === undefined
      ? say("not_its_day", { what, when, day: shown })
      : say("holiday", { what, when, day: `${shown} (${holiday})` }),
  ];
}

/** Holidays from today back to the last occurrence: each left one out that is told of by none. */
function sinceThen(
  meant: readonly Schedule[],
  ticks: readonly Tick[],
  commanded: Commanded,
): string[] {
  const { turn } = commanded;
  return meant.flatMap((schedule) => {
    const { timing, zone, created_at, id } = schedule;
    if (timing.kind !== "every") return [];
    const newest = ticks.find(({ schedule_id }) => schedule_id === id);
    const from = localTimeOf(newest?.covers?.to ?? newest?.at ?? created_at, zone).date;
    let day = localTimeOf(turn.startedAt, zone).date;
    for (let back = 0; back < MOST_DAYS && day > from; back++, day = shift(day, -1, "day"))
      if (skippedHoliday(timing.rule, day, turn.standing.holidays) !== undefined)
        return notOn(schedule, day, commanded);
    return [];
  });
}

/** What became of an occurrence; of what was not done or did not arrive, why. */
async function describeTick(tick: Tick, schedule: Schedule, turn: Turn): Promise<string> {
  const { status, reason, at, covers, told_at, text, tell } = tick;
  const { locale, startedAt, deps } = turn;
  const say = sayIn("schedules", locale);
  const time = showInstant(at, schedule.zone, locale, startedAt);
  const what = nameOf(schedule);
  if (status === "skipped" || (status === "failed" && reason !== null))
    return say(`skipped.${reason ?? "unknown"}`, { what, time, count: covers?.count ?? 1 });
  const why = status === "failed" || status === "partial" ? await whyOf(tick, turn) : [];
  const isToBring = deps.standing?.channels().includes(tell.channel) === true;
  const isLost = isToBring && text !== "" && told_at === null && status !== "running";
  const lost = isLost ? [say("not_delivered", { channel: tell.channel })] : [];
  return [say(`ticks.${status}`, { what, time }), ...why, ...lost].join(" ");
}

/** Each trouble of the occurrence's run once, as its answer told it; where it came to no run, what was told instead. */
async function whyOf({ user_id, run_id, text }: Tick, { deps, locale }: Turn): Promise<string[]> {
  const run = run_id === null ? undefined : await deps.store.runs.find({ user_id }, run_id);
  if (run === undefined || run_id === null) return text === "" ? [] : [text];
  const planned = new Set(run.plan.steps.map(({ id }) => String(id)));
  const steps = await deps.store.runs.steps({ user_id }, run_id);
  const troubles = steps.filter(
    ({ id, status }) => planned.has(String(id)) && status !== "success" && status !== "skipped",
  );
  return [...new Set(troubles.map((step) => sayFailure(step, locale)))];
}
