import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import {
  entriesIn,
  inEnglish,
  messageIn,
  messagesOf,
  namesIn,
  readMessages,
  reasonIn,
  sentencesIn,
} from "./messages.ts";
import { reason } from "./reason.ts";

const LANGUAGES = globSync("language/*/messages").map((folder) => folder.split("/")[1] ?? "");

describe("what the system says", () => {
  it("stands in every language under the same codes, with the same values", () => {
    expect(LANGUAGES.toSorted()).toEqual(["en", "pt-BR"]);
    const english = [...messagesOf("en")].map(([key, text]) => [key, namesIn(text)]);
    expect(english.length).toBeGreaterThan(300);
    for (const language of LANGUAGES)
      expect([...messagesOf(language)].map(([key, text]) => [key, namesIn(text)])).toEqual(english);
  });

  it.each(globSync("language/*/messages/*.yaml"))("is YAML: %s", (file) => {
    const text = readFileSync(file, "utf8");
    const leaves = (value: unknown): unknown[] =>
      typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [value];
    const read = [...readMessages(basename(file), text).values()].flatMap((each) =>
      typeof each === "string" ? [each] : [...each.values()],
    );
    expect(read).toEqual(leaves(parse(text)));
  });

  /** Words that only an English sentence has; "for" behind "se" is Portuguese. */
  const ENGLISH = /\b(?:must|is|are|the|of|not|an|which|twice|has)\b|(?<!\bse\b.*)\bfor\b/;
  it("is Portuguese in Portuguese", () => {
    const said = [...messagesOf("pt-BR")].flatMap(([key, text]) =>
      [text]
        .flatMap((each) => (typeof each === "string" ? [each] : [...each.values()]))
        .map((each) => `${key}: ${each}`),
    );
    expect(said.filter((each) => ENGLISH.test(each.slice(each.indexOf(":"))))).toEqual([]);
  });
});

describe("a reason", () => {
  const why = reason("contract", {
    what: reason("manifest_in", { folder: "/garden" }),
    faults: [
      reason("at", { path: "version", why: reason("must_look_like", { options: ['"1.0.0"'] }) }),
      reason("at", {
        path: "goals",
        why: reason("must_be_not", {
          options: [reason("a_list"), reason("a_string"), "null"],
          given: reason("a_number"),
        }),
      }),
    ],
  });
  it("is said in each language, with all that it holds", () => {
    expect(inEnglish(why)).toBe(
      'manifest in /garden: version: must look like "1.0.0"; goals: must be a list, a string or null, not a number',
    );
    expect(reasonIn("pt-BR", why)).toBe(
      'manifesto em /garden: version: deve ser como "1.0.0"; goals: deve ser uma lista, um texto ou null, não um número',
    );
  });
  it("shows values as they are, also where they look like the place of another one", () =>
    expect(inEnglish(reason("at", { path: "{why}", why: "{path} $& $1" }))).toBe(
      "{why}: {path} $& $1",
    ));
  it.each([
    ["an unknown code", { code: "made_up", values: {} }],
    ["a code of an object itself", { code: "__proto__", values: {} }],
    ["a value that is missing", { code: "run_not_found", values: {} }],
    ["a value of another kind", { code: "run_not_found", values: { run: { code: 1 } } }],
  ])("with %s is not half said", (_what, strange) =>
    expect(reasonIn("pt-BR", strange as ReturnType<typeof reason>)).toBeUndefined(),
  );
  it("that holds others for ever ends", () => {
    let nested = reason("all_of", { all: "end" });
    for (let depth = 0; depth < 10_000; depth++) nested = reason("all_of", { all: nested });
    expect(reasonIn("en", nested)).toBeUndefined();
  });
});

describe("sentences", () => {
  it.each(globSync("language/*/sentences/*.yaml"))("are YAML: %s", (file) => {
    const text = readFileSync(file, "utf8");
    const leaves = (value: unknown): unknown[] =>
      typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [value];
    expect(entriesIn(file, text).map((entry) => entry.text)).toEqual(leaves(parse(text)));
  });
  it("stand under the same names in every language", () => {
    const top = (locale: string) =>
      new Set([...sentencesIn(locale, "safety-net").keys()].map((names) => names.split(".")[0]));
    expect(top("pt-BR")).toEqual(top("en"));
  });
});

it("a language without a message says it in English", () =>
  expect(messageIn("fr", "refusals.is_missing", {})).toBe("is missing"));

it.each([
  ["pt-BR", 0, "0 passos"],
  ["pt-BR", 1, "1 passo"],
  ["en", 0, "0 steps"],
])("says how many in %s: %i", (locale, count, said) =>
  expect(messageIn(locale, "terminal.steps", { count })).toBe(said),
);

it.each(["../x.code", "%2e%2e/x.code", "a/b.code"])("reads no file of another folder: %s", (key) =>
  expect(messageIn("en", key, {})).toBeUndefined(),
);

it.each([
  ["a list", "code: [a]", 1],
  ["a colon in plain text", "one: a\ncode: b: c", 2],
  ["a code twice", "code: a\ncode: b", 2],
  ["an indent without a name above it", "  code: a", 1],
])("a file with %s is refused with its line", (_what, text, line) =>
  expect(() => readMessages("x.yaml", text)).toThrow(`x.yaml:${line}: `),
);
