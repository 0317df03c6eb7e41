import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { RegenteError } from "../contracts/errors.ts";

/** Data cannot be kept where it was said; for whoever chose the place. */
export class DataPathError extends RegenteError {
  override readonly name = "DataPathError";
  readonly code = "DATA_PATH";
}

const REASONS = new Map<unknown, string>([
  ["ENOTDIR", "a part of this path is a file, and no folder can be in it"],
  ["EEXIST", "there is a file of that name, and a folder is needed"],
  ["ENOENT", "no folder can be made there"],
  ["EISDIR", "there is a folder of that name, and a file is needed"],
  ["EACCES", "this user may not use it"],
  ["EPERM", "this user may not use it"],
  ["EROFS", "the disk is read-only"],
  ["ENOSPC", "the disk is full"],
]);

/**
 * What the system says of a path, in plain words.
 * Shape: an error of something else comes back as it is
 */
export function dataPathError(path: string, error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const reason = REASONS.get(code);
  if (reason === undefined) return error;
  return new DataPathError(`${path} cannot be used: ${reason}`, { cause: error });
}

/** A folder for this user alone, made when it is not there. Errors: DataPathError */
export function privateFolder(folder: string): void {
  try {
    for (const missing of missingFolders(folder)) makeFolder(missing);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw dataPathError(folder, error);
  }
}

/**
 * The folders on the way to one that are not there, the outermost first. Each is made by itself: below /proc, where a folder
 * is there and takes none, Node's own way to make all of them never ends.
 */
function missingFolders(folder: string): string[] {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at);
  return missing;
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process was quicker; or it is no folder, which is found out when all are made.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
