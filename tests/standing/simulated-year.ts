import { nextOf } from "#shared/calendar/next-instants.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import type { DayRule, RecurrenceRule } from "#shared/contracts/schedule-rule.ts";
import { randomFrom } from "#shared/random/random.ts";
import { someSchedule } from "../../orchestrator/ports/schedules.contract.ts";
import { HOLIDAYS, openWorld } from "../../orchestrator/standing/scheduler.fixture.ts";
import type { SchedulerDeps } from "../../orchestrator/standing/scheduler-deps.ts";
import { instantsByLooking, minutesOf } from "./reference.ts";

/** Both changes of the clock are in the year for each; the first has none any more. */
const ZONES = ["America/Sao_Paulo", "America/New_York", "Europe/Lisbon", "Australia/Sydney"];
const BEGIN = Date.parse("2026-01-01T00:00:00Z");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const RULES: readonly DayRule[] = [
  { on: "working_days" },
  { on: "weekdays", days: [1, 3, 5] },
  { on: "weekdays", days: [0] },
  { on: "month_days", days: [5, 20] },
  { on: "month_days", days: [-1] },
  { on: "nth_working_day", nth: -1 },
  { on: "nth_working_day", nth: 5 },
  { on: "nth_weekday", nth: 1, weekday: 1 },
  { on: "nth_weekday", nth: -1, weekday: 5 },
  { on: "every_n_days", n: 3, from: "2026-01-01" },
  { on: "year_day", month: 6, day: 12 },
  { on: "every_day" },
];

export type SimulatedYear = {
  occurrences: number;
  fired: number;
  late: number;
  skipped: number;
  doubled: number;
  silent: number;
  invented: number;
  /** Holidays that left a working day out: those that were told, and those of them that are none or are missing. */
  holidays: number;
  holidays_wrong: number;
  /** Of schedules whose owner's rights were taken away: how many stopped, and what was tried after that. */
  stopped: number;
  after_rights: number;
};

/**
 * A year of schedules in a simulated clock, with processes that are killed, two side by side, and clock jumps of an hour.
 * Shape: every occurrence that the reference knows is counted once as fired, late or skipped; `silent` and `doubled` are faults
 */
export async function simulateYear({
  schedules: count,
  days,
  kills,
  jumps,
  seed,
  takenAway = 3,
}: {
  schedules: number;
  days: number;
  kills: number;
  jumps: number;
  seed: number;
  /** Of the twenty users so many lose their rights on the way. */
  takenAway?: number;
}): Promise<SimulatedYear> {
  const random = randomFrom(seed);
  const end = BEGIN + days * DAY;
  const world = await openWorld(BEGIN);
  const minutes = new Map(ZONES.map((zone) => [zone, minutesOf(zone, BEGIN - HOUR, end)]));
  const expected = new Map<string, Set<number>>();
  const byRule = new Map<string, number[]>();
  const holidaysOf = new Map<string, number[]>();
  for (let at = 0; at < count; at++) {
    const zone = ZONES[at % ZONES.length] ?? "UTC";
    const days = RULES[Math.floor(random() * RULES.length)] ?? { on: "every_day" as const };
    const hour = Math.floor(random() * 24);
    // Half of them where clocks change.
    const time =
      random() < 0.5
        ? (["01:30", "02:00", "02:30", "03:00"][Math.floor(random() * 4)] ?? "02:30")
        : `${String(hour).padStart(2, "0")}:${random() < 0.5 ? "00" : "45"}`;
    const rule: RecurrenceRule = { by: "calendar", times: [time], days };
    const acts = random() < 0.5;
    const schedule: Schedule = someSchedule({
      id: `sch_${at}`,
      user_id: `user_${at % 20}`,
      zone,
      timing: { kind: "every", rule },
      action: acts ? { do: "goals", intent: INTENT } : { do: "tell", text: "x" },
      acts,
      until: null,
      created_at: BEGIN,
      updated_at: BEGIN,
      next_at: nextOf(rule, zone, BEGIN, HOLIDAYS) ?? null,
    });
    await world.store.add(schedule, count);
    const key = JSON.stringify([rule, zone]);
    const instants =
      byRule.get(key) ??
      instantsByLooking(rule, minutes.get(zone) ?? []).filter((each) => each > BEGIN);
    byRule.set(key, instants);
    if (days.on === "working_days") {
      const weekdays = { ...rule, days: { on: "weekdays" as const, days: [1, 2, 3, 4, 5] } };
      const all =
        byRule.get(JSON.stringify([weekdays, zone])) ??
        instantsByLooking(weekdays, minutes.get(zone) ?? []);
      byRule.set(JSON.stringify([weekdays, zone]), all);
      const works = new Set(instants);
      holidaysOf.set(
        schedule.id,
        all.filter((each) => each > BEGIN && !works.has(each)),
      );
    }
    expected.set(schedule.id, new Set(instants.filter((each) => each <= end - DAY)));
  }
  const killsAt = new Set(Array.from({ length: kills }, () => Math.floor(random() * days * 24)));
  const jumpsAt = new Set(Array.from({ length: jumps }, () => Math.floor(random() * days * 24)));
  const refused = new Map<string, number>();
  const losesAt = (user_id: string): number => {
    const user = Number(user_id.slice(5));
    return user < takenAway ? BEGIN + Math.floor((days * (user + 1)) / (takenAway + 1)) * DAY : end;
  };
  /** As a turn does it: nothing is done for who has no right to it, and it is paused. */
  const carryOut: SchedulerDeps["carryOut"] = async (schedule, { at }, isLate) => {
    const { id, user_id } = schedule;
    if (world.now() >= losesAt(user_id)) {
      refused.set(id, (refused.get(id) ?? 0) + 1);
      const pause = { why: "rights", detail: "" } as const;
      return { status: "skipped", reason: "rights", text: "", pause };
    }
    world.done.push({ key: `${id}.${at}`, at: world.now(), by: "", isLate });
    return { status: "fired", reason: null, text: id };
  };
  const open = () => world.openProcess({ carryOut });
  let one = open();
  let other = open();
  const stop = end - BEGIN;
  for (let passed = 0; passed <= stop; ) {
    const due = await world.store.nextDue();
    const next = Math.min(due === undefined ? stop : Math.max(due - BEGIN, passed + 1), stop + 1);
    const hour = Math.floor(next / HOUR);
    for (const jump of jumpsAt) {
      if (jump > hour) continue;
      jumpsAt.delete(jump);
      // Set forward, and half of the time back again.
      world.at(BEGIN + next + HOUR);
      await Promise.race([one.scheduler.runDue(), new Promise((wake) => setTimeout(wake, 2000))]);
      if (random() < 0.5) world.at(BEGIN + next);
    }
    for (const kill of killsAt) {
      if (kill > hour) continue;
      killsAt.delete(kill);
      // It dies in the middle of what is due.
      world.at(Math.max(world.now(), BEGIN + next));
      const roll = random();
      const dying = roll < 0.25 ? [one, other] : roll < 0.625 ? [one] : [other];
      for (const each of dying) void each.scheduler.runDue();
      await new Promise((wake) => setImmediate(wake));
      for (const each of dying) each.kill();
      if (dying.includes(one)) one = open();
      if (dying.includes(other)) other = open();
      await Promise.all([one.scheduler.recover(), other.scheduler.recover()]);
    }
    world.at(Math.max(world.now(), BEGIN + next));
    passed = Math.max(next, world.now() - BEGIN);
    await Promise.all([one.scheduler.runDue(), other.scheduler.runDue()]);
  }
  await one.scheduler.recover();
  await one.scheduler.idle();
  return { ...(await tallied(world, expected, holidaysOf)), ...stoppedOf(refused) };
}

