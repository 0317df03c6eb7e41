import { buildCommand } from "@stricli/core";
import { z } from "zod";
import { parseExample } from "#shared/contracts/annotated-example.ts";
import { errorText, RegenteError } from "#shared/contracts/errors.ts";
import { isJsonObject } from "#shared/contracts/json.ts";
import { inEach, type Locale, locales } from "#shared/contracts/names.ts";
import { readDocument } from "#shared/made-domains/document.ts";
import { draftOverlay, draftToolOverlay } from "#shared/made-domains/draft.ts";
import { draftLines } from "#shared/made-domains/grammar/draft-lines.ts";
import { seenOf } from "#shared/made-domains/settings.ts";
import { readTools } from "#shared/made-domains/tool-server.ts";
import type { Wanted } from "../../orchestrator/quality/tools/ask-sentences.ts";
import type { DraftedExamples, Standing } from "../../orchestrator/quality/tools/drafted.ts";
import { docs, help, listOf, option, yesOption } from "../command.ts";
import { NotBroughtIn, readSource, yamlText } from "../import/bring-in.ts";
import { namesOf } from "../new-domain/with-entry.ts";
import {
  askEach,
  atTheFiles,
  cannot,
  type ExitCode,
  exitCodes,
  printable,
  type Say,
  type Terminal,
} from "../terminal.ts";
import { learntFolder } from "../up/built-file.ts";

type Asked = {
  name: string;
  /** What the domain does, a deed a line. */
  lines: readonly string[];
  openapi: string | undefined;
  operations: readonly string[];
  /** An MCP server, by its address or its program. */
  server: string | undefined;
  command: string | undefined;
  /** Ask the configured model for sentences, and show what they would add. */
  isAsked: boolean;
  /** Of a domain that has a manifest: which of its sentences are written, and that it is asked once more. */
  accept: string | undefined;
  anew: boolean;
};

/** The first version of what a domain is made from. Errors: RegenteError, or Error for a source that cannot be read */
async function firstVersion(asked: Asked, env: Terminal["env"]): Promise<object> {
  const { name, lines, openapi, operations, server, command } = asked;
  if (openapi !== undefined)
    return draftOverlay(readDocument(openapi, await readSource(openapi)), name, operations).overlay;
  if (server === undefined && command === undefined) return draftLines(name, lines);
  const program = listOf(command, " ");
  const mcp = server === undefined ? { command: program } : { url: server };
  const { title, tools } = await readTools({ mcp, credentials: undefined, env: seenOf({}, env) });
  return draftToolOverlay(tools, title, name, operations).overlay;
}

/** What a model would add to a draft, as a diff for a person to take. */
async function showSentences(
  draft: object,
  { output, errors, env, words: { say } }: Terminal,
): Promise<ExitCode> {
  // Only who asks a model pays for loading what speaks to one.
  const { askSentences } = await import("../../orchestrator/quality/tools/ask-sentences.ts");
  const asked = await askSentences(goalsIn(draft), env);
  if (asked === undefined) throw new NotBroughtIn(say("draft.no_model"));
  const more = yamlText(withSentences(draft, asked.sentences));
  output.write(addedLines("manifest.yaml", yamlText(draft), more));
  const count = [...asked.sentences.values()].flatMap(Object.values<string[]>).flat().length;
  errors.write(
    `${say("draft.sentences", { count, refused: asked.refused, tokens: asked.tokens })}\n`,
  );
  return count > 0 ? exitCodes.done : exitCodes.failed;
}

/**
 * The first version of a manifest from a few lines, or of an overlay from a document or a server, on standard output; or more
 * examples of a model for a manifest that is there.
 */
async function draft(asked: Asked, terminal: Terminal): Promise<ExitCode> {
  const { name, lines, openapi, server, command, isAsked } = asked;
  if (namesOf(name) === undefined)
    return cannot(terminal, terminal.words.say("import.bad_name", { name }));
  const sources = [openapi, server, command].filter((each) => each !== undefined);
  const isThere = isAsked && sources.length === 0 && lines.length === 0;
  if (!isThere && sources.length + Math.min(lines.length, 1) !== 1)
    return cannot(terminal, help("draft.needs"));
  if (isThere) return moreExamples(asked, terminal);
  const drafted = await firstVersion(asked, terminal.env).catch((error: unknown) => {
    const [source] = sources;
    if (source === undefined || error instanceof RegenteError) throw error;
    throw new NotBroughtIn(`${source}: ${errorText(error)}`);
  });
  if (isAsked) return showSentences(drafted, terminal);
  terminal.output.write(yamlText(drafted));
  return exitCodes.done;
}

type Flags = {
  openapi?: string;
  operations?: string;
  server?: string;
  command?: string;
  model?: boolean;
  accept?: string;
  anew?: boolean;
};

