import type { Holidays } from "#shared/calendar/holidays.ts";
import { nextInstants, nextOf } from "#shared/calendar/next-instants.ts";
import {
  happensOnce,
  type Schedule,
  type SkipReason,
  type Tick,
} from "#shared/contracts/schedule.ts";

/** An occurrence that begins; its run has the occurrence's own name, whoever begins it. */
export const tickOf = (
  { id, user_id, tell }: Pick<Schedule, "id" | "user_id" | "tell">,
  at: number,
  now: number,
): Tick => ({
  schedule_id: id,
  user_id,
  at,
  status: "running",
  reason: null,
  run_id: `${id}.${at}`,
  text: "",
  tell,
  told_at: null,
  began_at: now,
  ended_at: null,
});

export const skipped = (reason: SkipReason, now: number) =>
  ({ status: "skipped", reason, ended_at: now }) as const;

/** More that were passed over are not counted one by one. */
const MOST_PASSED = 500;

/** When it is due next from now on: a recurrence at its next instant, a watch at once, what happens once at its time. */
export function comingAt(
  { timing, zone }: Pick<Schedule, "timing" | "zone">,
  now: number,
  holidays: Holidays,
): number | null {
  switch (timing.kind) {
    case "every":
      return nextOf(timing.rule, zone, now, holidays) ?? null;
    case "when":
      return now;
    case "at":
    case "after":
      return timing.at;
  }
}

/** Going on after a pause. Pure. `passed` is the occurrence, for all of them, that the pause left out. */
export function resumeSchedule(
  schedule: Schedule,
  now: number,
  holidays: Holidays,
): { next: Schedule; passed: Tick | undefined } {
  const { timing, zone, updated_at, paused } = schedule;
  const next: Schedule = {
    ...schedule,
    status: "active",
    paused: null,
    failures: 0,
    next_at: comingAt(schedule, now, holidays),
    version: schedule.version + 1,
    updated_at: now,
  };
  if (timing.kind !== "every" || paused === null) return { next, passed: undefined };
  const until = Math.min(now, schedule.until ?? now);
  const most = MOST_PASSED;
  const passed = nextInstants(timing.rule, zone, updated_at, holidays, { most, until });
  const [first] = passed;
  const to = passed.at(-1);
  if (first === undefined || to === undefined) return { next, passed: undefined };
  const tick = { ...tickOf(schedule, first, now), ...skipped("paused", now), run_id: null };
  const { length: count } = passed;
  return { next, passed: count > 1 ? { ...tick, covers: { to, count } } : tick };
}

/** Put off: what happens once moves, what recurs rings at that time as well, also behind its end. Pure. */
export function postponed(schedule: Schedule, to: number, now: number): Schedule {
  const { timing, until } = schedule;
  return {
    ...schedule,
    status: "active",
    paused: null,
    next_at: to,
    until: until === null ? null : Math.max(until, to),
    ...(happensOnce(timing) && { timing: { kind: "at" as const, at: to } }),
    updated_at: now,
  };
}
