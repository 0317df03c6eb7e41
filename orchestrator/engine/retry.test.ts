import fc from "fast-check";
import { expect, it } from "vitest";
import type { StepPolicy } from "./plan-run.ts";
import { delayBeforeRetry } from "./retry.ts";
import { breaks } from "./run-plan.fixture.ts";

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
