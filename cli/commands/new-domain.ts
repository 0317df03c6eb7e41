import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { buildCommand } from "@stricli/core";
import { z } from "zod";
import { hasCode } from "#shared/contracts/errors.ts";
import { jsonIn } from "#shared/contracts/json.ts";
import { makeFolders } from "#shared/private-files/private-files.ts";
import { docs, fileOption, help, option, word, yesOption } from "../command.ts";
import { type Project, planDomain } from "../new-domain/plan-domain.ts";
import { MAX_NAME_CHARS, namesOf } from "../new-domain/with-entry.ts";
import { atTheFiles, cannot, type ExitCode, type Say, type Terminal, tell } from "../terminal.ts";

/** Files to copy, not modules to import: a working domain under another name. */
const SCAFFOLD = join(import.meta.dirname, "..", "..", "shared", "scaffold");

export const BOOTSTRAP = "domains.bootstrap.json";

type NewDomain = {
  name: string;
  /** The project's folder. */
  folder: string;
  port: string | undefined;
  json: boolean;
};

/** Writes a new domain into the project, or says why not; nothing is written then. */
function newDomain(asked: NewDomain, terminal: Terminal): ExitCode {
  const { paint } = terminal;
  const { say } = terminal.words;
  const { name, folder, json } = asked;
  const made = writeDomain(asked, terminal);
  if (typeof made === "string") return cannot(terminal, made);
  const { port, files, composed } = made;
  const spoken = namesOf(name)?.spoken ?? name;
  const steps = stepsWith({ name, port, spoken, isOwn: hasPackage(folder) }, say);
  const lines = [
    say("new_domain.made", { name, port }),
    ...files.map((file) => `  ${file}`),
    ...(composed ? [] : ["", paint.yellow(say("new_domain.not_composed"))]),
    "",
    paint.bold(say("next_steps")),
    ...steps.map(([what, why]) => `  ${paint.cyan(what)}  ${paint.dim(why)}`),
  ];
  return tell(terminal, json, { domain: name, port, files }, () => lines.join("\n"));
}

/** A project's files by their paths in it, as they would be if they were there. */
type Around = ReadonlyMap<string, string>;

/** Writes a new domain, and `around` it what the project does not have yet. Gives what was written, or why nothing was. */
export function writeDomain(
  { name, folder, port }: Omit<NewDomain, "json">,
  { words: { say } }: Terminal,
  around: Around = new Map(),
): { port: number; files: string[]; composed: boolean } | string {
  const planned = planDomain(name, port, projectIn(folder, around));
  if (typeof planned === "string")
    return say(`new_domain.refused.${planned}`, {
      name,
      folder,
      port: port ?? "",
      most: MAX_NAME_CHARS,
    });
  const files = new Map([...around, ...planned.files]);
  for (const [path, text] of files) {
    const file = join(folder, path);
    makeFolders(dirname(file));
    writeFileSync(file, text);
  }
  return { port: planned.port, files: [...files.keys()], composed: planned.composed };
}

function projectIn(folder: string, around: Around): Project {
  const scaffold = readdirSync(SCAFFOLD, { withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ name }): [string, string] => [name, readFileSync(join(SCAFFOLD, name), "utf8")]);
  return {
    bootstrap: around.get(BOOTSTRAP) ?? textOf(join(folder, BOOTSTRAP)),
    compose: textOf(join(folder, "docker-compose.yml")),
    folders: namesIn(join(folder, "domains")),
    scaffold: new Map(scaffold),
    hasPackage: hasPackage(folder, around),
  };
}

const dependencies = z.looseObject({ dependencies: z.record(z.string(), z.string()).optional() });

/** Whether a project has what a domain is made with from the registry. */
function hasPackage(folder: string, around: Around = new Map()): boolean {
  const text = around.get("package.json") ?? textOf(join(folder, "package.json"));
  return "@regente/domain" in (jsonIn(dependencies, text ?? "")?.dependencies ?? {});
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}

type NewDomainFlags = { port?: string; dir?: string; json?: boolean };

export const newDomainCommand = buildCommand({
  docs: docs(help("new_domain.brief"), [
    "npx regente new-domain garden",
    "npx regente new-domain garden --port=8140",
  ]),
  parameters: {
    flags: {
      port: option(help("new_domain.port"), "8140"),
      dir: fileOption(help("new_domain.dir"), "FOLDER"),
      json: yesOption(help("new_domain.json")),
    },
    positional: word(help("new_domain.name"), "NAME"),
  },
  func: ({ port, dir = ".", json = false }: NewDomainFlags, name: string) =>
    atTheFiles(async (terminal) => newDomain({ name, port, json, folder: resolve(dir) }, terminal)),
});

/** What comes next, with what it does; `isOwn`: in a project outside this one, where the kit is a package. */
const stepsWith = (
  { name, port, spoken, isOwn }: { name: string; port: number; spoken: string; isOwn: boolean },
  say: Say,
): (readonly [string, string])[] => [
  [isOwn ? "npx regente up" : "npm start", say("new_domain.start")],
  [`npx regente ask "${say("new_domain.question", { spoken })}"`, say("new_domain.ask")],
  [
    `npx regente check-domain http://127.0.0.1:${port} --url=http://127.0.0.1:8080`,
    say("new_domain.check"),
  ],
  [isOwn ? "npm test" : `npx vitest run domains/${name}`, say("new_domain.test")],
  [`domains/${name}/manifest.yaml`, say("new_domain.manifest")],
  [`domains/${name}/domain.ts`, say("new_domain.code")],
];
