// Before `npm start`: every service becomes a few files, where its source and its packages are a
// thousand. A start then takes half the time and half the memory. Nothing depends on it: what has no
// build, or a stale one, runs from its source.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import http from "node:http";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plugin } from "rolldown";
import { z } from "zod";
import { writeWholeSync } from "#shared/private-files/write-whole.ts";
import {
  BUILD_FOLDER,
  BUILD_NOTE,
  type BuildNote,
  builtFile,
  CONSOLE_SOURCE,
} from "../cli/up/built-file.ts";
import { buildConsole, writeConsole } from "./build-console.ts";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));
const ORCHESTRATOR = "orchestrator/main.ts";
/** What domains are made from documents by. */
const MADE_DOMAIN = "shared/made-domains/main.ts";
const bootstrapFile = z.looseObject({
  domains: z.array(z.looseObject({ start: z.string().optional() })),
});

/** A thread or process that a module starts by its file. */
const STARTED = /new URL\("(?:\.\/)?([\w-]+)\.ts", import\.meta\.url\)/g;

/** Where a module's source is, as code: its address, its file and its folder. */
export type Place = (source: string) => { url: string; file: string; folder: string };

/** A build that stays on this machine, beside its sources. */
const inThisProject: Place = (source) => ({
  url: JSON.stringify(pathToFileURL(source).href),
  file: JSON.stringify(source),
  folder: JSON.stringify(dirname(source)),
});

/**
 * A module in a bundle is not where it was: what it reads beside itself is named by where its source is.
 * What ours start beside themselves is built as well, and is beside the bundle.
 */
const placed = (place: Place): Plugin => ({
  name: "placed",
  transform(code, id) {
    if (!isAbsolute(id) || !/\bimport\.meta\b|\b__(?:dirname|filename)\b/.test(code)) return null;
    const parts = isOurs(id) ? code.split(STARTED) : [code];
    const isEntry = this.getModuleInfo(id)?.isEntry === true;
    return parts
      .map((part, index) => {
        if (index % 2 === 0) return withPlace(part, place(id), isEntry);
        const file = join(dirname(id), `${part}.ts`);
        this.emitFile({ type: "chunk", id: file, fileName: `${part}.mjs` });
        return `new URL("./${part}.mjs", import.meta.url)`;
      })
      .join("");
  },
});

/** The code with its own place in it, as text. */
function withPlace(
  code: string,
  { url, file, folder }: ReturnType<Place>,
  isEntry: boolean,
): string {
  const told = code
    .replaceAll("import.meta.url", () => url)
    .replaceAll("import.meta.dirname", () => folder)
    .replaceAll("import.meta.main", String(isEntry));
  // Some modules make these two for themselves, from what stands above.
  if (/\b(?:const|let|var)\s+__(?:dirname|filename)\b/.test(code)) return told;
  return told.replaceAll(/\b__dirname\b/g, () => folder).replaceAll(/\b__filename\b/g, () => file);
}

/**
 * A module that imports node:http loads the WebSocket in it as well: 50 ms and 13 MB that no one here
 * needs. Asked for like this, Node leaves unloaded what it loads on demand.
 */
const withoutWebSocket: Plugin = {
  name: "without-websocket",
  resolveId: (id, _importer, { kind }) =>
    /^(node:)?http$/.test(id) && kind === "import-statement" ? "\0http" : null,
  load(id) {
    if (id !== "\0http") return null;
    const properties = Object.entries(Object.getOwnPropertyDescriptors(http));
    const names = properties.flatMap(([name, { value }]) => (value === undefined ? [] : [name]));
    return [
      'const http = process.getBuiltinModule("node:http");',
      "export default http;",
      `export const { ${names.join(", ")} } = http;`,
    ].join("\n");
  },
};

const isOurs = (file: string): boolean =>
  file.startsWith(PROJECT) && !file.includes(`${sep}node_modules${sep}`);

