import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { getCompileCacheDir } from "node:module";
import { join } from "node:path";
import { parse } from "yaml";
import { writeWholeSync } from "../private-files/write-whole.ts";

/**
 * What a YAML text of this project holds, kept as `keptAsJson` keeps it.
 * Errors: those of the parser for a text that is no YAML
 * Cost:   100 ms for 30 KB in a new process; 1 ms where it is kept
 */
export const yamlOf = (text: string): unknown => keptAsJson(text, () => parse(text));

/**
 * What is read in a text, which has to be JSON: kept beside the code that Node has compiled, where Node keeps any, so that
 * each process and thread that starts reads it there. `how` names the reading, where one text may be read in two ways.
 * Errors: those of `read`; nothing is kept of them, nor where it reads undefined
 */
export function keptAsJson(text: string, read: () => unknown, how = ""): unknown {
  const folder = getCompileCacheDir();
  if (folder === undefined) return read();
  const digest = createHash("sha256").update(how).update(text).digest("hex");
  const file = join(folder, `${digest}.json`);
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // No process has kept it yet.
  }
  const value = read();
  if (value === undefined) return undefined;
  try {
    writeWholeSync(file, JSON.stringify(value), { mode: 0o666 });
  } catch {
    // Where nothing can be written, each process reads it in the text.
  }
  return value;
}
