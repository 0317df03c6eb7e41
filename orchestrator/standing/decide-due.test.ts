import { expect, it } from "vitest";
import { nationalHolidays } from "#shared/calendar/holidays.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { someSchedule } from "../ports/schedules.contract.ts";
import { decideDue } from "./decide-due.ts";
import { resumeSchedule } from "./resume-schedule.ts";

const HOLIDAYS = nationalHolidays();
const at = (local: string): number => Date.parse(`${local}:00-03:00`);
const DAILY = { by: "calendar", times: ["09:00"], days: { on: "working_days" } } as const;
const of = (changes: Partial<Schedule>): Schedule =>
  someSchedule({
    zone: "America/Sao_Paulo",
    timing: { kind: "every", rule: { ...DAILY, times: [...DAILY.times] } },
    until: null,
    created_at: at("2026-12-21T08:00"),
    next_at: at("2026-12-28T09:00"),
    ...changes,
  });

it("a working day that was a holiday is an occurrence that was left out, told with the next one", () => {
  const { over, fires } = decideDue(of({}), at("2026-12-28T09:00"), HOLIDAYS);
  expect(over.map(({ at: each, status, reason }) => [each, status, reason])).toEqual([
    [at("2026-12-25T09:00"), "skipped", "holiday"],
  ]);
  expect(fires?.tick.at).toBe(at("2026-12-28T09:00"));
  const next = of({ next_at: at("2026-12-29T09:00") });
  expect(decideDue(next, at("2026-12-29T09:00"), HOLIDAYS).over).toEqual([]);
});

it("nothing was left out before it was made, and of several times in a day only the first one tells", () => {
  const young = of({ created_at: at("2026-12-26T08:00") });
  expect(decideDue(young, at("2026-12-28T09:00"), HOLIDAYS).over).toEqual([]);
  const rule = { by: "calendar", times: ["09:00", "18:00"], days: { on: "working_days" } } as const;
  const evening = of({
    timing: { kind: "every", rule: { ...rule, times: [...rule.times] } },
    next_at: at("2026-12-28T18:00"),
  });
  expect(decideDue(evening, at("2026-12-28T18:00"), HOLIDAYS).over).toEqual([]);
});

it.each([
  ["an effect is left out", { acts: true }, "missed"],
  ["an effect is done where its owner said so", { acts: true, if_late: "do" }, "late"],
  ["a read is done", { acts: false }, "late"],
  ["a read is left out where its owner said so", { acts: false, if_late: "skip" }, "missed"],
] as const)("half an hour behind its time %s", (_what, changes, becomes) => {
  const late = of({ ...changes, action: { do: "goals", intent: INTENT } });
  const { over, fires } = decideDue(late, at("2026-12-28T09:30"), HOLIDAYS);
  const missed = over.filter(({ reason }) => reason === "missed").length;
  expect([fires?.isLate === true, missed]).toEqual(becomes === "late" ? [true, 0] : [false, 1]);
});

it("what a pause left out is one occurrence for all of them, with why", () => {
  const rule = { by: "calendar", times: ["09:00"], days: { on: "every_day" } } as const;
  const paused = of({
    timing: { kind: "every", rule: { ...rule, times: [...rule.times] } },
    status: "paused",
    paused: { why: "asked", detail: "", until: null },
    updated_at: at("2026-12-01T10:00"),
  });
  const { next, passed } = resumeSchedule(paused, at("2026-12-04T12:00"), HOLIDAYS);
  expect(next).toMatchObject({ status: "active", next_at: at("2026-12-05T09:00") });
  expect(passed).toMatchObject({
    at: at("2026-12-02T09:00"),
    reason: "paused",
    covers: { to: at("2026-12-04T09:00"), count: 3 },
  });
  const soon = resumeSchedule(paused, at("2026-12-01T10:30"), HOLIDAYS);
  expect(soon.passed).toBeUndefined();
});

const INTENT = {
  primary_domain: "world",
  goal: "LOOK",
  entities: {},
  confidence: 1,
  original_query: "x",
  tier: "template" as const,
  evidence: [],
  alternatives: [],
  also: [],
  followups: [],
};
