import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";

/** Made again by whoever needs it, or of use to a running process only. */
const LEFT_OUT = /^(compile-cache|understanding|supervisor\.(lock|json)|before-restore-.*)$/;
/** SQLite's own, which belong to the file beside them. */
const BESIDE = /\.(db|lock)-(wal|shm|journal)$/;
const MAGIC = "SQLite format 3\0";

export const AUDIT = "audit";
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
