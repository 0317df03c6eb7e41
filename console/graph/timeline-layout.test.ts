import { expect, it } from "vitest";
import type { StepTrace } from "#shared/contracts/run.ts";
import { timelineOf } from "./timeline-layout.ts";

const trace = (id: number, more: Partial<StepTrace> = {}): StepTrace => ({
  ...{ id, domain: "garden", capability: "water", status: "success", required: true },
  ...{ output: null, attempts: 1, duration_ms: 10, ...more },
});
const sent = (...times: [number, number, string?][]) =>
  times.map(([began_at, ended_at, reason = null]) => ({ began_at, ended_at, reason }));
const draw = (steps: StepTrace[], before: Record<string, string[]> = {}) =>
  timelineOf({ steps, before: (id) => before[id] ?? [], begunAt: 1000, now: 9000 });

it("tells waiting for a step, waiting for a turn, the wire, and the pause before another try apart", () => {
  const times = { ready_at: 1100, sent: sent([1150, 1200, "TIMEOUT"], [1260, 1300]) };
  const { rows } = draw([trace(1, { attempts: 2, times })]);
  expect(rows[0]?.segments).toEqual([
    { kind: "waits", from: 1000, to: 1100 },
    { kind: "queues", from: 1100, to: 1150 },
    { kind: "wire", from: 1150, to: 1200 },
    { kind: "retry", from: 1200, to: 1260 },
    { kind: "wire", from: 1260, to: 1300 },
  ]);
});

it("draws a step whose times were not kept after what it waited for, and says that it is a guess", () => {
  const { rows } = draw([trace(1, { duration_ms: 40 }), trace(2, { duration_ms: 5 })], {
    2: ["1"],
  });
  expect(rows[1]).toEqual({
    ...{ id: "2", isEstimated: true },
    segments: [{ kind: "wire", from: 1040, to: 1045 }],
  });
});

it("draws nothing for what was never sent", () => {
  expect(draw([trace(1, { status: "skipped", attempts: 0 })]).rows[0]?.segments).toEqual([]);
});

it("draws a long pause short, and keeps the order and the ends of time", () => {
  const hour = 3_600_000;
  const first = trace(1, { times: { ready_at: 1000, sent: sent([1000, 1400]) } });
  const second = trace(2, { times: { ready_at: 1400, sent: sent([1000 + hour, 1600 + hour]) } });
  const times = draw([first, second]);
  expect(times.gaps).toEqual([{ from: 1400, to: 1000 + hour }]);
  expect(times.at(1000)).toBe(0);
  expect(times.at(1600 + hour)).toBeCloseTo(1);
  expect(times.at(1000 + hour) - times.at(1400)).toBeCloseTo(0.04);
  const moments = [1000, 1200, 1400, 1400 + hour / 2, 1000 + hour, 1300 + hour].map(times.at);
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  for (const [at, tick] of times.ticks.entries()) expect(times.at(tick)).toBeCloseTo(at / 5);
});

it("has a scale for a run that took no time at all", () => {
  const times = draw([trace(1, { duration_ms: 0 })]);
  expect(times.at(1000)).toBe(0);
  expect(times.ticks.every(Number.isFinite)).toBe(true);
});
