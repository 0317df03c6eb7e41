import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { RegenteError } from "#shared/contracts/errors.ts";

/** Where things are in a backup. */
export const NOTE = "backup.json";
export const DATA = "data";
export const DUMP = "postgres.dump";

/** A backup cannot be made, or is not as it was made; the message is for people. */
export class BackupError extends RegenteError {
  override readonly name = "BackupError";
  readonly code = "BACKUP_FAILED";
}

const note = z.strictObject({
  version: z.literal(1),
  made_at: z.iso.datetime(),
  /** The store is in PostgreSQL: it is in the dump, and the data folder has the rest. */
  postgres: z.boolean(),
  /** SHA-256 of each file, by its path in the backup. */
  files: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});
/** What is in a backup; written last, so that a folder without it is no whole backup. */
export type BackupNote = z.infer<typeof note>;

/** undefined where there is no whole backup. */
export function readNote(folder: string): BackupNote | undefined {
  try {
    return note.parse(JSON.parse(readFileSync(join(folder, NOTE), "utf8")));
  } catch {
    return undefined;
  }
}

export async function digestOfFile(path: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer);
  return digest.digest("hex");
}
