import { expect, it } from "vitest";
import { goalSets, hasGoal } from "./ids.ts";

it("knows which goals each thing belongs to, however often it was said", () => {
  const sets = goalSets([3, 0, 3, 3, 1], [1, 2, 0, 1, 4], 5);
  const goalsOf = (thing: number) =>
    [-1, 0, 1, 2, 3, 4, 5].filter((goal) => hasGoal(sets, thing, goal));
  expect([-1, 0, 1, 2, 3, 4].map(goalsOf)).toEqual([[], [2], [4], [], [0, 1], []]);
});

it("nothing belongs to no goals", () => expect(hasGoal(goalSets([], [], 0), 0, 0)).toBe(false));
