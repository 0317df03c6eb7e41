import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { buildCommand } from "@stricli/core";
import { z } from "zod";
import type { Locale } from "#shared/contracts/names.ts";
import { makeFolders } from "#shared/private-files/private-folder.ts";
import { docs, fileOption, option, word, yesOption } from "../command.ts";
import { type Project, planDomain, type Refused } from "../new-domain/plan-domain.ts";
import { MAX_NAME_CHARS, namesOf } from "../new-domain/with-entry.ts";
import { atTheFiles, type ExitCode, exitCodes, printable, type Terminal } from "../terminal.ts";
import { help } from "../words.ts";

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
  const { output, errors, paint } = terminal;
  const { name, folder, json } = asked;
  const words = newDomainWords(terminal.words.locale);
  const made = writeDomain(asked, terminal);
  if (typeof made === "string") {
    errors.write(`${paint.red(printable(made))}\n`);
    return exitCodes.cannot;
  }
  const { port, files, composed } = made;
  if (json) {
    output.write(`${JSON.stringify({ domain: name, port, files })}\n`);
    return exitCodes.done;
  }
  const spoken = namesOf(name)?.spoken ?? name;
  const steps = words.steps({ name, port, spoken, isOwn: hasPackage(folder) });
  const lines = [
    words.made(name, port),
    ...files.map((file) => `  ${file}`),
    ...(composed ? [] : ["", paint.yellow(words.notComposed)]),
    "",
    paint.bold(words.next),
    ...steps.map(([what, why]) => `  ${paint.cyan(what)}  ${paint.dim(why)}`),
  ];
  output.write(`${lines.join("\n")}\n`);
  return exitCodes.done;
}

/** A project's files by their paths in it, as they would be if they were there. */
type Around = ReadonlyMap<string, string>;

/** Writes a new domain, and `around` it what the project does not have yet. Gives what was written, or why nothing was. */
export function writeDomain(
  { name, folder, port }: Omit<NewDomain, "json">,
  { words: { locale } }: Terminal,
  around: Around = new Map(),
): { port: number; files: string[]; composed: boolean } | string {
  const planned = planDomain(name, port, projectIn(folder, around));
  if (typeof planned === "string")
    return newDomainWords(locale).refused[planned]({ name, folder, port: port ?? "" });
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
  if (text === undefined) return false;
  try {
    return "@regente/domain" in (dependencies.parse(JSON.parse(text)).dependencies ?? {});
  } catch {
    return false;
  }
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

type Asked = { name: string; port: string; folder: string };

/** `isOwn`: in a project outside this one, where the kit is a package. */
type Made = { name: string; port: number; spoken: string; isOwn: boolean };

const startCommand = (isOwn: boolean) => (isOwn ? "npx regente up" : "npm start");
const testCommand = ({ isOwn, name }: Made) =>
  isOwn ? "npm test" : `npx vitest run domains/${name}`;

type NewDomainWords = {
  refused: Record<Refused, (asked: Asked) => string>;
  made: (name: string, port: number) => string;
  notComposed: string;
  next: string;
  steps: (domain: Made) => readonly (readonly [string, string])[];
};

const pt: NewDomainWords = {
  refused: {
    no_project: ({ folder }) =>
      `Não há domains.bootstrap.json em ${folder}. Rode na pasta do projeto ou indique a pasta com --dir.`,
    bad_bootstrap: ({ folder }) =>
      `O domains.bootstrap.json de ${folder} não é uma lista de domínios em JSON; corrija-o antes.`,
    bad_name: ({ name }) =>
      `"${name}" não serve como nome. Use até ${MAX_NAME_CHARS} letras minúsculas sem acento, números, "-" e "_", começando por uma letra: minha-casa. "orchestrator", "postgres" e "regente" são reservados.`,
    taken_name: ({ name }) => `Já existe um domínio "${name}". Escolha outro nome.`,
    bad_port: ({ port }) => `A porta deve ser um número de 1 a 65535, não "${port}".`,
    taken_port: ({ port }) => `A porta ${port} já é de outro domínio. Escolha outra com --port.`,
  },
  made: (name, port) => `O domínio ${name} está pronto, na porta ${port}:`,
  notComposed:
    "docker-compose.yml não foi mudado: não existe aqui ou não segue o nosso formato. Acrescente o serviço à mão.",
  next: "Próximos passos",
  steps: ({ name, port, spoken, isOwn }) => [
    [startCommand(isOwn), "inicia tudo; se já estiver rodando, o domínio entra sozinho"],
    [`npx regente ask "procura alface em ${spoken}"`, "usa o domínio"],
    [
      `npx regente check-domain http://127.0.0.1:${port} --url=http://127.0.0.1:8080`,
      "verifica se ele cumpre o protocolo",
    ],
    [testCommand({ name, port, spoken, isOwn }), "roda os testes dele"],
    [`domains/${name}/manifest.yaml`, "escreva aqui o que as pessoas pedem"],
    [`domains/${name}/domain.ts`, "e aqui o que acontece"],
  ],
};

const en: NewDomainWords = {
  refused: {
    no_project: ({ folder }) =>
      `There is no domains.bootstrap.json in ${folder}. Run this in the project's folder, or give the folder with --dir.`,
    bad_bootstrap: ({ folder }) =>
      `The domains.bootstrap.json of ${folder} is not a JSON list of domains; fix it first.`,
    bad_name: ({ name }) =>
      `"${name}" cannot be a name. Use up to ${MAX_NAME_CHARS} lower case letters, digits, "-" and "_", a letter first: smart-home. "orchestrator", "postgres" and "regente" are reserved.`,
    taken_name: ({ name }) => `A domain "${name}" already exists. Choose another name.`,
    bad_port: ({ port }) => `The port must be a number from 1 to 65535, not "${port}".`,
    taken_port: ({ port }) => `Another domain uses port ${port}. Choose one with --port.`,
  },
  made: (name, port) => `The domain ${name} is ready, on port ${port}:`,
  notComposed:
    "docker-compose.yml was not changed: it is missing, or has another structure. Add the service by hand.",
  next: "Next steps",
  steps: ({ name, port, spoken, isOwn }) => [
    [startCommand(isOwn), "starts everything; a running Regente adds the domain by itself"],
    [`npx regente ask "find lettuce in ${spoken}"`, "uses the domain"],
    [
      `npx regente check-domain http://127.0.0.1:${port} --url=http://127.0.0.1:8080`,
      "checks it against the wire protocol",
    ],
    [testCommand({ name, port, spoken, isOwn }), "runs its tests"],
    [`domains/${name}/manifest.yaml`, "write here what people ask for"],
    [`domains/${name}/domain.ts`, "and here what happens"],
  ],
};

const WORDS: Readonly<Record<Locale, NewDomainWords>> = { "pt-BR": pt, en };

const newDomainWords = (locale: Locale): NewDomainWords => WORDS[locale];
