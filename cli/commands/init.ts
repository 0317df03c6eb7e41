import { copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { buildCommand } from "@stricli/core";
import { z } from "zod";
import type { Locale } from "#shared/contracts/names.ts";
import { makeFolders } from "#shared/private-files/private-files.ts";
import { docs, help, type JsonFlag, jsonFlag, listOf, option, word } from "../command.ts";
import { namesOf } from "../new-domain/with-entry.ts";
import { atTheFiles, cannot, type ExitCode, printable, type Terminal, tell } from "../terminal.ts";
import { BOOTSTRAP, writeDomain } from "./new-domain.ts";

/** Files to copy, not modules to import: a project around its first domain. */
const ROOT = join(import.meta.dirname, "..", "..");
const PROJECT = join(ROOT, "shared", "scaffold", "project");
const ACTION = join(ROOT, "deploy", "github-action", "action.yml");
const PROJECT_NAME = "my-assistant";
const FIRST_DOMAIN = "pantry";
/** The page of a new project. */
const README: Readonly<Record<Locale, string>> = { en: "README.md", "pt-BR": "README.pt-BR.md" };
const INSTALLS = /^npm install\b/;
/** What a project of one's own is made with. */
const PACKAGES = ["regente", "@regente/domain"] as const;
/** What it may have beside that: a setting then chooses it. */
const CHOICES = { a2a: "@regente/a2a", restate: "@regente/restate" } as const;
const NAMED = Object.keys(CHOICES).join(",");
const isChoice = (name: string): name is keyof typeof CHOICES => Object.hasOwn(CHOICES, name);

type Wanted = { folder: string; domain: string; chosen: readonly string[]; json: boolean };

/** Makes a project of one's own in a folder that is empty or not there, or says why not. */
function init({ folder, domain, chosen, json }: Wanted, terminal: Terminal): ExitCode {
  const { paint } = terminal;
  const { locale, say } = terminal.words;
  if (existsSync(folder) && readdirSync(folder).length > 0)
    return cannot(terminal, say("init.not_empty", { folder }));
  const unknown = chosen.find((each) => !isChoice(each));
  if (unknown !== undefined)
    return cannot(terminal, say("init.no_such_package", { name: unknown, names: NAMED }));
  const packages = ownPackages(ROOT, [
    ...PACKAGES,
    ...chosen.filter(isChoice).map((each) => CHOICES[each]),
  ]);
  if ("missing" in packages)
    return cannot(terminal, say("init.not_packed", { file: packages.missing }));
  const spoken = namesOf(domain)?.spoken ?? domain;
  const name = packageName(folder);
  const own = (file: string) =>
    readFileSync(join(PROJECT, file), "utf8")
      .replaceAll(PROJECT_NAME, name)
      .replaceAll(FIRST_DOMAIN, domain);
  // What is installed around it need not be installed.
  const isInstalled = chosen.length === 0 && hasKit(folder);
  const page = own(README[locale]).split("\n");
  const around = new Map([
    ["package.json", withDependencies(own("package.json"), packages.specs)],
    ["tsconfig.json", own("tsconfig.json")],
    [".gitignore", own("gitignore")],
    ["README.md", page.filter((line) => !isInstalled || !INSTALLS.test(line)).join("\n")],
    [".github/workflows/domains.yml", own("domain.yml")],
    [".github/actions/domain/action.yml", readFileSync(ACTION, "utf8")],
    [BOOTSTRAP, '{\n  "domains": []\n}\n'],
  ]);
  const made = writeDomain({ name: domain, folder, port: undefined }, terminal, around);
  if (typeof made === "string") return cannot(terminal, made);
  for (const [place, from] of packages.files) {
    makeFolders(dirname(join(folder, place)));
    copyFileSync(from, join(folder, place));
  }
  const { port } = made;
  const files = [...made.files, ...packages.files.keys()];
  const near = relative(process.cwd(), folder);
  const here = near.startsWith("..") ? folder : near;
  const steps: (readonly [string, string])[] = [
    ...(here === "" ? [] : [[`cd ${here}`, say("init.enter")] as const]),
    ...(isInstalled ? [] : [["npm install", say("init.install")] as const]),
    ["npx regente up", say("init.start")],
    [`npx regente ask "${say("init.question", { spoken })}"`, say("init.ask")],
    ["npm test", say("init.test")],
  ];
  const lines = [
    say("init.made", { folder }),
    ...files.map((file) => `  ${file}`),
    "",
    paint.bold(say("next_steps")),
    ...steps.map(([what, why]) => `  ${paint.cyan(what)}  ${paint.dim(why)}`),
  ];
  return tell(terminal, json, { folder, domain, port, files }, () => printable(lines.join("\n")));
}

/** A package.json with these versions, in the order of the names. */
function withDependencies(text: string, specs: OwnPackages["specs"]): string {
  const dependencies = Object.fromEntries(
    Object.entries(specs).toSorted(([one], [other]) => one.localeCompare(other)),
  );
  const whole = z.looseObject({}).parse(JSON.parse(text));
  return `${JSON.stringify({ ...whole, dependencies }, null, 2)}\n`;
}

/** What npm takes as a name, made of the folder's. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "");
  return name === "" ? PROJECT_NAME : name;
}

/** True where what domains are made with is installed in the folder or around it. */
function hasKit(folder: string): boolean {
  try {
    createRequire(join(folder, "package.json")).resolve("@regente/domain");
    return true;
  } catch {
    return false;
  }
}

export const initCommand = buildCommand({
  docs: docs(help("init.brief"), [
    "npx regente init my-assistant",
    "npx regente init . --domain=garden",
    "npx regente init my-assistant --with=a2a",
  ]),
  parameters: {
    flags: {
      domain: option(help("init.domain"), "NAME"),
      with: option(help("init.with"), NAMED),
      ...jsonFlag,
    },
    positional: word(help("init.folder"), "FOLDER"),
  },
  func: ({ domain = FIRST_DOMAIN, with: beside, json = false }: Flags, folder: string) =>
    atTheFiles(async (terminal) =>
      init({ folder: resolve(folder), domain, chosen: listOf(beside), json }, terminal),
    ),
});

type Flags = JsonFlag & { domain?: string; with?: string };

const ownPackage = z.looseObject({ version: z.string(), private: z.boolean().optional() });
/** What npm has put beside each other, and where it got it. */
const installed = z.looseObject({
  packages: z.record(z.string(), z.looseObject({ resolved: z.string().optional() })),
});

type OwnPackages = {
  /** Of package.json, by the names of the packages. */
  specs: Readonly<Record<string, string>>;
  /** Files that have to be in the project for it, by their places there. */
  files: ReadonlyMap<string, string>;
};

/** The packages are in no registry, and the file of one is not where it should be. */
type MissingPackage = { missing: string };

/**
 * What a new project installs. Once there is a release: versions of the registry. Until then (package.json of the project is
 * `private`, or this package was installed from a file): the packed files themselves, which go with the project, so that it
 * can be installed anywhere.
 */
export function ownPackages(
  root: string,
  names: readonly string[] = PACKAGES,
): OwnPackages | MissingPackage {
  const { version, private: isUnpublished = false } = ownPackage.parse(
    readJson(join(root, "package.json")),
  );
  const packed = isUnpublished
    ? (name: string) => join(root, ".build", "packages", fileOf(name, version))
    : installedFrom(resolve(root, ".."), version);
  const specs: Record<string, string> = {};
  const files = new Map<string, string>();
  for (const name of names) {
    const file = packed(name);
    if (file !== undefined && !existsSync(file)) return { missing: file };
    const place = file && `vendor/${basename(file)}`;
    specs[name] = place === undefined ? version : `file:${place}`;
    if (file !== undefined && place !== undefined) files.set(place, file);
  }
  return { specs, files };
}

/** As `npm pack` names it. */
const fileOf = (name: string, version: string): string =>
  `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;

/**
 * The file that a package beside this one was installed from, or that is beside the file of this one; undefined: it came from
 * a registry.
 */
function installedFrom(modules: string, version: string): (name: string) => string | undefined {
  const lock = join(modules, ".package-lock.json");
  if (!existsSync(lock)) return () => undefined;
  const { packages } = installed.parse(readJson(lock));
  const fileAt = (name: string) => {
    const { resolved = "" } = packages[`node_modules/${name}`] ?? {};
    const [, path] = /^file:(.*\.tgz)$/.exec(resolved) ?? [];
    return path && resolve(modules, "..", path);
  };
  const [own = ""] = PACKAGES;
  const around = fileAt(own);
  return (name) => fileAt(name) ?? (around && join(dirname(around), fileOf(name, version)));
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
