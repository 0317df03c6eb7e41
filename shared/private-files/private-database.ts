import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync, DatabaseSyncOptions } from "node:sqlite";
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
