import { createHash } from "node:crypto";
import {
  closeSync,
  createReadStream,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { RegenteError, whyOf } from "#shared/contracts/errors.ts";
import { jsonIn } from "#shared/contracts/json.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { cannot, type ExitCode, type Terminal } from "../terminal.ts";

/** Where things are in a backup. */
export const NOTE = "backup.json";
export const DATA = "data";
export const DUMP = "postgres.dump";

/** A backup cannot be made, or is not as it was made; the message is for people. */
export class BackupError extends RegenteError {
  override readonly name = "BackupError";
  readonly code = "BACKUP_FAILED";
}

/** Does it, or says why it cannot be done. */
export async function orFailed(
  terminal: Terminal,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    const isOurs = error instanceof BackupError;
    if (!isOurs && !(error instanceof Error && "syscall" in error)) throw error;
    const { locale, say } = terminal.words;
    return cannot(terminal, say("backup.failed", { why: whyIn(locale, whyOf(error)) }));
  }
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
export const readNote = (folder: string): BackupNote | undefined =>
  isOwnFile(folder, NOTE) ? jsonIn(note, readFileSync(join(folder, NOTE), "utf8")) : undefined;

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

/** Made again by whoever needs it, or of use to a running process only. */
const LEFT_OUT = /^(compile-cache|understanding|supervisor\.(lock|json)|before-restore-.*)$/;
/** SQLite's own, which belong to the file beside them. */
const BESIDE = /\.(db|lock)-(wal|shm|journal)$/;
const MAGIC = "SQLite format 3\0";

const AUDIT = "audit";
export const STORE = "regente.db";

/** What stays where it is when a folder is restored. */
export const isLeftOut = (name: string): boolean => LEFT_OUT.test(name);

/**
 * The files of a data folder that have to be kept, in the order in which they are copied while others write to them: the
 * store, then everything else, the audit log last. What is done meanwhile is then in what is copied later, and a start
 * after a restore names it.
 */
export function dataFiles(folder: string): string[] {
  const kept = readdirSync(folder).filter((name) => !isLeftOut(name));
  const files = kept
    .flatMap((name) => filesAt(folder, name, [realpathSync(folder)]))
    .filter((file) => !BESIDE.test(file))
    .toSorted();
  return files.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** The files of a path, also where it is a link: what is kept on another disk is kept. A link back up leads nowhere new. */
function filesAt(folder: string, name: string, above: readonly string[]): string[] {
  const path = join(folder, name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === true) return [name];
  if (found?.isDirectory() !== true) return [];
  const real = realpathSync(path);
  if (above.includes(real)) return [];
  return readdirSync(path).flatMap((each) => filesAt(folder, join(name, each), [...above, real]));
}

const rankOf = (file: string): number =>
  file === STORE ? 0 : file.split(/[\\/]/)[0] === AUDIT ? 2 : 1;

/** True for an SQLite file, whatever its name; one must not be copied while others write to it. */
export function isDatabase(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(MAGIC.length);
    return readSync(file, head, 0, head.length, 0) === head.length && head.toString() === MAGIC;
  } finally {
    closeSync(file);
  }
}
