// The packages of the registry, made from the folders as they are: `regente`, a bundle that needs no other package,
// `@regente/domain`, JavaScript and types file by file, since Node refuses TypeScript under node_modules, and each of
// `packages/`, JavaScript that `regente` loads where a setting chooses it.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "rolldown/utils";
import { z } from "zod";
import { BUILD_FOLDER, BUILD_NOTE, type BuildNote, CONSOLE_SOURCE } from "../cli/up/built-file.ts";
import { builtName, bundle, type Place } from "./build.ts";
import { buildConsole, writeConsole } from "./build-console.ts";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = { regente: "regente", domain: "domain" } as const;
/** Those of `packages/`, by their folders there. */
const CHOSEN = globSync("packages/*/package.json", { cwd: PROJECT }).map((path) =>
  basename(dirname(path)),
);

/** What the terminal starts by its file, beside itself. */
const STARTED = ["orchestrator/main.ts", "shared/made-domains/main.ts"];
const BIN = "cli/regente.ts";

/** The words of natural languages. */
const LANGUAGE = "language";
/** What types of messages are made of. */
const MESSAGE_VALUES = "shared/messages/message-values.json";

/** Files that the code reads beside itself, at the place where its source is. */
const READ_BESIDE = [
  "shared/scaffold",
  "deploy/github-action",
  "orchestrator/endpoints/http/docs-page",
  "orchestrator/endpoints/widget/page",
  LANGUAGE,
];

/** What people read: how domains are written, also in other languages, with whole ones to copy. */
const PAGES = ["docs", "examples"];

/** What `@regente/domain` has to have installed beside it. */
const NEEDED_BY_DOMAINS = [
  ...["@hono/node-server", "hono", "jose", "pino", "saxes", "yaml", "zod"],
  ...["api", "context-async-hooks", "exporter-trace-otlp-http", "resources", "sdk-trace"].map(
    (name) => `@opentelemetry/${name}`,
  ),
];

const ownPackage = z.object({
  version: z.string(),
  license: z.string(),
  engines: z.object({ node: z.string() }),
  dependencies: z.record(z.string(), z.string()),
  /** Where provenance says that a package was made; npm compares the two. Absent: there is no release yet. */
  repository: z.unknown().optional(),
});

/** The packages as folders that `npm pack` takes, under `into`. */
async function makePackages(into: string): Promise<string[]> {
  rmSync(into, { recursive: true, force: true });
  await makeRegente(join(into, FOLDERS.regente));
  makeDomain(join(into, FOLDERS.domain));
  for (const name of CHOSEN) makeChosen(join(PROJECT, "packages", name), join(into, name));
  return [...Object.values(FOLDERS), ...CHOSEN];
}

async function makeRegente(folder: string): Promise<void> {
  const sources = [BIN, ...STARTED];
  const read = await bundle(sources, join(folder, BUILD_FOLDER), inPackage);
  const page = await buildConsole();
  writeConsole(page, join(folder, BUILD_FOLDER, "console"));
  const started = STARTED.map((source) => [source, `${builtName(source)}.mjs`] as const);
  const note: BuildNote = {
    built: Object.fromEntries([...started, [CONSOLE_SOURCE, "console/index.html"] as const]),
    from: {},
  };
  writeFileSync(join(folder, BUILD_FOLDER, BUILD_NOTE), JSON.stringify(note));
  for (const path of READ_BESIDE)
    cpSync(join(PROJECT, path), join(folder, path), { recursive: true });
  cpSync(join(PROJECT, "docs", "manifest.schema.json"), join(folder, "manifest.schema.json"));
  for (const pages of PAGES) cpSync(join(PROJECT, pages), join(folder, pages), { recursive: true });
  mkdirSync(join(folder, "bin"));
  cpSync(join(PROJECT, "scripts", "check-node.mjs"), join(folder, "bin", "check-node.mjs"));
  const bin = `#!/usr/bin/env node\nimport "./check-node.mjs";\n\nawait import("../${BUILD_FOLDER}/${builtName(BIN)}.mjs");\n`;
  writeFileSync(join(folder, "bin", "regente.mjs"), bin, { mode: 0o755 });
  writeFileSync(join(folder, "THIRD-PARTY.txt"), noticesOf([...read, ...page.read]));
  writePackage(folder, {
    readme: pageOf(FOLDERS.regente),
    name: "regente",
    description:
      "A sentence becomes a typed goal, a plan and an answer of small domain services: the server and its terminal.",
    // By which the MCP registry knows that the package and its description belong together.
    mcpName: z
      .object({ name: z.string() })
      .parse(JSON.parse(readFileSync(join(PROJECT, "server.json"), "utf8"))).name,
    bin: { regente: "bin/regente.mjs" },
    files: [
      "bin",
      BUILD_FOLDER,
      "shared",
      "deploy",
      "orchestrator",
      LANGUAGE,
      ...PAGES,
      "manifest.schema.json",
      "THIRD-PARTY.txt",
    ],
  });
}

