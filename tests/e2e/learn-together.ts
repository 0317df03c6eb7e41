import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const quiet = () => undefined;
const silent = { info: quiet, warn: quiet, error: quiet };
const SHIPPED: ReadonlySet<string> = new Set(readdirSync("domains"));

/**
 * What one system of this run learns of a catalogue, the next one over this data folder only reads. Of catalogues the last
 * few are kept, so those of a test alone stand apart from those of shipped domains, which many read.
 */
export function learnOnce(dataFolder: string, kind: "shipped" | "others"): void {
  const learnt = process.env["REGENTE_TESTS_LEARNT"];
  const own = join(dataFolder, "understanding");
  if (learnt === undefined || existsSync(own)) return;
  mkdirSync(join(learnt, kind), { recursive: true });
  symlinkSync(join(learnt, kind), own, "dir");
}

/**
 * Has the manifests of shipped domains learnt as in a shipped build, calibrated. Of the tests of one run that start with
 * the same shipped domains the first one learns, and the others wait for that; the rest is learnt by who starts with it.
 * They are read from their files: a service shows the same, but on a machine that does much else not always in time, and
 * a start that has learnt nothing asks where it should act.
 */
export async function learnTogether(names: readonly string[], dataFolder: string): Promise<void> {
  const areShipped = names.length > 0 && names.every((name) => SHIPPED.has(name));
  learnOnce(dataFolder, areShipped ? "shipped" : "others");
  if (!areShipped) return;
  const folder = join(dataFolder, "understanding");
  await mkdir(folder, { recursive: true });
  const begun = join(folder, `${names.join("+")}.begun`);
  const done = join(folder, `${names.join("+")}.done`);
  const isFirst = await mkdir(begun).then(
    () => true,
    () => false,
  );
  if (!isFirst) {
    while (!existsSync(done)) await pause(25);
    return;
  }
  const { learnCatalogue } = await import("../../orchestrator/quality/tools/learn-catalogue.ts");
  const bootstrap = join(folder, `${names.join("+")}.json`);
  const domains = names.map((name) => ({ name, manifest: resolve("domains", name) }));
  writeFileSync(bootstrap, JSON.stringify({ domains }));
  try {
    await learnCatalogue(bootstrap, {}, folder, silent);
  } finally {
    await mkdir(done);
  }
}
