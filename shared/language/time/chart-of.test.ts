import { expect, it } from "vitest";
import { foldLetters } from "#shared/plain-text/fold.ts";
import { chartOf, grammarOf } from "./chart-of.ts";
import { NUMBERS } from "./numbers.ts";

const wordsIn = (text: string) => ({
  text,
  words: Array.from(text.matchAll(/\p{L}+|\d+\p{L}*/gu), ({ 0: word, index }) => ({
    word: foldLetters(word),
    start: index,
    end: index + word.length,
  })),
});

const longest = (text: string, category: string) => {
  const [found] = chartOf(wordsIn(text), "en").at(0, category);
  return found?.meaning;
};

it("words of any language are put together by the same productions", () => {
  const march = { is: "point", point: { is: "date", date: { month: 3, day: 25, year: 2026 } } };
  expect(longest("vinte e cinco de março de 2026", "point")).toEqual(march);
  expect(longest("the 25th of march 2026", "point")).toEqual(march);
});

it("of two readings that are as long, the simpler one is meant", () => {
  expect(longest("depois de amanhã", "period")).toEqual({
    is: "period",
    period: { is: "at", point: { is: "away", unit: "day", count: 2 } },
  });
});

it("a mark holds together what is written with it, and the end of a sentence parts", () => {
  expect(longest("3/4/2026", "point")).toMatchObject({ point: { date: { month: 3, day: 4 } } });
  expect(chartOf(wordsIn("10. march"), "en").at(0, "point")).toEqual([]);
});

it.each([
  [{ wen: "tomorrow" }, /times.yaml: there is no production "wen"/],
  [{ day: "<numbr>" }, /nothing is a <numbr>/],
  [{ day: "the (first" }, /opens what it does not close/],
])("a file that says %j is refused, with what to write", (phrases, message) => {
  const manner = { isDayFirst: true, counts24: true };
  const languages = [{ file: "times.yaml", phrases }];
  expect(() => grammarOf(NUMBERS, languages, manner)).toThrow(message);
});
