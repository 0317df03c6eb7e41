import { shift } from "#shared/calendar/days.ts";
import { isDayOf, isLeftOut, skippedHoliday } from "#shared/calendar/days-of-rule.ts";
import type { Holidays } from "#shared/calendar/holidays.ts";
import { nextOf } from "#shared/calendar/next-instants.ts";
import { instantOf, localTimeOf } from "#shared/calendar/zoned.ts";
import type { Schedule, Tick } from "#shared/contracts/schedule.ts";
import type { RecurrenceRule } from "#shared/contracts/schedule-rule.ts";
import { resumeSchedule, skipped, tickOf } from "./resume-schedule.ts";

/** So much after its instant it still counts as in time. */
export const ON_TIME_MS = 60_000;
/** A read is worth something so long after its time, or half of what lies between two. */
const STILL_WORTH_MS = 60 * 60 * 1000;
/** More in a row are not looked at one by one. */
const MOST_MISSED = 5000;
/** Further back no holiday is looked for. */
const MOST_DAYS = 40;

/** What a due schedule becomes, and the occurrences that this decides; `fires` is begun, the others are over. */
export type Due = {
  readonly next: Schedule;
  readonly over: readonly Tick[];
  readonly fires: { readonly tick: Tick; readonly isLate: boolean } | undefined;
};

/**
 * What is to be done with a schedule that is due, by what it is: in time, late, or missed. Pure. The mark moves on with
 * the decision, not with what comes of it; nothing that was planned goes without an occurrence.
 */
export function decideDue(schedule: Schedule, now: number, holidays: Holidays): Due {
  const planned = schedule.next_at;
  const { timing } = schedule;
  if (planned === null || timing.kind === "when")
    return { next: schedule, over: [], fires: undefined };
  if (schedule.status === "paused") return resumed(schedule, now, holidays);
  if (schedule.until !== null && planned > schedule.until)
    return { next: ended(schedule, now), over: [], fires: undefined };
  const rule = timing.kind === "every" ? timing.rule : undefined;
  const missed =
    rule === undefined
      ? { latest: planned, before: 0, last: planned }
      : latestOf(schedule, rule, planned, now, holidays);
  const following = rule && nextOf(rule, schedule.zone, Math.max(missed.latest, now), holidays);
  const goesOn =
    following !== undefined && (schedule.until === null || following <= schedule.until);
  const next: Schedule = {
    ...schedule,
    ...(goesOn ? { next_at: following } : { next_at: null, status: "done" as const }),
    version: schedule.version + 1,
    updated_at: now,
  };
  const over: Tick[] =
    rule === undefined
      ? []
      : [...new Set([planned, missed.latest])].flatMap((each) =>
          holidaysBefore(schedule, rule, each, holidays, now),
        );
  if (missed.before > 0)
    over.push({
      ...tickOf(schedule, planned, now),
      ...skipped("missed", now),
      ...(missed.before > 1 && { covers: { to: missed.last, count: missed.before } }),
    });
  const lateness = now - missed.latest;
  const tick = tickOf(schedule, missed.latest, now);
  if (lateness <= ON_TIME_MS) return { next, over, fires: { tick, isLate: false } };
  const period = following === undefined ? Number.POSITIVE_INFINITY : following - missed.latest;
  const isWorth = !schedule.acts && lateness <= Math.min(STILL_WORTH_MS, period / 2);
  const byKind = schedule.action.do === "tell" || isWorth;
  if (schedule.if_late === undefined ? byKind : schedule.if_late === "do")
    return { next, over, fires: { tick, isLate: true } };
  over.push({ ...tick, ...skipped("missed", now) });
  return { next, over, fires: undefined };
}

export const ended = (schedule: Schedule, now: number): Schedule => ({
  ...schedule,
  status: "done",
  next_at: null,
  version: schedule.version + 1,
  updated_at: now,
});

/** The last instant that has come, and how many lie between it and the planned one. */
function latestOf(
  { zone, until }: Schedule,
  rule: RecurrenceRule,
  planned: number,
  now: number,
  holidays: Holidays,
): { latest: number; before: number; last: number } {
  const end = Math.min(now, until ?? now);
  const isPlain =
    rule.by === "elapsed" &&
    rule.days === undefined &&
    rule.not_on === undefined &&
    rule.between === undefined;
  if (isPlain) {
    const before = Math.max(0, Math.floor((end - planned) / rule.every_ms));
    const latest = planned + before * rule.every_ms;
    return { latest, before, last: latest - rule.every_ms };
  }
  let latest = planned;
  let last = planned;
  let before = 0;
  for (; before < MOST_MISSED; before++) {
    const next = nextOf(rule, zone, latest, holidays);
    if (next === undefined || next > end) break;
    last = latest;
    latest = next;
  }
  return { latest, before, last };
}

/** A pause that is over: it goes on with the first instant after it. */
function resumed(schedule: Schedule, now: number, holidays: Holidays): Due {
  const { next, passed } = resumeSchedule(schedule, now - 1, holidays);
  const over = passed === undefined ? [] : [passed];
  const isOver =
    next.next_at === null || (schedule.until !== null && next.next_at > schedule.until);
  return { next: isOver ? ended(schedule, now) : next, over, fires: undefined };
}

/** Holidays right before an occurrence, which its rule would have had: each is one that was left out. */
function holidaysBefore(
  schedule: Schedule,
  rule: RecurrenceRule,
  planned: number,
  holidays: Holidays,
  now: number,
): Tick[] {
  const { zone, created_at } = schedule;
  const { date, time } = localTimeOf(planned, zone);
  const times = rule.by === "calendar" ? rule.times : [rule.between?.from ?? "00:00"];
  const mayLeaveOut = rule.days?.on === "working_days" || rule.not_on?.holidays === true;
  // Of several in a day only the first one comes after days that were left out.
  const isFirst =
    rule.by === "calendar"
      ? times.length === 1 || times.every((each) => each >= time)
      : localTimeOf(planned - rule.every_ms, zone).date !== date || times.includes(time);
  if (!mayLeaveOut || !isFirst) return [];
  const found: Tick[] = [];
  let day = shift(date, -1, "day");
  for (let tried = 0; tried < MOST_DAYS; tried++, day = shift(day, -1, "day")) {
    if (skippedHoliday(rule, day, holidays) === undefined) {
      const isOfRule = rule.days === undefined || isDayOf(rule.days, day, holidays);
      if (isOfRule && !isLeftOut(rule.not_on, day, holidays)) break;
      continue;
    }
    const at = instantOf({ date: day, time: times[0] ?? "00:00" }, zone);
    if (at <= created_at) break;
    found.unshift({ ...tickOf(schedule, at, now), ...skipped("holiday", now), run_id: null });
  }
  return found;
}
