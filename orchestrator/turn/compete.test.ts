import { expect, it } from "vitest";
import { compete, type Offer } from "./compete.ts";

const offer = (over: Partial<Offer>): Offer => ({
  ...{ state: "always", against: 0, unread: 0, assumed: 0, generality: 1, confidence: 0.9 },
  ...over,
});
const NOTHING_STANDS = new Set<Offer["state"]>();
const STANDS = new Set<Offer["state"]>(["any_stands"]);

it("an offer is not compared where its state is not so", () => {
  const command = offer({ state: "any_stands", confidence: 1 });
  const goal = offer({ unread: 3, confidence: 0.5 });
  expect(compete([command, goal], NOTHING_STANDS)).toBe(goal);
  expect(compete([command, goal], STANDS)).toBe(command);
  expect(compete([command], NOTHING_STANDS)).toBeUndefined();
});

it.each([
  ["what stands against one counts more than unread words", { against: 1 }, { unread: 2 }],
  ["an unread word counts more than values that are assumed", { unread: 1 }, { assumed: 2 }],
  ["an assumed value counts more than how general one is", { assumed: 1 }, { generality: 2 }],
  ["how general one is counts more than confidence", { generality: 2 }, { confidence: 0.5 }],
  ["of two that are alike the surer one is meant", { confidence: 0.6 }, { confidence: 0.7 }],
])("%s", (_, loses, wins) => {
  const [loser, winner] = [offer(loses), offer(wins)];
  expect(compete([loser, winner], STANDS)).toBe(winner);
  expect(compete([winner, loser], STANDS)).toBe(winner);
});

it("equal ones stay in their order", () => {
  const [one, other] = [offer({}), offer({})];
  expect(compete([one, other], STANDS)).toBe(one);
});
