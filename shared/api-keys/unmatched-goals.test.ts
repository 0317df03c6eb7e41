import { expect, it } from "vitest";
import { type KnownGoals, unmatchedGoals } from "./unmatched-goals.ts";

const known: KnownGoals = new Map([
  ["finance", ["get_quote", "compare_quotes", "convert", "get_news"]],
  ["notes", ["find_note"]],
  ["tower", undefined],
]);

it("a goal, a domain's goals and all goals are known by their names", () => {
  const patterns = ["*", "finance:*", "finance.get_quote", "notes.find_note", "tower:*"];
  expect(unmatchedGoals(patterns, known)).toEqual({ unknown: [], away: [] });
});

it.each<[what: string, pattern: string, nearest: string]>([
  ["goal of a domain", "finance.get_qoute", "finance.get_quote"],
  ["domain of a goal", "note.find_note", "notes.find_note"],
  ["domain", "finanse:*", "finance:*"],
])("an unknown %s is told with the nearest names first", (_what, name, nearest) => {
  const { unknown, away } = unmatchedGoals([name], known);
  expect(unknown).toMatchObject([{ name, near: { 0: nearest, length: 3 } }]);
  expect(away).toEqual([]);
});

it("what a domain has that is away is neither known nor unknown", () => {
  const found = unmatchedGoals(["tower.tell_hour"], known);
  expect(found).toEqual({ unknown: [], away: ["tower.tell_hour"] });
});

it("where nothing is known nothing is near", () => {
  const name = "notes.find_note";
  expect(unmatchedGoals([name], new Map())).toEqual({ unknown: [{ name, near: [] }], away: [] });
});
