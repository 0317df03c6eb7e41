import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { DatabaseSync, DatabaseSyncOptions, StatementSync } from "node:sqlite";
import { errorText, RegenteError } from "../contracts/errors.ts";
import { type Reason, reason } from "../messages/reason.ts";

/** Data cannot be kept where it was said; for whoever chose the place. */
export class DataPathError extends RegenteError {
  override readonly name = "DataPathError";
  readonly code = "DATA_PATH";
}

const REASONS = new Map<unknown, Reason>([
  ["ENOENT", reason("nothing_can_be_there")],
  ["ENOTDIR", reason("path_through_file")],
  ["EEXIST", reason("file_for_folder")],
  ["EISDIR", reason("folder_for_file")],
  ["EACCES", reason("not_permitted")],
  ["EPERM", reason("not_permitted")],
  ["EROFS", reason("disk_read_only")],
  ["ENOSPC", reason("disk_full")],
]);

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/**
 * What the system says of a path, in plain words.
 * Shape: an error of something else comes back as it is
 */
export function dataPathError(path: string, error: unknown): unknown {
  const why = REASONS.get(codeOf(error));
  if (why === undefined) return error;
  return new DataPathError(reason("path_cannot_be_used", { path, why }), { cause: error });
}

/**
 * Makes a folder and those above it that are missing. Node's own way of it (`recursive`) never ends where the system takes
 * no folder at all, as in /proc.
 * Errors: DataPathError for the first folder that cannot be made
 */
export function makeFolders(folder: string, mode?: number): void {
  const isThere = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  try {
    if (isThere()) return;
    if (!existsSync(dirname(folder))) makeFolders(dirname(folder), mode);
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have been faster.
    if (codeOf(error) === "EEXIST" && isThere()) return;
    throw dataPathError(folder, error);
  }
}

/** A folder for this user alone, made when it is not there. Errors: DataPathError */
export const privateFolder = (folder: string): void => makeFolders(folder, 0o700);

/** SQLite's name for a database without a file. */
const IN_MEMORY = ":memory:";

/**
 * An SQLite file for this user alone, made when it is not there; also one that was made when others could read it.
 * SQLite gives the files beside it the same mode.
 * Errors: DataPathError where there can be none; node:sqlite's own for what is no database
 */
export function privateDatabase(path: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  // Only who keeps something in a file loads it.
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  if (path === IN_MEMORY) return new DatabaseSync(path, options);
  privateFolder(dirname(path));
  try {
    // Never opened and closed beside SQLite: that would let go of locks that this process holds on it.
    if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
    for (const file of [path, `${path}-wal`, `${path}-shm`])
      if (existsSync(file)) chmodSync(file, 0o600);
  } catch (error) {
    throw dataPathError(path, error);
  }
  return new DatabaseSync(path, options);
}

/**
 * A database cannot be used: it cannot be opened, is none of ours, or its file is not there any more or is another one, so
 * that what is written now would be lost.
 */
export class DatabaseError extends RegenteError {
  override readonly name = "DatabaseError";
  readonly code = "STORE_UNAVAILABLE";
}

/**
 * As privateDatabase, for who writes to it from this process alone. When its file is deleted or replaced while it is open,
 * SQLite would go on with a file that has no name any more; every statement is refused instead.
 * Cost:   a look at the file's name for each call of a statement, some microseconds
 * Errors: as privateDatabase; statements throw DatabaseError
 */
export function watchedDatabase(path: string): DatabaseSync {
  const db = privateDatabase(path);
  const opened = statSync(path, { throwIfNoEntry: false });
  // A database in memory has no file.
  if (opened === undefined) return db;
  const look = () => {
    const now = statSync(path, { throwIfNoEntry: false });
    if (now !== undefined && now.ino === opened.ino && now.dev === opened.dev) return;
    const what = now === undefined ? "deleted" : "replaced";
    throw new DatabaseError(
      `${basename(path)} was ${what} while it was in use; put it back and start the service again`,
    );
  };
  const prepare = db.prepare.bind(db);
  const exec = db.exec.bind(db);
  return Object.assign(db, {
    prepare: (text: string) => watched(prepare(text), look),
    exec(text: string) {
      look();
      exec(text);
    },
  });
}

const CALLS = ["run", "get", "all", "iterate"] as const;

function watched(statement: StatementSync, look: () => void): StatementSync {
  for (const name of CALLS) {
    const call: (...values: never[]) => unknown = statement[name].bind(statement);
    Object.defineProperty(statement, name, {
      value: (...values: never[]) => {
        look();
        return call(...values);
      },
    });
  }
  return statement;
}

/**
 * What a service keeps in a file of its own: as watchedDatabase, each change durable (WAL, full sync), with these tables.
 * Errors: DatabaseError
 */
export function durableDatabase(path: string, tables: string): DatabaseSync {
  try {
    const db = watchedDatabase(path);
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;
      ${tables}`);
    return db;
  } catch (cause) {
    throw new DatabaseError(`${path} cannot be opened: ${errorText(cause)}`, { cause });
  }
}
