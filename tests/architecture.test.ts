import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readPage, withRooms } from "./architecture/draw-rooms.ts";
import { readSource } from "./architecture/read-source.ts";
import * as rules from "./architecture/rules.ts";
import { longestChain, namedAfterNothing, testsBesideNothing } from "./architecture/shape.ts";
import { shippedNames } from "./architecture/shipped-names.ts";

const files = globSync(
  "{*.ts,{shared,orchestrator,domains,cli,console,bench,scripts,packages,tests}/**/*.{ts,tsx}}",
  // Strangers wrote them, and they stay as they were written.
  { exclude: ["tests/strange-domains/**"] },
).toSorted();
const sources = files.map((file) => readSource(file, readFileSync(file, "utf8")));
const names = shippedNames();
const coreNamesNoDomain = rules.coreNamesNo(names);

it("looks at real files of every part, and at real names", () => {
  expect(files.length).toBeGreaterThan(100);
  for (const part of ["shared", "orchestrator", "domains", "cli", "console", "packages", "tests"])
    expect(files.filter((file) => file.startsWith(`${part}/`)).length, part).toBeGreaterThan(5);
  expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(files.length);
  expect(names.size).toBeGreaterThan(5);
});

it.each<[string, rules.Rule]>([
  ["every file lives in a room", rules.livesInARoom],
  ["imports go one way", rules.importsGoOneWay],
  ["packages stand apart", rules.packagesStandApart],
  ["rooms of a wing use each other one way", rules.roomsOfAWingGoOneWay],
  ["no file needs itself", rules.noCycles],
  ["the core names no domain, goal or capability", coreNamesNoDomain],
  ["text never becomes code, and only the supervisor starts processes", rules.runsNoText],
  ["nothing from outside becomes a pattern", rules.buildsNoPattern],
  ["the core never fetches past its pools", rules.coreNeverFetches],
  ["domains do not read the sentence again", rules.domainsReadNoSentence],
  ["the conversation looks at no word of a message itself", rules.turnReadsNoWords],
  ["what differs between languages is data", rules.comparesNoLocale],
  ["stages take time, chance and the outside as arguments", rules.stagesArePure],
  ["no check is silenced", rules.silencesNoCheck],
  ["files are small", rules.filesAreSmall],
  ["functions are small", rules.functionsAreSmall],
])("%s", (_habit, rule) => {
  expect(rule(sources)).toEqual([]);
});

/** Files behind one another, from what is started down to what imports nothing. */
const MOST_IN_A_CHAIN = 19;
/** Exceptions that are there; the numbers only ever go down. */
const MOST_READERS_OF_TEXT = 0;
const MOST_NAMED_AFTER_NOTHING = 87;
const MOST_TESTS_BESIDE_NOTHING = 71;

it("no chain of imports is long", () => {
  const chain = longestChain(sources);
  expect(chain.length, chain.join("\n")).toBeLessThanOrEqual(MOST_IN_A_CHAIN);
});

it("files are called after what they export, and tests after the file beside them", () => {
  const strays = namedAfterNothing(sources);
  expect(strays.length, strays.join("\n")).toBeLessThanOrEqual(MOST_NAMED_AFTER_NOTHING);
  const alone = testsBesideNothing(sources);
  expect(alone.length, alone.join("\n")).toBeLessThanOrEqual(MOST_TESTS_BESIDE_NOTHING);
});

