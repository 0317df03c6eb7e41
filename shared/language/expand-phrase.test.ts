import { expect, it } from "vitest";
import { expandPhrase } from "./expand-phrase.ts";

it.each<[string, string[]]>([
  ["set another", ["set another"]],
  ["(set|add) another", ["set another", "add another"]],
  ["set [me] another", ["set me another", "set another"]],
  ["a (b|c) [d|e f]", ["a b d", "a b e f", "a b", "a c d", "a c e f", "a c"]],
  ["(a|b (c|d))", ["a", "b c", "b d"]],
])("%s stands for each of its ways", (phrase, ways) => {
  expect(expandPhrase(phrase)).toEqual(ways);
});

it("says which phrase is not closed", () => {
  expect(() => expandPhrase("(set|add another")).toThrow('"(set|add another" does not close');
  expect(() => expandPhrase("set) another")).toThrow('"set) another" closes');
});
