import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { buildCommand } from "@stricli/core";
import { docs, fileOption, option, word, yesOption } from "../command.ts";
import { help } from "../help-words.ts";
import { namesOf } from "../new-domain/domain-names.ts";
import { type Project, planDomain } from "../new-domain/plan-domain.ts";
import { newDomainWords } from "../new-domain/words.ts";
import { type ExitCode, exitCodes, openTerminal, printable, type Terminal } from "../terminal.ts";

/** Files to copy, not modules to import: a working domain under another name. */
const SCAFFOLD = join(import.meta.dirname, "..", "..", "shared", "scaffold");

export type NewDomain = {
  name: string;
  /** The project's folder. */
  folder: string;
  port: string | undefined;
  json: boolean;
};

/** Writes a new domain into the project, or says why not; nothing is written then. */
export function newDomain(asked: NewDomain, terminal: Terminal): ExitCode {
  const { output, errors, paint } = terminal;
  const { name, folder, port, json } = asked;
  const words = newDomainWords(terminal.words.locale);
  const planned = planDomain(name, port, projectIn(folder));
  const spoken = namesOf(name)?.spoken;
  if (typeof planned === "string" || spoken === undefined) {
    const refused = typeof planned === "string" ? planned : "bad_name";
    const why = words.refused[refused]({ name, folder, port: port ?? "" });
    errors.write(`${paint.red(printable(why))}\n`);
    return exitCodes.cannot;
  }
  for (const [path, text] of planned.files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const files = [...planned.files.keys()];
  if (json) {
    output.write(`${JSON.stringify({ domain: name, port: planned.port, files })}\n`);
    return exitCodes.done;
  }
  const steps = words.steps(name, planned.port, spoken);
  const lines = [
    words.made(name, planned.port),
    ...files.map((file) => `  ${file}`),
    ...(planned.composed ? [] : ["", paint.yellow(words.notComposed)]),
    "",
    paint.bold(words.next),
    ...steps.map(([what, why]) => `  ${paint.cyan(what)}  ${paint.dim(why)}`),
  ];
  output.write(`${lines.join("\n")}\n`);
  return exitCodes.done;
}

function projectIn(folder: string): Project {
  const scaffold = readdirSync(SCAFFOLD).map((file): [string, string] => [
    file,
    readFileSync(join(SCAFFOLD, file), "utf8"),
  ]);
  return {
    bootstrap: textOf(join(folder, "domains.bootstrap.json")),
    compose: textOf(join(folder, "docker-compose.yml")),
    folders: namesIn(join(folder, "domains")),
    scaffold: new Map(scaffold),
  };
}

const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

type NewDomainFlags = { port?: string; dir?: string; json?: boolean };

export const newDomainCommand = buildCommand({
  docs: docs(help.newDomain, [
    "npx regente new-domain garden",
    "npx regente new-domain garden --port=8140",
  ]),
  parameters: {
    flags: {
      port: option(help.newDomainPort, "8140"),
      dir: fileOption(help.newDomainDir, "FOLDER"),
      json: yesOption(help.newDomainJson),
    },
    positional: word(help.newDomainName, "NAME"),
  },
  func({ port, dir = ".", json = false }: NewDomainFlags, name: string) {
    const terminal = openTerminal(process.env, process.stdin, process.stdout, process.stderr);
    process.exitCode = newDomain({ name, port, json, folder: resolve(dir) }, terminal);
  },
});