export const draftCommand = buildCommand({
  docs: docs(help("draft.brief"), [
    'npx regente draft library "find a book by title" "lend a book with title, days: integer?"',
    "npx regente draft petstore --openapi=petstore.json --operations=findPets,getPet",
    'npx regente draft library "find a book by title" --model | patch domains/library/manifest.yaml',
    "npx regente draft library --model --accept=all-safe",
  ]),
  parameters: {
    flags: {
      openapi: option(help("draft.openapi"), "FILE"),
      operations: option(help("import.operations"), "findPets,getPet"),
      server: option(help("import.server"), "http://127.0.0.1:3000/mcp"),
      command: option(help("import.command"), "PROGRAM"),
      model: yesOption(help("draft.model")),
      accept: option(help("draft.accept"), "all-safe|1,4-6"),
      anew: yesOption(help("draft.anew")),
    },
    positional: {
      kind: "array",
      parameter: { brief: help("draft.lines"), placeholder: "NAME LINE", parse: String },
      minimum: 1,
    },
  },
  func(flags: Flags, name: string, ...lines: string[]) {
    const { openapi, operations, server, command, model = false, accept, anew = false } = flags;
    const from = { lines, openapi, operations: listOf(operations), server, command };
    const asked = { name, ...from, isAsked: model, accept, anew };
    return atTheFiles((terminal) => draft(asked, terminal));
  },
});

const CONTEXT = 3;

/**
 * What a text has more than the one before it, as a unified diff that `patch` takes; empty where there is nothing.
 * Errors: none; every line of `before` must stand in `after`, in the same order
 * Cost:   one pass over the lines
 */
function addedLines(file: string, before: string, after: string): string {
  const old = before.split("\n");
  let at = 0;
  const lines = after.split("\n").map((text): { sign: " " | "+"; text: string } => {
    if (old[at] !== text) return { sign: "+", text };
    at += 1;
    return { sign: " ", text };
  });
  const hunks: string[] = [];
  let oldLine = 1;
  let newLine = 1;
  let from = 0;
  while (from < lines.length) {
    const first = lines.findIndex(({ sign }, place) => place >= from && sign === "+");
    if (first === -1) break;
    const start = Math.max(from, first - CONTEXT);
    oldLine += start - from;
    newLine += start - from;
    let end = first;
    for (let place = first; place < lines.length && place <= end + 2 * CONTEXT; place += 1)
      if (lines[place]?.sign === "+") end = place;
    const hunk = lines.slice(start, end + 1 + CONTEXT);
    const kept = hunk.filter(({ sign }) => sign === " ").length;
    hunks.push(`@@ -${oldLine},${kept} +${newLine},${hunk.length} @@`);
    hunks.push(...hunk.map(({ sign, text }) => `${sign}${text}`));
    oldLine += kept;
    newLine += hunk.length;
    from = start + hunk.length;
  }
  return hunks.length === 0 ? "" : `${[`--- ${file}`, `+++ ${file}`, ...hunks].join("\n")}\n`;
}

const examples = z.partialRecord(z.enum(locales), z.array(z.string()));
const spoken = z.looseObject({
  goal: z.string(),
  description: z.record(z.string(), z.string()),
  // Those of an overlay are made from its `said`.
  hints: z.looseObject({ examples: examples.default({}) }).default({ examples: {} }),
  entities_schema: z.record(z.string(), z.looseObject({ values: z.array(z.string()).optional() })),
});

const listIn = (value: unknown, name: string): unknown[] => {
  const list = isJsonObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? (list as unknown[]) : [];
};

/** The goals of a manifest, or of an overlay's operations, as they stand there. */
const goalsOf = (draft: object): unknown[] => [
  ...listIn(draft, "goals"),
  ...listIn(draft, "actions").flatMap((action) => {
    const update = isJsonObject(action) ? action["update"] : undefined;
    return isJsonObject(update) ? listIn(update["x-regente"], "goals") : [];
  }),
];

/** The goals of a draft, as a model is told of them. */
const goalsIn = (draft: object): Wanted[] =>
  goalsOf(draft).map((each) => {
    const { goal, description, hints, entities_schema } = spoken.parse(each);
    return {
      goal,
      description: description["en"] ?? goal,
      values: Object.fromEntries(
        Object.entries(entities_schema).map(([name, { values }]) => [name, { values }]),
      ),
      examples: inEach((locale) => hints.examples[locale] ?? []),
    };
  });

/** The same draft with more sentences, each after those that its goal had; nothing else of it moves. */
function withSentences(
  draft: object,
  sentences: ReadonlyMap<string, Record<Locale, string[]>>,
): object {
  const copy = structuredClone(draft);
  for (const each of goalsOf(copy)) {
    const { goal, hints } = spoken.parse(each);
    const more = inEach((locale) => [
      ...(hints.examples[locale] ?? []),
      ...(sentences.get(goal)?.[locale] ?? []),
    ]);
    if (!isJsonObject(each)) continue;
    const own = isJsonObject(each["hints"]) ? each["hints"] : {};
    each["hints"] = { ...own, examples: more };
  }
  return copy;
}