/** Where a source of ours would be in the package; its chunks are in a folder below the package's own. */
const inPackage: Place = (source) => {
  const path = relative(PROJECT, source).split(sep).join("/");
  // What a package would read beside itself is not there; none of those that are bundled does.
  if (path.startsWith("node_modules/") || path.startsWith(".."))
    return { url: '"file:///bundled"', file: '"bundled"', folder: '"."' };
  const at = (place: string) => `new URL(${JSON.stringify(`../${place}`)}, import.meta.url)`;
  const fileAt = (place: string) =>
    `process.getBuiltinModule("node:url").fileURLToPath(${at(place)})`;
  return { url: `${at(path)}.href`, file: fileAt(path), folder: fileAt(dirname(path)) };
};

function makeDomain(folder: string): void {
  const entries = { index: "index", conformance: "conformance", contracts: "contracts" };
  emit(
    Object.values(entries).map((name) => `shared/domain-package/${name}.ts`),
    join(folder, "lib"),
  );
  cpSync(join(PROJECT, LANGUAGE), join(folder, LANGUAGE), { recursive: true });
  cpSync(join(PROJECT, MESSAGE_VALUES), join(folder, "lib", "messages", basename(MESSAGE_VALUES)));
  cpSync(join(PROJECT, "scripts", "check-node.mjs"), join(folder, "check-node.mjs"));
  for (const name of Object.values(entries)) {
    const all = `export * from "./lib/domain-package/${name}.js";\n`;
    writeFileSync(join(folder, `${name}.js`), `import "./check-node.mjs";\n\n${all}`);
    writeFileSync(join(folder, `${name}.d.ts`), all);
  }
  const { dependencies } = ownJson();
  const exported = (name: string) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });
  writePackage(folder, {
    readme: pageOf(FOLDERS.domain),
    name: "@regente/domain",
    description:
      "What a domain of Regente is made with: the kit, the wire's contracts, its checks.",
    exports: {
      ".": exported("index"),
      "./conformance": exported("conformance"),
      "./contracts": exported("contracts"),
      // For what is started by other means than these, as the tests of a project.
      "./check-node": "./check-node.mjs",
    },
    dependencies: Object.fromEntries(
      NEEDED_BY_DOMAINS.map((name) => [name, dependencies[name] ?? "*"]),
    ),
    files: ["lib", LANGUAGE, "*.js", "*.d.ts", "check-node.mjs"],
  });
}

const chosenPackage = z.object({
  name: z.string(),
  description: z.string(),
  exports: z.string(),
  dependencies: z.record(z.string(), z.string()),
});

/** It takes only types of the other sources, so that without them it stands alone; it fits the `regente` of its version. */
function makeChosen(source: string, folder: string): void {
  const { exports, ...own } = chosenPackage.parse(
    JSON.parse(readFileSync(join(source, "package.json"), "utf8")),
  );
  mkdirSync(folder, { recursive: true });
  for (const file of globSync("*.ts", { cwd: source, exclude: ["*.test.ts"] })) {
    const path = basename(file, ".ts");
    const code = javaScript(path, readFileSync(join(source, file), "utf8"));
    writeFileSync(join(folder, `${path}.js`), withNames(code, path));
  }
  writePackage(folder, {
    readme: join(source, "README.md"),
    ...own,
    exports: exports.replace(/\.ts$/, ".js"),
    peerDependencies: { regente: ownJson().version },
    files: ["*.js"],
  });
}