const stoppedOf = (refused: ReadonlyMap<string, number>) => ({
  stopped: refused.size,
  // What is under way in both processes when it is paused is refused in each.
  after_rights: [...refused.values()].filter((times) => times > 2).length,
});

const INTENT = {
  primary_domain: "world",
  goal: "DO",
  entities: {},
  confidence: 1,
  original_query: "x",
  tier: "template" as const,
  evidence: [],
  alternatives: [],
  also: [],
  followups: [],
};

/** How many stand in one list alone. */
const differing = (ones: readonly number[], others: readonly number[]): number =>
  new Set(ones).symmetricDifference(new Set(others)).size;

async function tallied(
  world: Awaited<ReturnType<typeof openWorld>>,
  expected: ReadonlyMap<string, ReadonlySet<number>>,
  holidaysOf: ReadonlyMap<string, readonly number[]>,
): Promise<Omit<SimulatedYear, "stopped" | "after_rights">> {
  const result = {
    occurrences: 0,
    fired: 0,
    late: 0,
    skipped: 0,
    doubled: 0,
    silent: 0,
    invented: 0,
    holidays: 0,
    holidays_wrong: 0,
  };
  const times = new Map<string, number>();
  for (const { key } of world.done) times.set(key, (times.get(key) ?? 0) + 1);
  result.doubled = [...times.values()].filter((each) => each > 1).length;
  for (const [id, instants] of expected) {
    const user_id = `user_${Number(id.slice(4)) % 20}`;
    const ticks = await world.store.ticks({ user_id }, { schedule_id: id }, 500);
    const at = new Map(ticks.map((tick) => [tick.at, tick]));
    // From where its owner's rights were missing it stands still.
    const stops = Math.max(
      0,
      ...ticks.flatMap((tick) => (tick.reason === "rights" ? [tick.at] : [])),
    );
    for (const instant of instants) {
      if (stops > 0 && instant > stops) continue;
      result.occurrences += 1;
      const own =
        at.get(instant) ??
        ticks.find(
          ({ at: from, covers }) => covers !== undefined && instant >= from && instant <= covers.to,
        );
      if (own === undefined || own.status === "running") result.silent += 1;
      else if (own.status === "fired") result.fired += 1;
      else if (own.status === "late") result.late += 1;
      else result.skipped += 1;
    }
    const last = Math.max(...instants, 0);
    result.invented += ticks.filter(
      ({ at: each, covers, reason }) =>
        covers === undefined && reason !== "holiday" && each <= last && !instants.has(each),
    ).length;
    const days = holidaysOf.get(id) ?? [];
    const until = stops > 0 ? stops : last;
    const holidays = ticks.filter(({ reason, at: each }) => reason === "holiday" && each < until);
    result.holidays += holidays.length;
    result.holidays_wrong += differing(
      holidays.map(({ at: each }) => each),
      days.filter((each) => each < until),
    );
  }
  return result;
}
