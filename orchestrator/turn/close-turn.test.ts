import { expect, it } from "vitest";
import { noteFact, withoutFacts } from "./close-turn.ts";

it("a fact is what was said, the goal, and the first line of the answer", () => {
  const exchange = {
    said: "  vai\nchover? ",
    goal: "FORECAST",
    told: "Chove à tarde.\n\nFonte: x",
  };
  expect(noteFact([], exchange)).toEqual(['"vai chover?" (FORECAST): Chove à tarde.']);
  expect(noteFact([], { ...exchange, told: undefined })).toEqual(['"vai chover?" (FORECAST)']);
});

it("facts are short and few, and the oldest go first", () => {
  let facts: string[] = [];
  for (let at = 0; at < 15; at += 1)
    facts = noteFact(facts, { said: `${at} ${"x".repeat(500)}`, goal: "G", told: "y".repeat(500) });
  expect(facts).toHaveLength(10);
  expect(facts[0]).toMatch(/^"5 /);
  for (const fact of facts) expect(fact.length).toBeLessThan(300);
});

it("a summary takes the place of what it is about, and of nothing newer", () => {
  expect(withoutFacts(["a", "b", "c"], ["a", "b"])).toEqual(["c"]);
  expect(withoutFacts(["c"], ["a", "b"])).toBeUndefined();
});
