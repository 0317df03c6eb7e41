import { buildCommand } from "@stricli/core";
import { stringify } from "yaml";
import { RegenteError } from "#shared/contracts/errors.ts";
import { readDocument } from "#shared/made-domains/document.ts";
import { draftOverlay } from "#shared/made-domains/draft.ts";
import { draftLines } from "#shared/made-domains/grammar/draft-lines.ts";
import { docs, option } from "../command.ts";
import { help } from "../help-words.ts";
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
};

/** The first version of a manifest from a few lines, or of an overlay from a document, on standard output. */
export async function draft(
  { name, lines, openapi, operations }: Asked,
  { output, errors, paint, words }: Terminal,
): Promise<ExitCode> {
  const refuse = (why: string): ExitCode => {
    errors.write(`${paint.red(printable(why))}\n`);
    return exitCodes.cannot;
  };
  if (namesOf(name) === undefined) return refuse(importWords[words.locale].badName(name));
  if ((openapi === undefined) === (lines.length === 0)) return refuse(help.draftNeeds);
  try {
    const drafted =
      openapi === undefined
        ? draftLines(name, lines)
        : draftOverlay(readDocument(openapi, await readSource(openapi)), name, operations).overlay;
    output.write(stringify(drafted, { aliasDuplicateObjects: false, lineWidth: 0 }));
    return exitCodes.done;
  } catch (error) {
    if (error instanceof RegenteError) return refuse(error.message);
    if (openapi !== undefined && error instanceof Error)
      return refuse(`${openapi}: ${error.message}`);
    throw error;
  }
}

type Flags = { openapi?: string; operations?: string };

export const draftCommand = buildCommand({
  docs: docs(help.draft, [
    'npx regente draft library "find a book by title" "lend a book with title, days: integer?"',
    "npx regente draft petstore --openapi=petstore.json --operations=findPets,getPet",
  ]),
  parameters: {
    flags: {
      openapi: option(help.draftOpenApi, "FILE"),
      operations: option(help.importOperations, "findPets,getPet"),
    },
    positional: {
      kind: "array",
      parameter: { brief: help.draftLines, placeholder: "NAME LINE", parse: String },
      minimum: 1,
    },
  },
  async func({ openapi, operations = "" }: Flags, name: string, ...lines: string[]) {
    const terminal = openTerminal(process.env, process.stdin, process.stdout, process.stderr);
    const wanted = operations.split(",").filter((each) => each !== "");
    process.exitCode = await draft({ name, lines, openapi, operations: wanted }, terminal);
  },
});
