import { expect, it } from "vitest";
import { slipsBetween } from "./slips.ts";

it.each([
  ["nothing", "volume", "volume", 0, 0],
  ["a doubled letter", "ligga", "liga", 1, 0.6],
  ["two neighbours that changed places", "cancle", "cancel", 1, 0.7],
  ["a missing letter", "volme", "volume", 1, 0.9],
  ["a letter too many", "volumke", "volume", 1, 1],
  ["another letter", "vopume", "volume", 1, 1.1],
  ["a missing first letter", "olume", "volume", 1, 1.4],
  ["two slips", "delsgia", "desliga", 2, 1.4],
  ["the two dearest slips", "bplume", "volume", 2, 2.7],
])("%s: %s for %s", (_, written, meant, count, cost) => {
  const slips = slipsBetween(written, meant, 2);
  expect(slips?.count).toBe(count);
  expect(slips?.cost).toBeCloseTo(cost);
});

it.each([
  ["ovlume", false],
  ["bolume", true],
  ["volumo", true],
  ["volmue", false],
])("%s for volume spoils an edge: %s", (written, atAnEdge) =>
  expect(slipsBetween(written, "volume", 1)?.atAnEdge).toBe(atAnEdge),
);

it("words that are further apart are no slips of each other, nor are endless ones", () => {
  expect(slipsBetween("casa", "volume", 2)).toBeUndefined();
  expect(slipsBetween("x".repeat(40), "x".repeat(41), 2)).toBeUndefined();
});
