import { buildCommand } from "@stricli/core";
import { z } from "zod";
import { RegenteError, whyOf } from "#shared/contracts/errors.ts";
import { isJsonObject } from "#shared/contracts/json.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import { readDocument } from "#shared/made-domains/document.ts";
import { draftOverlay, draftToolOverlay } from "#shared/made-domains/draft.ts";
import { draftLines } from "#shared/made-domains/grammar/draft-lines.ts";
import { seenOf } from "#shared/made-domains/settings.ts";
import { readTools } from "#shared/made-domains/tool-server.ts";
import { whyIn } from "#shared/messages/messages.ts";
import type { Reason } from "#shared/messages/reason.ts";
import type { Wanted } from "../../orchestrator/quality/tools/ask-sentences.ts";
import { docs, option, yesOption } from "../command.ts";
import { moreExamples } from "../draft/more-examples.ts";
import { NotBroughtIn, readSource, yamlText } from "../import/bring-in.ts";
import { namesOf } from "../new-domain/with-entry.ts";
import { type ExitCode, exitCodes, openTerminal, printable, type Terminal } from "../terminal.ts";
import { help } from "../words.ts";

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
  const program = command?.split(" ").filter((part) => part !== "") ?? [];
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
  const { output, errors, paint, words } = terminal;
  const refuse = (why: Reason | string): ExitCode => {
    errors.write(`${paint.red(printable(whyIn(words.locale, why)))}\n`);
    return exitCodes.cannot;
  };
  if (namesOf(name) === undefined) return refuse(words.say("import.bad_name", { name }));
  const sources = [openapi, server, command].filter((each) => each !== undefined);
  const isThere = isAsked && sources.length === 0 && lines.length === 0;
  if (!isThere && sources.length + Math.min(lines.length, 1) !== 1)
    return refuse(help("draft.needs"));
  try {
    if (isThere) {
      const { draftExamples } = await import("../../orchestrator/quality/tools/draft-examples.ts");
      const ask = (options: { built: string; anew?: boolean }) =>
        draftExamples(name, terminal.env, options);
      return await moreExamples(name, ask, asked, terminal);
    }
    const drafted = await firstVersion(asked, terminal.env);
    if (isAsked) return await showSentences(drafted, terminal);
    output.write(yamlText(drafted));
    return exitCodes.done;
  } catch (error) {
    if (error instanceof RegenteError || error instanceof NotBroughtIn) return refuse(whyOf(error));
    const [source] = sources;
    if (source !== undefined && error instanceof Error)
      return refuse(`${source}: ${error.message}`);
    throw error;
  }
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
  async func(flags: Flags, name: string, ...lines: string[]) {
    const { openapi, operations = "", server, command, model = false, ...more } = flags;
    const terminal = openTerminal(process.env, process.stdin, process.stdout, process.stderr);
    const wanted = operations.split(",").filter((each) => each !== "");
    const { accept, anew = false } = more;
    const from = { lines, openapi, operations: wanted, server, command };
    process.exitCode = await draft({ name, ...from, isAsked: model, accept, anew }, terminal);
  },
});

const CONTEXT = 3;

type Line = { sign: " " | "+"; text: string };

/**
 * What a text has more than the one before it, as a unified diff that `patch` takes; empty where there is nothing.
 * Errors: none; every line of `before` must stand in `after`, in the same order
 * Cost:   one pass over the lines
 */
function addedLines(file: string, before: string, after: string): string {
  const old = before.split("\n");
  let at = 0;
  const lines = after.split("\n").map((text): Line => {
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
      examples: Object.fromEntries(
        locales.map((locale) => [locale, hints.examples[locale] ?? []]),
      ) as Record<Locale, string[]>,
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
    const more = Object.fromEntries(
      locales.map((locale) => [
        locale,
        [...(hints.examples[locale] ?? []), ...(sentences.get(goal)?.[locale] ?? [])],
      ]),
    );
    if (!isJsonObject(each)) continue;
    const own = isJsonObject(each["hints"]) ? each["hints"] : {};
    each["hints"] = { ...own, examples: more };
  }
  return copy;
}