const ALL_SAFE = "all-safe";

/**
 * What a model would add to the goals of a domain that has a manifest: shown, asked about on a terminal, and written where its
 * author takes it. `accept` names what is taken without a question.
 * Errors: NotBroughtIn where there is no model, no manifest, or no such number; those of draftExamples
 */
async function moreExamples(
  { name: domain, accept, anew }: Asked,
  terminal: Terminal,
): Promise<ExitCode> {
  const { output, input, env, paint } = terminal;
  const { say } = terminal.words;
  const { draftExamples } = await import("../../orchestrator/quality/tools/draft-examples.ts");
  const drafted = await draftExamples(domain, env, { built: learntFolder, anew });
  if (drafted === "no model") throw new NotBroughtIn(say("draft.no_model"));
  if (drafted === "no files") throw new NotBroughtIn(say("draft.no_files", { domain }));
  output.write(`${shown(drafted, terminal)}\n`);
  const isAsked = accept === undefined && input.isTTY === true && output.isTTY === true;
  const numbers =
    accept !== undefined
      ? numbersIn(accept, drafted)
      : isAsked
        ? new Set(await askEach(groupsOf(drafted, say), say("draft.legend"), terminal))
        : undefined;
  if (accept !== undefined && numbers === undefined)
    throw new NotBroughtIn(say("draft.bad_numbers", { said: accept }));
  if (numbers === undefined || numbers.size === 0) {
    output.write(`${paint.dim(say("draft.how_to"))}\n`);
    return exitCodes.done;
  }
  const { written, held } = await drafted.accept(numbers);
  for (const each of held) output.write(`${paint.yellow(printable(whyHeld(each, say)))}\n`);
  output.write(`${say("draft.written", { count: written.length, domain })}\n`);
  return written.length === numbers.size ? exitCodes.done : exitCodes.failed;
}

const MARKS: Readonly<Record<Standing, string>> = {
  ...{ teaches: "+", known: "=", other_values: "~", repeats: "=", taken: "≠" },
};

function shown(
  { domain, proposals, refused, tokens }: DraftedExamples,
  terminal: Terminal,
): string {
  const { paint } = terminal;
  const { say } = terminal.words;
  const width = String(proposals.length).length;
  const count = { teaches: 0, known: 0, other_values: 0, repeats: 0, taken: 0 };
  const lines = [...Map.groupBy(proposals, ({ goal }) => goal)].flatMap(([goal, own]) => [
    paint.bold(printable(`${domain}.${goal}`)),
    ...own.map(({ number, example, standing, by }) => {
      count[standing] += 1;
      const line = `${String(number).padStart(width)} ${MARKS[standing]} ${example}`;
      if (standing === "teaches") return printable(line);
      const why = say(`draft.standing.${standing}`, { by: by ?? "" });
      return paint.dim(printable(`${line}  (${why})`));
    }),
  ]);
  return [
    paint.dim(tokens === 0 ? say("draft.asked_before") : say("draft.asked", { tokens })),
    ...lines,
    say("draft.counted", { ...count, refused }),
  ].join("\n");
}

/** undefined: it names none, or one that was not shown. */
function numbersIn(said: string, { proposals }: DraftedExamples): Set<number> | undefined {
  if (said === ALL_SAFE)
    return new Set(
      proposals.flatMap(({ number, standing }) => (standing === "teaches" ? number : [])),
    );
  const there = new Set(proposals.map(({ number }) => number));
  const numbers = new Set<number>();
  for (const part of said.split(",")) {
    const [, first, last = first] = /^\s*(\d{1,5})(?:-(\d{1,5}))?\s*$/.exec(part) ?? [];
    if (first === undefined || last === undefined) return undefined;
    for (let number = Number(first); number <= Number(last); number++)
      if (there.has(number)) numbers.add(number);
    if (!there.has(Number(first)) || !there.has(Number(last))) return undefined;
  }
  return numbers;
}

const groupsOf = ({ domain, proposals }: DraftedExamples, say: Say) =>
  [
    ...Map.groupBy(
      proposals.filter(({ standing }) => standing === "teaches"),
      ({ goal }) => goal,
    ),
  ].map(([goal, own]) => ({
    title: `${domain}.${goal}`,
    question: say("draft.question", { goal }),
    sentences: own.map(({ example, number }) => ({ text: example, of: number })),
  }));

type Held = Awaited<ReturnType<DraftedExamples["accept"]>>["held"][number];

function whyHeld({ sentence, takes: { text, before, after } }: Held, say: Say): string {
  const [from, to] = [before, after].map(({ domain, goal }) => `${domain}.${goal}`);
  const why =
    from !== to
      ? say("draft.held", { text, from: from ?? "", to: to ?? "" })
      : after.cost === "unsure"
        ? say("draft.asks", { text, goal: from ?? "" })
        : say("draft.changed", { text, goal: from ?? "" });
  return `${sentence.number} ${parseExample(sentence.example).text}: ${why}`;
}
