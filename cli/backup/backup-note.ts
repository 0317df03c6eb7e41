import { createHash } from "node:crypto";
import { createReadStream, lstatSync, readFileSync, realpathSync } from "node:fs";
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

/** What cannot be done as the user of a command reads it; undefined for a fault of ours. */
export const backupErrorOf = (error: unknown): BackupError | undefined =>
  error instanceof BackupError
    ? error
    : error instanceof Error && "syscall" in error
      ? new BackupError(error.message, { cause: error })
      : undefined;

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
  if (!isOwnFile(folder, NOTE)) return undefined;
  try {
    return note.parse(JSON.parse(readFileSync(join(folder, NOTE), "utf8")));
  } catch {
    return undefined;
  }
}

/** True for a plain file that lies in the folder itself, by no link and no way around: what a pipe or a device holds has no end. */
export function isOwnFile(folder: string, name: string): boolean {
  const path = join(folder, name);
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && realpathSync(path) === join(realpathSync(folder), name);
}

export async function digestOfFile(path: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer);
  return digest.digest("hex");
}