/** JavaScript and types of these files and of all that they import. */
function emit(files: readonly string[], into: string): void {
  const place = mkdtempSync(join(tmpdir(), "regente-package-"));
  const rootDir = join(PROJECT, "shared");
  const settings = {
    extends: join(PROJECT, "tsconfig.json"),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir,
      outDir: into,
      typeRoots: [join(PROJECT, "node_modules", "@types")],
    },
    files: files.map((file) => join(PROJECT, file)),
    include: [],
  };
  const file = join(place, "tsconfig.json");
  writeFileSync(file, JSON.stringify(settings));
  try {
    const tsc = join(PROJECT, "node_modules", "typescript", "bin", "tsc");
    execFileSync(process.execPath, [tsc, "-p", file], { cwd: PROJECT, stdio: "pipe" });
  } finally {
    rmSync(place, { recursive: true });
  }
  for (const types of globSync("**/*.d.ts", { cwd: into })) {
    const path = types.replace(/\.d\.ts$/, "");
    const source = readFileSync(join(rootDir, `${path}.ts`), "utf8");
    const own = join(into, path);
    writeFileSync(`${own}.js`, withNames(javaScript(path, source), path));
    writeFileSync(`${own}.d.ts`, withNames(readFileSync(`${own}.d.ts`, "utf8"), path));
  }
}

/** A source without its types. */
function javaScript(path: string, source: string): string {
  const options = { sourcemap: false, typescript: { onlyRemoveTypeImports: true } } as const;
  const { code, errors } = transformSync(`${path}.ts`, source, options);
  if (errors.length > 0) throw new SyntaxError(errors.map(({ message }) => message).join("; "));
  return code;
}

/** What a file imports, by the names that the emitted files have. */
function withNames(code: string, path: string): string {
  const up = "../".repeat(path.split(sep).length - 1) || "./";
  return code
    .replaceAll(/"#shared\/([\w/-]+)\.ts"/g, (_name, other: string) => `"${up}${other}.js"`)
    .replaceAll(/(from |import |import\()"(\.[\w./-]+)\.ts"/g, '$1"$2.js"');
}

const ownJson = () =>
  ownPackage.parse(JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")));

function writePackage(
  folder: string,
  { name, readme, ...rest }: { name: string; readme: string } & Record<string, unknown>,
): void {
  const { version, license, engines, repository } = ownJson();
  const text = JSON.stringify(
    { name, version, type: "module", license, engines, repository, ...rest },
    null,
    2,
  );
  writeFileSync(join(folder, "package.json"), `${text}\n`);
  cpSync(readme, join(folder, "README.md"));
  cpSync(join(PROJECT, "LICENSE"), join(folder, "LICENSE"));
}

const pageOf = (name: string) => join(PROJECT, "scripts", "package-pages", `${name}.md`);

/** `npm pack` of all; gives the files. */
export async function packPackages(into: string): Promise<string[]> {
  const folders = await makePackages(into);
  return folders.map((folder) => {
    const args = ["pack", "--silent", "--pack-destination", into];
    const name = execFileSync("npm", args, { cwd: join(into, folder), encoding: "utf8" });
    return join(into, name.trim());
  });
}

const packageJson = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
});

if (import.meta.main) {
  const files = await packPackages(join(PROJECT, BUILD_FOLDER, "packages"));
  process.stdout.write(`${files.join("\n")}\n`);
}

/** The licences of the packages that these files are of, as a bundle of them has to carry. */
function noticesOf(files: readonly string[]): string {
  const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []));
  const notices = [...folders].toSorted().map((folder) => {
    const { name, version, license } = packageJson.parse(
      JSON.parse(readFileSync(join(folder, "package.json"), "utf8")),
    );
    const [own] = globSync("{LICEN[CS]E,licen[cs]e,COPYING}*", { cwd: folder }).toSorted();
    const text = own === undefined ? "" : readFileSync(join(folder, own), "utf8").trim();
    return `${name} ${version} (${license ?? "see below"})\n\n${text}\n`;
  });
  return notices.join(`\n${"-".repeat(80)}\n\n`);
}

/** The folder of the installed package that a file belongs to. */
function packageFolder(file: string): string | undefined {
  const marker = `${sep}node_modules${sep}`;
  const at = file.lastIndexOf(marker);
  if (at === -1) return undefined;
  const [scope, name] = file.slice(at + marker.length).split(sep);
  const own = scope?.startsWith("@") ? join(scope, name ?? "") : (scope ?? "");
  const folder = join(file.slice(0, at + marker.length), own);
  return existsSync(join(folder, "package.json")) ? folder : undefined;
}
