// The page at `/`: a few files with hashed names, made from `console/` in half a second.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CONSOLE_SOURCE } from "../cli/up/built-file.ts";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));
/** Where a build that is shipped without its sources stands. */
const SHIPPED = ".build/console";
const ICON = "console/icon.svg";
const STYLES = [
  ...["base", "shell", "parts", "conversation", "run", "screens"].map(
    (name) => `console/style/${name}.css`,
  ),
  "node_modules/uplot/dist/uPlot.min.css",
];

/** The files of the page by their names; `index.html` is the page itself. `read`: every file that was read; `from`: ours. */
type BuiltConsole = { files: Map<string, string>; read: string[]; from: string[] };

/** Errors: rolldown's own where a source is wrong, or where it is not installed */
export async function buildConsole(): Promise<BuiltConsole> {
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({
    cwd: PROJECT,
    input: { console: join(PROJECT, CONSOLE_SOURCE) },
    platform: "browser",
    transform: { jsx: { runtime: "automatic", importSource: "preact" } },
    logLevel: "silent",
  });
  try {
    const { output } = await bundle.generate({
      entryFileNames: "[name]-[hash].js",
      chunkFileNames: "[name]-[hash].js",
      minify: true,
      comments: false,
    });
    const style = withoutBlanks(
      STYLES.map((file) => readFileSync(join(PROJECT, file), "utf8")).join("\n"),
    );
    const styleName = `console-${hashOf(style)}.css`;
    const scripts = output.flatMap((chunk) => (chunk.type === "chunk" ? [chunk] : []));
    const entry = scripts.find(({ isEntry }) => isEntry);
    if (entry === undefined) throw new Error(`${CONSOLE_SOURCE} gave no script`);
    const first = entry.imports.filter((name) => scripts.some(({ fileName }) => fileName === name));
    const files = new Map([
      ["index.html", page(entry.fileName, first, styleName)],
      [styleName, style],
      ["icon.svg", readFileSync(join(PROJECT, ICON), "utf8")],
      ...scripts.map(({ fileName, code }) => [fileName, code] as const),
    ]);
    const beside = [ICON, ...STYLES].map((file) => join(PROJECT, file));
    const read = await bundle.watchFiles;
    const own = read.filter((file) => !file.includes("node_modules"));
    return { files, read: [...read, ...beside], from: [...own, ...beside] };
  } finally {
    await bundle.close();
  }
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 10);

/** Comments and the blanks between rules: most of what a minifier would take. */
const withoutBlanks = (style: string) =>
  style
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{};,]) ?/g, "$1");

const page = (script: string, first: readonly string[], style: string) => `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Regente</title>
<link rel="icon" href="/console/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/console/${style}">
${first.map((name) => `<link rel="modulepreload" href="/console/${name}">`).join("\n")}
<script type="module" src="/console/${script}"></script>
</head>
<body><div id="console"></div><noscript>Regente: JavaScript.</noscript></body>
</html>
`;

/** Writes a build into a folder that is made again. */
export function writeConsole({ files }: BuiltConsole, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}

// For an image that ships without what builds it.
if (import.meta.main) writeConsole(await buildConsole(), join(PROJECT, SHIPPED));