/** The sources that the supervisor starts, from the project's folder. */
export function startable(): string[] {
  const text = readFileSync(join(PROJECT, "domains.bootstrap.json"), "utf8");
  const { domains } = bootstrapFile.parse(JSON.parse(text));
  return [
    ORCHESTRATOR,
    MADE_DOMAIN,
    ...domains.flatMap(({ start }) => (start?.endsWith(".ts") ? [start] : [])),
  ];
}

/** The file of a source in the folder that it is built into, without its extension. */
export const builtName = (source: string): string =>
  `${basename(dirname(source))}-${basename(source, ".ts")}`;

/** Builds the sources into a folder. Gives every file that was read, of ours and of packages. */
export async function bundle(
  sources: readonly string[],
  folder: string,
  place: Place,
): Promise<string[]> {
  // Loading it takes longer than finding out that there is nothing to do.
  const { rolldown } = await import("rolldown");
  const made = await rolldown({
    cwd: PROJECT,
    input: Object.fromEntries(
      sources.map((source) => [builtName(source), resolve(PROJECT, source)]),
    ),
    platform: "node",
    // Native code cannot be bundled; the last one is a guess of `pg` at something that is not there. What is asked for
    // as "platform.node" may be a "platform.node.js".
    external: (id, _importer, isResolved) =>
      (isResolved && id.endsWith(".node")) ||
      id.startsWith("@resvg/") ||
      // What builds the console where nothing was built.
      ["pg-native", "rolldown"].includes(id),
    plugins: [withoutWebSocket, placed(place)],
    logLevel: "silent",
  });
  try {
    await made.write({
      dir: folder,
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name].mjs",
      // Node keeps the text of every module, and two bytes for each letter of it where one is not of Latin-1.
      comments: false,
      charset: "ascii",
    });
    return await made.watchFiles;
  } finally {
    await made.close();
  }
}

/** Builds the sources into a folder below the project. Gives every file of ours that was read. */
export async function build(sources: readonly string[], folder: string): Promise<string[]> {
  return (await bundle(sources, folder, inThisProject)).filter(isOurs);
}

/**
 * A build beside the last one, which something that runs may still read from; then the note tells of the new one.
 * Whoever is interrupted leaves the note as it was.
 */
async function buildAside(sources: readonly string[]): Promise<void> {
  const root = join(PROJECT, BUILD_FOLDER);
  const note = join(root, BUILD_NOTE);
  const before = existsSync(note) ? readFileSync(note, "utf8") : "";
  const slot = before.includes('"a/') ? "b" : "a";
  rmSync(join(root, slot), { recursive: true, force: true });
  const [read, page] = await Promise.all([build(sources, join(root, slot)), buildConsole()]);
  writeConsole(page, join(root, slot, "console"));
  const from = [...new Set([...read, ...page.from]), join(PROJECT, "package-lock.json")].map(
    (file) => {
      const { mtimeMs, size } = statSync(file);
      return [relative(PROJECT, file).split(sep).join("/"), { mtimeMs, size }] as const;
    },
  );
  const services = sources.map((source) => [source, `${slot}/${builtName(source)}.mjs`] as const);
  const built = [...services, [CONSOLE_SOURCE, `${slot}/console/index.html`] as const];
  const made: BuildNote = { built: Object.fromEntries(built), from: Object.fromEntries(from) };
  writeWholeSync(note, JSON.stringify(made), { mode: 0o666 });
}

if (import.meta.main) {
  const sources = startable();
  const isCurrent = (source: string) => builtFile(join(PROJECT, source)) !== join(PROJECT, source);
  try {
    if (![...sources, CONSOLE_SOURCE].every(isCurrent)) {
      // It has a processor of its own; a build takes as long.
      const learning = spawn(process.execPath, [join(PROJECT, "scripts", "learn-shipped.ts")], {
        stdio: ["ignore", "ignore", "inherit"],
      });
      const learnt = once(learning, "close");
      await buildAside(sources);
      await learnt;
    }
  } catch (error) {
    process.stderr.write(`regente: runs from its source, since it cannot be built: ${error}\n`);
  }
}
