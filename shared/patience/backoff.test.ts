import { expect, it } from "vitest";
import { backoffMs } from "./backoff.ts";

const backoff = { firstMs: 250, mostMs: 2000 };

it.each([
  [1, 250],
  [2, 500],
  [4, 2000],
  [5, 2000],
  [5000, 2000],
])("after %i failures in a row it waits at most %i ms", (failures, expected) => {
  expect(backoffMs(failures, backoff)).toBe(expected);
});

it("takes any part of that where chance is given", () => {
  expect([0, 0.5, 1].map((chance) => backoffMs(2, backoff, () => chance))).toEqual([0, 250, 500]);
});
