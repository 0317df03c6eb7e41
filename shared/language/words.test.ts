import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import {
  byLocale,
  type Entry,
  expandPhrase,
  parseWords,
  phraseList,
  wordList,
  wordMap,
  wordSet,
} from "./words.ts";

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

type Plain = readonly string[] | { [name: string]: Plain };
const plain = (names: ReadonlyMap<string, Entry>): Plain =>
  Object.fromEntries(
    [...names].map(([name, entry]) => [
      name,
      entry.is === "words" ? [...entry.words] : plain(entry.names),
    ]),
  );

it("reads words, phrases and names", () => {
  const text = `
# What stands before a name.
articles: the a an
times: >-
  noon #day
  'til
openings:
  - so then, yes
  # Of friends.
  - (hey|hi) there
kinds:
  remove: delete
  "2": two
none: []
`;
  expect(plain(parseWords("en/words.yaml", text))).toEqual({
    articles: ["the", "a", "an"],
    times: ["noon", "#day", "'til"],
    openings: ["so then", "yes", "(hey|hi) there"],
    kinds: { remove: ["delete"], "2": ["two"] },
    none: [],
  });
});

it.each([
  ["a: b\na: c", 'words.yaml:2: "a: c" stands there twice'],
  ["a:\nb: c", 'words.yaml:1: "a:" has nothing below it; write `[]`'],
  [
    "a:\n  - b #day",
    'words.yaml:2: "- b #day" is something else in YAML; write the text in quotes',
  ],
  ["a:\n  - b\n  c: d", 'words.yaml:3: "c: d" is no phrase; write `- phrase`'],
  ["some words", 'words.yaml:1: "some words" is no name; write `name: words`'],
  ["a: b\n  c: d", 'words.yaml:2: "c: d" stands further right'],
  ["  a: b", 'words.yaml:1: "a: b" stands further right'],
])("says what is wrong, where, and what to write instead: %j", (text, problem) => {
  expect(() => parseWords("words.yaml", text)).toThrow(problem);
});

it("reads every file as YAML does", () => {
  // Phrases of the grammar of time have marks that mean something in YAML.
  const files = globSync("language/*/*.yaml").filter(
    (file) => !/\/(?:times|guards).yaml$/.test(file),
  );
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    expect(plain(parseWords(file, text)), file).toEqual(
      asWords(parse(text, { schema: "failsafe" })),
    );
  }
});

/** What YAML makes of a file, cut into words and phrases. */
function asWords(value: unknown): Plain {
  if (typeof value === "string") return value.split(/\s+/);
  if (Array.isArray(value)) return value.flatMap((each) => String(each).split(/\s*,\s*/));
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([name, below]) => [name, asWords(below)]),
  );
}
