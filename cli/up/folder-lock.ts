import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { jsonIn } from "#shared/contracts/json.ts";
import { privateFolder } from "#shared/private-files/private-files.ts";

const holder = z.object({ pid: z.int(), url: z.string() });
/** Who keeps Regente running in a folder. */
type Holder = z.infer<typeof holder>;

/**
 * Makes this process the only supervisor of a data folder, or tells who is. The lock is SQLite's own,
 * which the system lets go of when the process ends in whatever way; a pid file would outlive it.
 */
export function lockFolder(
  folder: string,
  self: Holder,
): { held: true; release(): void } | { held: false; by: Holder | undefined } {
  privateFolder(folder);
  const note = join(folder, "supervisor.json");
  const lock = new DatabaseSync(join(folder, "supervisor.lock"));
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch {
    lock.close();
    const by = existsSync(note) ? jsonIn(holder, readFileSync(note, "utf8")) : undefined;
    return { held: false, by };
  }
  writeFileSync(note, JSON.stringify(self));
  return { held: true, release: () => lock.close() };
}
