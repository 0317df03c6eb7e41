import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { RegenteError } from "../contracts/errors.ts";
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
