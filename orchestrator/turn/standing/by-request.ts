import type { EntryRequest } from "#shared/contracts/intent.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import type { ScheduleView } from "#shared/contracts/schedule-endpoints.ts";
import { intentWithout } from "../../planning/frames.ts";
import { nextInstants } from "../../standing/calendar/next-instants.ts";
import { showTiming } from "../../standing/show-when.ts";
import { inLanguage, openTurn } from "../turn.ts";
import type { StandingRequests, TurnDeps, TurnOptions } from "../turn-deps.ts";
import { understandMessage } from "../understand-message.ts";
import { changeTo } from "./change-standing.ts";
import { makeSchedule } from "./make-schedule.ts";
import { propose } from "./propose.ts";
import { inZone, requestOf } from "./request.ts";

const SHOWN = 5;

/** In a list without the curve of what it watches. */
export function withoutCurve(view: ScheduleView): ScheduleView {
  const { timing } = view;
  return timing.kind === "when"
    ? { ...view, timing: { ...timing, watch: { ...timing.watch, seen: [] } } }
    : view;
}

/** A schedule as a program sees it. */
export function viewSchedule(
  { version: _version, ...schedule }: Schedule,
  { holidays }: StandingRequests,
  now: number,
): ScheduleView {
  const { timing, zone, until, status, next_at, locale } = schedule;
  const isComing = status === "active";
  const next_instants = !isComing
    ? []
    : timing.kind === "every"
      ? nextInstants(timing.rule, zone, now, holidays, { most: SHOWN, until: until ?? undefined })
      : timing.kind === "when" || next_at === null
        ? []
        : [next_at];
  return { ...schedule, shown: showTiming(schedule, locale, now), next_instants };
}

/**
 * A standing request from words alone, without a conversation: it is made, or what is missing is told.
 * Errors: StoreError
 */
export async function scheduleByWords(
  entry: EntryRequest,
  deps: TurnDeps,
  standing: StandingRequests,
  options: TurnOptions,
  confirmed: boolean,
): Promise<{ made: Schedule | undefined; answer: string; options: string[] }> {
  const opened = await openTurn(entry, deps, options);
  const turn = inZone(inLanguage(opened, entry.locale ?? understandMessage(opened).locale));
  const nothing = { made: undefined, options: [] };
  const outcome = await propose(turn, standing, requestOf(entry.input_text));
  if (outcome === undefined) return { ...nothing, answer: "" };
  const proposal =
    outcome.pending?.resume.at === "standing" ? outcome.pending.resume.proposal : null;
  const asksFor = outcome.pending?.kind;
  const done =
    confirmed && asksFor === "confirm" && proposal !== null
      ? await makeSchedule(
          turn,
          standing,
          proposal,
          intentWithout(entry.input_text, "control", "standing request"),
          true,
        )
      : outcome;
  const id = done.standing?.id;
  const made = id === undefined ? undefined : await deps.store.schedules.find(turn.key, id);
  const labels = done.pending?.options.map(({ label }) => label) ?? [];
  return { made, answer: done.answer, options: labels };
}

/** Another time or threshold, from words. undefined: they say none. */
export async function scheduleTo(
  deps: TurnDeps,
  standing: StandingRequests,
  schedule: Schedule,
  to: string,
): Promise<Schedule | undefined> {
  const now = deps.clock.now();
  const timing = changeTo(
    { locale: schedule.locale, startedAt: now, timezone: schedule.zone },
    standing,
    schedule,
    to,
    to,
  );
  return timing && { ...schedule, ...timing };
}
