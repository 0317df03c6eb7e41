import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";

const quiet = () => undefined;
const silent = { info: quiet, warn: quiet, error: quiet };
const SHIPPED: ReadonlySet<string> = new Set(readdirSync("domains"));
/** Those that `npm start` starts, as a list. */
const ALL = z
  .object({ domains: z.array(z.object({ name: z.string() })) })
  .parse(JSON.parse(readFileSync("domains.bootstrap.json", "utf8")))
  .domains.map(({ name }) => name)
  .join("+");

/**
 * What one system of this run learns of a catalogue, the next one over this data folder only reads. A folder keeps the
 * catalogues that were written last, so each list of shipped domains has one of its own: no other list drives it out.
 */
export function learnOnce(dataFolder: string, kind: string): void {
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
  const list = names.join("+");
  learnOnce(dataFolder, !areShipped ? "others" : list === ALL ? "shipped" : list);
  if (!areShipped) return;
  const folder = join(dataFolder, "understanding");
  await mkdir(folder, { recursive: true });
  const begun = join(folder, `${list}.begun`);
  const done = join(folder, `${list}.done`);
  const isFirst = await mkdir(begun).then(
    () => true,
    () => false,
  );
  if (!isFirst) {
    while (!existsSync(done)) await pause(25);
    return;
  }
  const { learnCatalogue } = await import("../../orchestrator/quality/tools/learn-catalogue.ts");
  const bootstrap = join(folder, `${list}.json`);
  const domains = names.map((name) => ({ name, manifest: resolve("domains", name) }));
  writeFileSync(bootstrap, JSON.stringify({ domains }));
  try {
    await learnCatalogue(bootstrap, {}, folder, silent);
  } finally {
    await mkdir(done);
  }
}
