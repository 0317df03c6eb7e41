import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { openStore } from "../../adapters/store/open-store.ts";
import { systemClock } from "../../adapters/time/system-clock.ts";
import type { Environment } from "../../config/config.ts";

const MOST_UTTERANCES = 5000;

/** What people said, from the store of this environment. A store that is not there yet is not made. */
export async function readRecorded(
  env: Environment,
): Promise<{ said: string[]; from: string | null }> {
  const dataDir = resolve(env["REGENTE_DATA"] || ".regente");
  const databaseUrl = env["DATABASE_URL"] || undefined;
  const file = join(dataDir, "regente.db");
  if (databaseUrl === undefined && !existsSync(file)) return { said: [], from: null };
  const store = await openStore({ dataDir, databaseUrl, clock: systemClock });
  try {
    const said = await store.runs.utterances(MOST_UTTERANCES);
    return { said, from: databaseUrl === undefined ? file : "DATABASE_URL" };
  } finally {
    await store.close();
  }
}
