import { type Stats, statSync } from "node:fs";
import { basename } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { StoreError } from "../../ports/store-error.ts";

/** Of a file in SQLite's write-ahead log: its own head, and the head of each page in it. */
const WAL_HEAD_BYTES = 32;
const FRAME_HEAD_BYTES = 24;

const RESTART = "nothing is carried out until it is put back and Regente is started again";

/**
 * Looks whether the database is still the one that was opened. What someone deletes or replaces while it is open goes
 * unnoticed by SQLite, which goes on writing to a file that has no name any more; and what is cut off its log is lost.
 * Cost:   two looks at file names; more only when a file has become smaller
 * Errors: StoreError that says what happened to which file, again and again until it is put back
 */
export function watchDatabase(db: DatabaseSync, path: string): () => void {
  // The log is there from the first transaction on, and stays while anyone has the database open.
  db.exec("begin immediate; commit");
  const log = `${path}-wal`;
  const opened = { db: statOf(path), log: statOf(log) };
  let last = { db: opened.db?.size ?? 0, log: opened.log?.size ?? 0 };
  const frames = db.prepare("pragma wal_checkpoint = noop");
  const pages = db.prepare("pragma page_count");
  const pageBytes = Number(db.prepare("pragma page_size").get()?.["page_size"]);

  const isShort = (now: { db: number; log: number }) => {
    const inLog = Number(frames.get()?.["log"]);
    const logBytes = inLog > 0 ? WAL_HEAD_BYTES + inLog * (FRAME_HEAD_BYTES + pageBytes) : 0;
    if (now.log < logBytes) return `${basename(log)} was cut`;
    // A database that was packed has fewer pages, and needs no more room than for these.
    const dbBytes = Number(pages.get()?.["page_count"]) * pageBytes;
    return now.db < Math.min(last.db, dbBytes) ? `${basename(path)} was cut` : undefined;
  };
  const look = (): string | undefined => {
    const now = { db: statOf(path), log: statOf(log) };
    for (const [which, file] of [
      ["db", path],
      ["log", log],
    ] as const) {
      if (now[which] === undefined) return `${basename(file)} was deleted`;
      if (now[which].ino !== opened[which]?.ino || now[which].dev !== opened[which].dev)
        return `${basename(file)} was replaced`;
    }
    const sizes = { db: now.db?.size ?? 0, log: now.log?.size ?? 0 };
    const isSmaller = sizes.db < last.db || sizes.log < last.log;
    const fault = isSmaller ? isShort(sizes) : undefined;
    if (fault === undefined) last = sizes;
    return fault;
  };
  return () => {
    // Twice: someone may have emptied the log, as they should, between two looks at it.
    const fault = look() && look();
    if (fault !== undefined) throw new StoreError(`${fault} while it was in use; ${RESTART}`);
  };
}

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });
