import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DomainCallError } from "../ports/domain-client.ts";
import type { StepPolicy } from "./plan-run.ts";
import { breaks, engineRun, says, statuses } from "./run-plan.fixture.ts";
import { delayBeforeRetry } from "./send-step.ts";

const read: StepPolicy = {
  effect: "read",
  repeat: "once",
  timeoutMs: 1000,
  attempts: 10,
  backoffMs: 100,
  confirm: false,
  outside: [],
};
const almostOne = () => 0.999_999;
const slow = breaks("timeout");

it.each([
  ["the first pause is at most the backoff", 1, 100],
  ["each further one may be twice as long", 3, 400],
  ["none is longer than ten seconds", 9, 10_000],
])("%s", (_habit, attempt, most) => {
  expect(delayBeforeRetry(slow, attempt, read, 60_000, almostOne)).toBeCloseTo(most, 0);
  expect(delayBeforeRetry(slow, attempt, read, 60_000, () => 0)).toBe(0);
});

it("the last attempt is the last, and what cannot help is not tried", () => {
  expect(delayBeforeRetry(slow, 10, read, 60_000, almostOne)).toBeUndefined();
  expect(delayBeforeRetry(breaks("malformed"), 1, read, 60_000, almostOne)).toBeUndefined();
  expect(delayBeforeRetry(new TypeError("ours"), 1, read, 60_000, almostOne)).toBeUndefined();
});

it("a pause always leaves time for another attempt before the deadline", () => {
  const draws = fc.record({
    attempt: fc.integer({ min: 1, max: 9 }),
    left: fc.double({ min: -100, max: 20_000, noNaN: true }),
    random: fc.double({ min: 0, max: 0.999, noNaN: true }),
    asked: fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(draws, ({ attempt, left, random, asked }) => {
      const error = breaks("http_status", true, asked);
      const delay = delayBeforeRetry(error, attempt, read, left, () => random);
      if (delay === undefined) return;
      expect(delay).toBeGreaterThanOrEqual(asked ?? 0);
      expect(delay + 50).toBeLessThanOrEqual(left);
    }),
  );
});

describe("a plan that has begun", () => {
  const acts = { policy: { effect: "write" as const, repeat: "once" as const } };
  const busy = (fault: "busy" | "ejected") =>
    new DomainCallError("weather", fault, "has no room", false, { retryAfterMs: 1000 });

  it.each(["busy", "ejected"] as const)(
    "waits, as long as there is time, for a domain that is %s; one that has not begun is told at once",
    async (fault) => {
      let refused = 0;
      const full = () => (refused++ < 3 ? busy(fault) : says("b"));
      const begun = engineRun({ a: acts, b: { ...acts, after: ["a"] } }, { b: full });
      for (let wait = 0; wait < 3; wait++) await begun.time.advance(1000);
      expect(statuses(await begun.outcome)).toEqual({ a: "success", b: "success" });
      const rooms = begun.calls.map(({ step, attempt, roomMs }) => [step.id, attempt, roomMs]);
      expect(rooms).toEqual([
        ["a", 1, undefined],
        ["b", 1, 10_000],
        ["b", 1, 9000],
        ["b", 1, 8000],
        ["b", 1, 7000],
      ]);
      const fresh = engineRun({ a: acts }, { a: () => busy(fault) });
      expect(statuses(await fresh.outcome)).toEqual({ a: "failure" });
    },
  );

  it("is told in time where there is never room", async () => {
    const { outcome, time } = engineRun(
      { a: acts, b: { ...acts, after: ["a"] } },
      { b: () => busy("busy") },
    );
    for (let wait = 0; wait < 11; wait++) await time.advance(1000);
    expect(statuses(await outcome)).toEqual({ a: "success", b: "failure" });
  });
});