it("what a message says is read in one room: others that look at its words only get fewer", () => {
  const readers = rules.readersOfText(sources);
  expect(readers.filter((file) => /\/standing\//.test(file))).toEqual([]);
  expect(readers.length, readers.join("\n")).toBeLessThanOrEqual(MOST_READERS_OF_TEXT);
});

it("the page about the architecture shows the rooms as they are", () => {
  expect(readPage()).toBe(withRooms(readPage()));
});

it("no data file of the core names a domain either", () => {
  const others = globSync("orchestrator/**/*.{json,yaml,yml,txt,sql,md}");
  const texts = others.map((file) => ({
    ...readSource("empty.ts", ""),
    file,
    words: [{ text: readFileSync(file, "utf8"), line: 1 }],
  }));
  expect(coreNamesNoDomain(texts)).toEqual([]);
});

const planted = (file: string, text: string) => [readSource(file, text)];

it.each<[string, rules.Rule, string, string]>([
  ["a file outside every room", rules.livesInARoom, "orchestrator/misc/x.ts", ""],
  [
    "a climb",
    rules.importsGoOneWay,
    "shared/contracts/x.ts",
    'import { a } from "../domain-kit/a.ts"',
  ],
  [
    "an engine that imports the conversation",
    rules.importsGoOneWay,
    "orchestrator/engine/x.ts",
    'import type { Turn } from "../turn/turn.ts"',
  ],
  [
    "a wing that imports a later one",
    rules.importsGoOneWay,
    "orchestrator/planning/x.ts",
    'import { a } from "../turn/answer.ts"',
  ],
  [
    "the same by type only",
    rules.importsGoOneWay,
    "orchestrator/planning/x.ts",
    'import type { A } from "../turn/answer.ts"',
  ],
  [
    "the same inside a type",
    rules.importsGoOneWay,
    "orchestrator/planning/x.ts",
    'type A = import("../turn/answer.ts").A',
  ],
  [
    "the same as a re-export over two lines",
    rules.importsGoOneWay,
    "orchestrator/planning/x.ts",
    'export {\n  a } from\n "../turn/answer.ts"',
  ],
  [
    "a domain that reaches into the core by dynamic import",
    rules.importsGoOneWay,
    "domains/weather/x.ts",
    'await import("../../orchestrator/turn/answer.ts")',
  ],
  [
    "a domain that imports another",
    rules.importsGoOneWay,
    "domains/weather/x.ts",
    'import "../library/x.ts"',
  ],
  [
    "a domain whose service, not test, uses the test kit",
    rules.importsGoOneWay,
    "domains/weather/x.ts",
    'import "#shared/testing/x.ts"',
  ],
  [
    "a core that imports the kit through the alias",
    rules.importsGoOneWay,
    "orchestrator/turn/reply/x.ts",
    'import "#shared/domain-kit/x.ts"',
  ],
  [
    "a terminal that imports the core",
    rules.importsGoOneWay,
    "cli/x.ts",
    'import "../orchestrator/turn/answer.ts"',
  ],
  [
    "a worker in another room",
    rules.importsGoOneWay,
    "orchestrator/turn/reply/x.ts",
    'new Worker(new URL("../../adapters/worker.ts", import.meta.url))',
  ],
  [
    "a module chosen while running",
    rules.importsGoOneWay,
    "orchestrator/turn/reply/x.ts",
    "await import(name)",
  ],
  [
    "a core that loads a package by a literal",
    rules.packagesStandApart,
    "orchestrator/start/x.ts",
    'await import("@regente/a2a")',
  ],
  [
    "the same by its folder, for a type",
    rules.packagesStandApart,
    "orchestrator/start/x.ts",
    'import type { A } from "../../packages/a2a/a.ts"',
  ],
  [
    "a package that runs code of the core",
    rules.packagesStandApart,
    "packages/a2a/x.ts",
    'import { a } from "../../orchestrator/ports/a.ts"',
  ],
  [
    "a package that looks behind the ports",
    rules.importsGoOneWay,
    "packages/a2a/x.ts",
    'import type { Turn } from "../../orchestrator/turn/turn.ts"',
  ],
  ["an import of itself", rules.noCycles, "cli/x.ts", 'import type { A } from "./x.ts"'],
  [
    "a capability's name in a string",
    rules.coreNamesNo(new Set(["get_rain"])),
    "orchestrator/planning/x.ts",
    'const a = "weather.get_rain"',
  ],
  [
    "a goal's name in a template",
    rules.coreNamesNo(new Set(["get_rain"])),
    "orchestrator/planning/x.ts",
    "const a = `is ${b} GET_RAIN`",
  ],
  [
    "a domain's name as a key",
    rules.coreNamesNo(new Set(["weather"])),
    "orchestrator/planning/x.ts",
    "const a = { weather: 1 }",
  ],
  [
    "an everyday word where it is a name",
    rules.coreNamesNo(new Set(["memory"])),
    "orchestrator/planning/x.ts",
    'const a = "memory.save"',
  ],
  ["eval", rules.runsNoText, "cli/x.ts", "eval(text)"],
  ["new Function", rules.runsNoText, "shared/domain-kit/x.ts", "new Function(text)"],
  ["node:vm", rules.runsNoText, "cli/up/x.ts", 'import vm from "node:vm"'],
  [
    "a process started by a domain",
    rules.runsNoText,
    "domains/weather/x.ts",
    'const { spawn } = await import("node:child_process")',
  ],
  [
    "a pattern from a manifest",
    rules.buildsNoPattern,
    "orchestrator/understanding/x.ts",
    "new RegExp(keyword)",
  ],
  [
    "a domain that reads the sentence",
    rules.domainsReadNoSentence,
    "domains/weather/x.ts",
    "const late = /tomorrow/.test(call.intent.original_query)",
  ],
  [
    "the same by taking it apart",
    rules.domainsReadNoSentence,
    "domains/weather/x.ts",
    "const { original_query } = call.intent",
  ],
  [
    "the same by its key, in the kit",
    rules.domainsReadNoSentence,
    "shared/domain-kit/x.ts",
    'read(intent["original_query"])',
  ],
  ...["../language/text.ts", "../language/words/deeds.ts", "#shared/plain-text/fold.ts"].map(
    (read): [string, rules.Rule, string, string] => [
      `a turn that reads words by ${read}`,
      rules.turnReadsNoWords,
      "orchestrator/turn/x.ts",
      `import { a } from "${read}"`,
    ],
  ),
  [
    "a language that is told by its name",
    rules.comparesNoLocale,
    "orchestrator/turn/x.ts",
    'const a = locale === "pt-BR" ? 1 : 2',
  ],
  [
    "the same in a switch",
    rules.comparesNoLocale,
    "cli/x.ts",
    'switch (locale) { case "en": run() }',
  ],
  ["fetch in a step", rules.coreNeverFetches, "orchestrator/engine/x.ts", "await fetch(url)"],
  [
    "the clock in a stage",
    rules.stagesArePure,
    "orchestrator/planning/x.ts",
    "const a = new Date()",
  ],
  [
    "the disk in a stage",
    rules.stagesArePure,
    "orchestrator/understanding/x.ts",
    'import { readFileSync } from "node:fs"',
  ],
  ["a silenced compiler", rules.silencesNoCheck, "cli/x.ts", "// @ts-ignore\nlet a"],
  [
    "a long function, without the one in it",
    rules.functionsAreSmall,
    "cli/x.ts",
    `function a() {\n${"b();\n".repeat(60)}const c = () => {\n${"d();\n".repeat(80)}};\n${"e();\n".repeat(50)}}`,
  ],
  ["a long file", rules.filesAreSmall, "cli/x.ts", "\n".repeat(401)],
])("catches %s", (_violation, rule, file, text) => {
  expect(rule(planted(file, text))).toHaveLength(1);
});

it("catches a cycle of three files, by types", () => {
  const circle = ["a", "b", "c"].map((name, at, all) =>
    readSource(`cli/${name}.ts`, `import type { T } from "./${all[(at + 1) % all.length]}.ts"`),
  );
  expect(rules.noCycles(circle)).toEqual(["cli/a.ts -> cli/b.ts -> cli/c.ts -> cli/a.ts"]);
});

it("counts a chain through types, and not into processes of their own", () => {
  const chained = [
    readSource("cli/a.ts", 'import type { T } from "./b.ts"'),
    readSource("cli/b.ts", 'fork(new URL("./c.ts", import.meta.url))'),
    readSource("cli/c.ts", 'await import("./d.ts")'),
    readSource("cli/d.ts", "export const deep = 1"),
    readSource("cli/d.test.ts", 'import "./a.ts"'),
  ];
  expect(longestChain(chained)).toEqual(["cli/a.ts", "cli/b.ts"]);
});

it("catches a file that is called after none of its exports, and a test of no file", () => {
  const strange = [
    readSource("cli/told.ts", "export const tellStep = 1"),
    readSource("cli/run-journal.ts", "export function openRunJournal() {}"),
    readSource("cli/policies.ts", "export type Policy = 1"),
    readSource("cli/told.test.ts", ""),
    readSource("cli/waits.test.ts", ""),
  ];
  expect(namedAfterNothing(strange)).toEqual(["cli/told.ts"]);
  expect(testsBesideNothing(strange)).toEqual(["cli/waits.test.ts"]);
});

it("catches two rooms of a wing that need each other", () => {
  const both = [
    readSource("orchestrator/turn/a/x.ts", 'import "../b/x.ts"'),
    readSource("orchestrator/turn/b/y.ts", 'import "../a/y.ts"'),
  ];
  expect(rules.roomsOfAWingGoOneWay(both)).toHaveLength(1);
});

it.each<[string, rules.Rule, string, string]>([
  [
    "words in a comment",
    rules.coreNamesNo(new Set(["weather"])),
    "orchestrator/planning/x.ts",
    "// weather",
  ],
  [
    "an everyday word in a sentence",
    rules.coreNamesNo(new Set(["memory"])),
    "orchestrator/planning/x.ts",
    'const a = "not enough memory"',
  ],
  [
    "a test with the test kit",
    rules.importsGoOneWay,
    "domains/weather/x.test.ts",
    'import "#shared/testing/x.ts"',
  ],
  [
    "a package that takes types of a port, and what is its own",
    rules.packagesStandApart,
    "packages/a2a/x.ts",
    'import type { A } from "../../orchestrator/ports/a.ts"; import { b } from "./b.ts"',
  ],
  [
    "a date from an argument",
    rules.stagesArePure,
    "orchestrator/planning/x.ts",
    "const a = new Date(now)",
  ],
  [
    "a domain that logs the sentence",
    rules.domainsReadNoSentence,
    "domains/weather/x.ts",
    'call.log.info({ said: call.intent.original_query }, "asked")',
  ],
  [
    "a supervisor that starts processes",
    rules.runsNoText,
    "cli/up/x.ts",
    'import "node:child_process"',
  ],
])("allows %s", (_habit, rule, file, text) => {
  expect(rule(planted(file, text))).toEqual([]);
});
