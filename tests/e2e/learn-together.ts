import { existsSync, readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const quiet = () => undefined;
const silent = { info: quiet, warn: quiet, error: quiet };

/**
 * Has the manifests of a bootstrap file learnt as in a shipped build, calibrated, into the folder of what is understood.
 * Of the tests of one run that share it the first one learns, and the others wait for that. Only of shipped domains, which
 * several tests start with; the rest is learnt by who starts with it.
 */
export async function learnTogether(
  bootstrap: string,
  names: readonly string[],
  folder: string,
): Promise<void> {
  const shipped = new Set(readdirSync("domains"));
  if (names.length === 0 || !names.every((name) => shipped.has(name))) return;
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
  try {
    await learnCatalogue(bootstrap, {}, folder, silent);
  } finally {
    await mkdir(done);
  }
}
