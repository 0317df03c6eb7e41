import { chmodSync, closeSync, existsSync, openSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { DatabaseSync, DatabaseSyncOptions, StatementSync } from "node:sqlite";
import { errorText, RegenteError } from "../contracts/errors.ts";
import { dataPathError, privateFolder } from "./private-folder.ts";

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
