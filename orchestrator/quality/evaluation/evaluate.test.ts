import { expect, it } from "vitest";
import { effectScores } from "./evaluate.ts";
import type { Labelled, Prediction } from "./labelled.ts";

const gates = {
  gateOf: (goal: string) => (goal === "SEND" ? 0.97 : 0.94),
  hasEffect: (goal: string) => goal === "SEND",
};
/** What was meant, what was found, and how sure. */
function scoresOf(...decisions: [string | null, string | null, number][]) {
  const labels = decisions.map(
    ([goal], at): Labelled => ({ id: `${at}`, text: "", locale: "en", goal, entities: [] }),
  );
  const predictions = decisions.map(
    ([, goal, confidence], at): Prediction => ({
      id: `${at}`,
      domain: "post",
      goal,
      confidence,
      entities: [],
      tier: "classifier",
    }),
  );
  return effectScores(labels, predictions, gates);
}

it("goals with effects are scored at their own gate", () => {
  expect(scoresOf(["SEND", "SEND", 0.98], ["SEND", "SEND", 0.95], ["READ", "READ", 0.95])).toEqual({
    goals: 1,
    sentences: 2,
    coverage: 0.5,
    precision: 1,
  });
});

it.each<[string, [string | null, string | null, number], number]>([
  ["another goal's sentence that would change something is wrong", ["READ", "SEND", 0.98], 0.5],
  ["so is one that asks for something else", [null, "SEND", 0.98], 0.5],
  ["one that stays below the gate does no harm", [null, "SEND", 0.96], 1],
  ["one that is only read changes nothing", ["SEND", "READ", 0.95], 1],
])("%s", (_habit, decision, precision) => {
  expect(scoresOf(["SEND", "SEND", 0.99], decision)).toMatchObject({ precision });
});

it("there is nothing to score where nothing is changed", () => {
  expect(scoresOf(["READ", "READ", 0.99])).toBeNull();
});
