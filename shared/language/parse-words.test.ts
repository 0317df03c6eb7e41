import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { type Entry, parseWords } from "./parse-words.ts";

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
