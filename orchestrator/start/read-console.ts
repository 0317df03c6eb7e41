import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtFile, CONSOLE_SOURCE } from "../../cli/up/built-file.ts";
import type { Log } from "../ports/log.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
/** Where an image has it that was built without the builder. */
const SHIPPED = join(PROJECT, ".build", "console");

/**
 * The console's files by their names: what `npm start` has built, else built now from its source, else what an image
 * brought along. undefined: there is none.
 */
export async function readConsole(log: Log): Promise<ReadonlyMap<string, string> | undefined> {
  const source = join(PROJECT, CONSOLE_SOURCE);
  const built = builtFile(source, PROJECT);
  if (built !== source) return readFolder(dirname(built));
  try {
    const { buildConsole } = await import("../../scripts/build-console.ts");
    return (await buildConsole()).files;
  } catch (err) {
    const shipped = await readFolder(SHIPPED).catch(() => undefined);
    if (shipped === undefined) log.warn({ err }, "the console cannot be built");
    return shipped;
  }
}

async function readFolder(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder);
  const texts = names.map(
    async (name) => [name, await readFile(join(folder, name), "utf8")] as const,
  );
  return new Map(await Promise.all(texts));
}
