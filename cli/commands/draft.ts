import { buildCommand } from "@stricli/core";
import { RegenteError, whyOf } from "#shared/contracts/errors.ts";
import { readDocument } from "#shared/made-domains/document.ts";
import { draftOverlay } from "#shared/made-domains/draft.ts";
import { draftToolOverlay } from "#shared/made-domains/draft-tools.ts";
import { draftLines } from "#shared/made-domains/grammar/draft-lines.ts";
import { readTools } from "#shared/made-domains/read-tools.ts";
import { seenOf } from "#shared/made-domains/settings.ts";
import { yamlText } from "#shared/made-domains/yaml-text.ts";
import { whyIn } from "#shared/messages/messages.ts";
import type { Reason } from "#shared/messages/reason.ts";
import { docs, option, yesOption } from "../command.ts";
import { addedLines } from "../draft/added-lines.ts";
import { goalsIn, withSentences } from "../draft/goals-in.ts";
import { moreExamples } from "../draft/more-examples.ts";
import { help } from "../help-words.ts";
import { NotBroughtIn } from "../import/bring-in.ts";
import { readSource } from "../import/read-source.ts";
import { importWords } from "../import/words.ts";
import { namesOf } from "../new-domain/domain-names.ts";
import { type ExitCode, exitCodes, openTerminal, printable, type Terminal } from "../terminal.ts";

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
  { output, errors, env, words }: Terminal,
): Promise<ExitCode> {
  const say = importWords[words.locale];
  // Only who asks a model pays for loading what speaks to one.
  const { askSentences } = await import("../../orchestrator/quality/tools/ask-sentences.ts");
  const asked = await askSentences(goalsIn(draft), env);
  if (asked === undefined) throw new NotBroughtIn(say.noModel);
  const more = yamlText(withSentences(draft, asked.sentences));
  output.write(addedLines("manifest.yaml", yamlText(draft), more));
  const count = [...asked.sentences.values()].flatMap(Object.values<string[]>).flat().length;
  errors.write(`${say.sentences(count, asked.refused, asked.tokens)}\n`);
  return count > 0 ? exitCodes.done : exitCodes.failed;
}

/**
 * The first version of a manifest from a few lines, or of an overlay from a document or a server, on standard output; or more
 * examples of a model for a manifest that is there.
 */
export async function draft(asked: Asked, terminal: Terminal): Promise<ExitCode> {
  const { name, lines, openapi, server, command, isAsked } = asked;
  const { output, errors, paint, words } = terminal;
  const refuse = (why: Reason | string): ExitCode => {
    errors.write(`${paint.red(printable(whyIn(words.locale, why)))}\n`);
    return exitCodes.cannot;
  };
  if (namesOf(name) === undefined) return refuse(importWords[words.locale].badName(name));
  const sources = [openapi, server, command].filter((each) => each !== undefined);
  const isThere = isAsked && sources.length === 0 && lines.length === 0;
  if (!isThere && sources.length + Math.min(lines.length, 1) !== 1) return refuse(help.draftNeeds);
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
  docs: docs(help.draft, [
    'npx regente draft library "find a book by title" "lend a book with title, days: integer?"',
    "npx regente draft petstore --openapi=petstore.json --operations=findPets,getPet",
    'npx regente draft library "find a book by title" --model | patch domains/library/manifest.yaml',
    "npx regente draft library --model --accept=all-safe",
  ]),
  parameters: {
    flags: {
      openapi: option(help.draftOpenApi, "FILE"),
      operations: option(help.importOperations, "findPets,getPet"),
      server: option(help.importServer, "http://127.0.0.1:3000/mcp"),
      command: option(help.importCommand, "PROGRAM"),
      model: yesOption(help.draftModel),
      accept: option(help.draftAccept, "all-safe|1,4-6"),
      anew: yesOption(help.draftAnew),
    },
    positional: {
      kind: "array",
      parameter: { brief: help.draftLines, placeholder: "NAME LINE", parse: String },
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
