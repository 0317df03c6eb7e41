import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, statSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { buildCommand } from "@stricli/core";
import { reason } from "#shared/messages/reason.ts";
import { privateFolder } from "#shared/private-files/private-files.ts";
import {
  BackupError,
  type BackupNote,
  DATA,
  DUMP,
  digestOfFile,
  isDatabase,
  isLeftOut,
  isOwnFile,
  orFailed,
  readNote,
  STORE,
} from "../backup/backup-note.ts";
import { isPostgresInUse, restorePostgres } from "../backup/postgres-tools.ts";
import { docs, help, type JsonFlag, jsonFlag, word } from "../command.ts";
import { atTheFiles, cannot, dataFolderIn, printable, tell } from "../terminal.ts";
import { lockFolder } from "../up/folder-lock.ts";

export const restoreCommand = buildCommand({
  docs: docs(help("restore.brief"), ["npx regente restore ../regente-2026-11-22"]),
  parameters: { flags: jsonFlag, positional: word(help("restore.folder"), "FOLDER") },
  func: ({ json }: JsonFlag, folder: string) =>
    atTheFiles(async (terminal) => {
      const { env, paint } = terminal;
      const { say } = terminal.words;
      const source = resolve(folder);
      const dataFolder = dataFolderIn(env);
      return orFailed(terminal, async () => {
        if (!existsSync(source))
          throw new BackupError(reason("at", { path: source, why: reason("no_file_or_folder") }));
        // Also keeps `npm start` from beginning in the middle of it.
        const lock = lockFolder(dataFolder, { pid: process.pid, url: "" });
        if (!lock.held)
          return cannot(
            terminal,
            say("backup.running", { where: lock.by?.url ? ` (${lock.by.url})` : "" }),
          );
        using ends = new DisposableStack();
        ends.defer(() => lock.release());
        const databaseUrl = env["DATABASE_URL"] || undefined;
        const done = await restoreBackup({ source, dataFolder, databaseUrl, now: new Date() });
        const { note, aside } = done;
        const told = [
          paint.green(
            say("backup.restored", {
              files: Object.keys(note.files).length,
              made_at: note.made_at,
            }),
          ),
          ...(aside === undefined ? [] : [printable(say("backup.aside", { folder: aside }))]),
        ];
        return tell(terminal, json, done, () => told.join("\n"));
      });
    }),
});

type RestoreOptions = {
  /** The backup. */
  source: string;
  dataFolder: string;
  databaseUrl: string | undefined;
  now: Date;
};
/** `aside`: where what was in the data folder is now; undefined: it was empty. */
type Restored = { note: BackupNote; aside: string | undefined };

/**
 * Puts a backup in the place of the data folder. Nothing of it is put back before all of it is looked at; what was there
 * is moved aside and never deleted.
 * Errors: BackupError, and nothing is changed, for what is no whole backup, one of another store, or while Regente runs
 */
async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { source, dataFolder, databaseUrl, now } = options;
  const note = readNote(source);
  if (note === undefined) throw new BackupError(reason("no_whole_backup", { source }));
  if (note.postgres !== (databaseUrl !== undefined))
    throw new BackupError(
      note.postgres ? reason("backup_needs_database_url") : reason("backup_has_own_store"),
    );
  await lookAt(source, note);
  if (isInUse(join(dataFolder, STORE)) || (databaseUrl && (await isPostgresInUse(databaseUrl))))
    throw new BackupError(reason("data_in_use"));
  privateFolder(dataFolder);
  const aside = moveAside(dataFolder, now);
  for (const name of Object.keys(note.files)) {
    if (!name.startsWith(`${DATA}/`)) continue;
    const to = join(dataFolder, name.slice(DATA.length + 1));
    privateFolder(dirname(to));
    copyFileSync(join(source, name), to);
    chmodSync(to, 0o600);
  }
  if (databaseUrl !== undefined) await restorePostgres(databaseUrl, join(source, DUMP));
  return { note, aside };
}

/** Every file is there as it was copied, and every database is in order. Errors: BackupError */
async function lookAt(source: string, { files }: BackupNote): Promise<void> {
  for (const [name, digest] of Object.entries(files)) {
    const path = join(source, name);
    if (!isKept(name) || !isOwnFile(source, name) || (await digestOfFile(path)) !== digest)
      throw new BackupError(reason("missing_in_backup", { name }));
    if (name.startsWith(`${DATA}/`) && isDatabase(path) && (isUnfinished(path) || !isSound(path)))
      throw new BackupError(reason("no_sound_database", { name }));
  }
}

/** A name that a backup gives: of a file in the data folder that is kept, said in one way only. */
const isKept = (name: string): boolean =>
  name === DUMP ||
  (name.startsWith(`${DATA}/`) && normalize(name) === name && !isLeftOut(name.split("/")[1] ?? ""));

/** A backup's databases are whole: what lies beside one would be written into it when it is opened, here or where it goes. */
const isUnfinished = (path: string): boolean =>
  ["-wal", "-journal"].some(
    (end) => (statSync(`${path}${end}`, { throwIfNoEntry: false })?.size ?? 0) > 0,
  );

function isSound(path: string): boolean {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return db.prepare("pragma quick_check").get()?.["quick_check"] === "ok";
  } catch {
    return false;
  } finally {
    db.close();
  }
}

/** Whoever has a database with a write-ahead log open holds a lock on it. */
function isInUse(path: string): boolean {
  if (!existsSync(path)) return false;
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    db.exec("pragma locking_mode = exclusive; begin immediate; rollback");
    return false;
  } catch (error) {
    // What is broken is in no one's use: that is why it is restored.
    return error instanceof Error && "errcode" in error && Number(error.errcode) % 256 === 5;
  } finally {
    db.close();
  }
}

/** Into a folder of its own in the data folder, which may be a volume that cannot be renamed. */
function moveAside(dataFolder: string, now: Date): string | undefined {
  const names = readdirSync(dataFolder).filter((name) => !isLeftOut(name));
  if (names.length === 0) return undefined;
  const stamp = now.toISOString().replaceAll(/[:.]/g, "-");
  const aside = join(dataFolder, `before-restore-${stamp}`);
  privateFolder(aside);
  for (const name of names) renameSync(join(dataFolder, name), join(aside, name));
  return aside;
}
