import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { buildCommand } from "@stricli/core";
import { whyOf } from "#shared/contracts/errors.ts";
import { reason } from "#shared/messages/reason.ts";
import { privateFolder } from "#shared/private-files/private-files.ts";
import {
  BackupError,
  type BackupNote,
  DATA,
  DUMP,
  dataFiles,
  digestOfFile,
  isDatabase,
  NOTE,
  orFailed,
} from "../backup/backup-note.ts";
import { dumpPostgres } from "../backup/postgres-tools.ts";
import { docs, help, type JsonFlag, jsonFlag, word } from "../command.ts";
import { atTheFiles, dataFolderIn, printable, tell } from "../terminal.ts";

export const backupCommand = buildCommand({
  docs: docs(help("backup.brief"), ["npx regente backup ../regente-2026-11-22"]),
  parameters: { flags: jsonFlag, positional: word(help("backup.folder"), "FOLDER") },
  func: ({ json }: JsonFlag, folder: string) =>
    atTheFiles(async (terminal) => {
      const { env, paint } = terminal;
      const { say } = terminal.words;
      const target = resolve(folder);
      return orFailed(terminal, async () => {
        const note = await makeBackup({
          dataFolder: dataFolderIn(env),
          target,
          databaseUrl: env["DATABASE_URL"] || undefined,
          now: new Date(),
        });
        const told = say("backup.made", { files: Object.keys(note.files).length, folder: target });
        return tell(terminal, json, note, () => paint.green(printable(told)));
      });
    }),
});

/** A database that others write to all the time is waited for so long; milliseconds. */
const BUSY_MS = 30_000;

type BackupOptions = {
  dataFolder: string;
  /** Where it goes: a folder that is empty, or not there yet. */
  target: string;
  /** The store is in PostgreSQL. */
  databaseUrl: string | undefined;
  now: Date;
};

/**
 * Copies everything that has to be kept while Regente runs: each database as it is at one moment, the audit log last.
 * Errors: BackupError, DataPathError, and Node's own when a file cannot be read or written
 */
async function makeBackup(options: BackupOptions): Promise<BackupNote> {
  const { dataFolder, target, databaseUrl, now } = options;
  if (!existsSync(dataFolder))
    throw new BackupError(reason("no_data_folder", { folder: dataFolder }));
  if (isIn(dataFolder, target)) throw new BackupError(reason("backup_in_data_folder", { target }));
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new BackupError(reason("folder_not_empty", { target }));
  privateFolder(target);
  const files: BackupNote["files"] = {};
  const keep = async (name: string) => {
    files[name.replaceAll("\\", "/")] = await digestOfFile(join(target, name));
  };
  if (databaseUrl !== undefined) {
    await dumpPostgres(databaseUrl, join(target, DUMP));
    chmodSync(join(target, DUMP), 0o600);
    await keep(DUMP);
  }
  for (const file of dataFiles(dataFolder)) {
    const name = join(DATA, file);
    if (copyOne(join(dataFolder, file), join(target, name))) await keep(name);
  }
  const note: BackupNote = {
    version: 1,
    made_at: now.toISOString(),
    postgres: databaseUrl !== undefined,
    files,
  };
  writeFileSync(join(target, NOTE), `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 });
  return note;
}

/** True for a place in a folder, and for the folder, by whatever links it is named; what is not there yet is where it would be. */
function isIn(folder: string, place: string): boolean {
  let there = place;
  while (!existsSync(there)) there = dirname(there);
  const real = realpathSync(there) + place.slice(there.length);
  return `${real}${sep}`.startsWith(`${realpathSync(folder)}${sep}`);
}

/** False for a file that has gone meanwhile, as expired ones do. */
function copyOne(from: string, to: string): boolean {
  privateFolder(dirname(to));
  try {
    if (isDatabase(from)) copyDatabase(from, to);
    else copyFileSync(from, to);
    chmodSync(to, 0o600);
    return true;
  } catch (error) {
    if (existsSync(from)) throw error;
    rmSync(to, { force: true });
    return false;
  }
}

/** One transaction that reads; in a database with a write-ahead log it holds no writer up. */
function copyDatabase(from: string, to: string): void {
  // Private from its first byte on. SQLite takes an empty file for none.
  writeFileSync(to, "", { mode: 0o600 });
  const db = new DatabaseSync(from, { readOnly: true, timeout: BUSY_MS });
  try {
    db.prepare("vacuum into ?").run(to);
  } catch (error) {
    throw new BackupError(reason("at", { path: from, why: whyOf(error) }));
  } finally {
    db.close();
  }
}
