import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseWords } from "./parse-words.ts";
import { byLocale, expandPhrase, phraseList, wordList, wordMap, wordSet } from "./words.ts";

it("gives the words of a class in one language, or in all of them", () => {
  expect(wordSet("words.only", "en")).toEqual(new Set(["just", "only"]));
  expect(wordSet("words.only")).toEqual(new Set(["so", "apenas", "somente", "just", "only"]));
  expect(byLocale((locale) => wordList("words.only", locale))).toMatchObject({
    en: ["just", "only"],
  });
});

it("gives words under names, and phrases with every alternative", () => {
  expect(wordMap("verbs.actions").get("sell")).toEqual(["vende", "vender", "venda", "sell"]);
  expect(phraseList("control.again", "en")).toContain("one more time");
});

it("says which classes there are where the one asked for is none", () => {
  expect(() => wordSet("nouns.textz")).toThrow(
    /^no language has the class "nouns.textz"; language\/en\/nouns.yaml has .*quoted-texts/,
  );
  expect(() => wordMap("words.only")).toThrow('"words.only" holds words');
});

it("every language of these has the same classes, also where it has no words for one", () => {
  const classesIn = (locale: string) =>
    globSync(`language/${locale}/*.yaml`)
      // Phrases of the grammar of time: a language says what it has.
      .filter((file) => !/\/(?:times|guards).yaml$/.test(file))
      .toSorted()
      .map((file) => [
        file.split("/").at(-1),
        [...parseWords(file, readFileSync(file, "utf8")).keys()],
      ]);
  expect(classesIn("pt-BR")).toEqual(classesIn("en"));
});

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
