import fc from "fast-check";
import { expect, it } from "vitest";
import { type Rate, rateLimit } from "./rate-limit.ts";

const MINUTE = 60_000;
function limited(...rates: Rate[]) {
  let now = 0;
  const limit = rateLimit(rates, () => now);
  return {
    take: (who = "ana") => limit(who),
    pass: (ms: number) => {
      now += ms;
    },
    /** How many of `tries` went through. */
    many: (tries: number, who = "ana") =>
      Array.from({ length: tries }, () => limit(who)).filter((wait) => wait === 0).length,
  };
}

it("lets the whole rate through at once, and then one each sixtieth of the minute", () => {
  const { many, take, pass } = limited({ count: 60, perMs: MINUTE });
  expect(many(100)).toBe(60);
  expect(take()).toBe(1000);
  pass(1000);
  expect(many(5)).toBe(1);
});
it("tells how long to wait, and that is enough", () => {
  const { many, take, pass } = limited({ count: 3, perMs: 1000 });
  many(3);
  pass(take());
  expect(take()).toBe(0);
});
it("what is refused takes nothing", () => {
  const { many, take, pass } = limited({ count: 2, perMs: 1000 });
  many(2);
  many(1000);
  pass(500);
  expect(take()).toBe(0);
});
it("one user does not wait for another", () => {
  const { many } = limited({ count: 5, perMs: MINUTE });
  many(50);
  expect(many(50, "bia")).toBe(5);
});
it("keeps to the strictest of several: a burst, and a budget for the day", () => {
  const { many, pass } = limited(
    { count: 10, perMs: MINUTE },
    { count: 25, perMs: 24 * 60 * MINUTE },
  );
  const got = [1, 2, 3, 4].map(() => {
    pass(MINUTE);
    return many(20);
  });
  expect(got).toEqual([10, 10, 5, 0]);
});
it("never lets more through in its time than twice the rate, whatever the pauses", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 }), (pauses) => {
      const { take, pass } = limited({ count: 5, perMs: 1000 });
      let now = 0;
      const taken: number[] = [];
      for (const pause of pauses) {
        pass(pause);
        now += pause;
        if (take() === 0) taken.push(now);
      }
      for (const from of taken)
        expect(taken.filter((at) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(10);
    }),
  );
});
