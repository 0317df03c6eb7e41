import { expect, it } from "vitest";
import { isReusable } from "./plan-with-model.ts";

const sentence = "report on the 3 rivers of Lisbon, code aBc";
const told = { place_text: "Lisbon", days: 3, tags: ["red wine", "fado"] };
const formOf = (value: string) => ({
  steps: [{ id: 1, capability: "atlas.look_up", params: [{ name: "text", value }], after: [] }],
  combine: "last" as const,
});

it.each([
  ["a hole", "{place_text}", true],
  ["words of another step", "${1.explanation}", true],
  ["a value of another step", "${1.result.river.name}", true],
  ["a place in a list", "${1.result.rows.0.name}", false],
  ["words of the sentence", "Report: the rivers of {place_text}", true],
  ["words of its own", "All about {place_text}", false],
  ["a value", "Lisbon", false],
  ["a number that the user told", "3", false],
  ["a part of a value", "wine", false],
  ["a number of its own", "7", false],
  ["a yes", "true", false],
  ["a sign with a meaning", "*", false],
  ["a code as it was said", "aBc", true],
  ["a code that was said otherwise", "ABC", false],
  ["holes in a list", '["{place_text}", "{days}"]', true],
  ["holes in an object", '{"city": "{place_text}"}', false],
])("a plan with %s serves other values: %s is %s", (_what, value, expected) =>
  expect(isReusable(formOf(value), sentence, told)).toBe(expected),
);
