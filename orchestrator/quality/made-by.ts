import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { WORD_FOLDERS } from "../language/reading.ts";
import { LINTER } from "./lint/finding.ts";

const PROJECT = join(import.meta.dirname, "..", "..");
/** A build says where its sources were; only this name is of the file that runs. */
const file = import.meta.filename;
/** What sentences are understood, planned and judged by; in a build, the files beside this one. */
const SOURCES = [
  ...(file.endsWith(".ts")
    ? [join(PROJECT, "shared"), join(PROJECT, "orchestrator")]
    : [dirname(file)]),
  ...Object.values(WORD_FOLDERS).map((folder) => join(PROJECT, folder)),
];
const COUNTS = /\.(ts|js|mjs|ya?ml)$/;
const COUNTS_NOT = /\.(test|contract|fixture)\.ts$/;

let made: string | undefined;

/**
 * What findings, evaluations and admissions are made by: the rules, the code and the words of languages, as one digest. What
 * another one has made is not read.
 * Cost: reads some 1,000 files, once
 */
export function madeBy(sources: readonly string[] = SOURCES): string {
  if (sources === SOURCES && made !== undefined) return made;
  const digest = createHash("sha256").update(LINTER);
  for (const folder of sources) {
    if (!existsSync(folder)) continue;
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const name of names.toSorted()) {
      if (!COUNTS.test(name) || COUNTS_NOT.test(name)) continue;
      digest.update(`\n${name.split(sep).join("/")}\n`).update(readFileSync(join(folder, name)));
    }
  }
  const found = digest.digest("hex");
  if (sources === SOURCES) made = found;
  return found;
}
