import { statSync } from "node:fs";
import { basename } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { RegenteError } from "../contracts/errors.ts";
import { privateDatabase } from "./private-database.ts";

/** The file of a database is not there any more, or is another one: what is written now would be lost. */
export class DatabaseGoneError extends RegenteError {
  override readonly name = "DatabaseGoneError";
  readonly code = "STORE_UNAVAILABLE";
}

/**
 * As privateDatabase, for who writes to it from this process alone. When its file is deleted or replaced while it is open,
 * SQLite would go on with a file that has no name any more; every statement is refused instead.
 * Cost:   a look at the file's name for each call of a statement, some microseconds
 * Errors: as privateDatabase; statements throw DatabaseGoneError
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
    throw new DatabaseGoneError(
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
