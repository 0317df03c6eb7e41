import { type Stats, statSync } from "node:fs";
import { basename } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { privateDatabase } from "#shared/private-files/private-files.ts";
import { StoreError } from "../../ports/stores.ts";
import { createGroupCommit, describeFault } from "./group-commit.ts";
import {
  unpackUnits,
  type WriterData,
  type WriterReply,
  type WriterRequest,
} from "./write-queue.ts";

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
function watchDatabase(db: DatabaseSync, path: string): () => void {
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

// The thread that owns the connection that writes; sqlite-engine.ts starts it.

const BUSY_TIMEOUT_MS = 5000;
/** Who only asks whether it could write does not hold up for so long what waits behind. */
const CHECK_TIMEOUT_MS = 1000;

function open({ file }: WriterData): DatabaseSync {
  // Conversations are private, also where the folder is not.
  const db = privateDatabase(file, { timeout: BUSY_TIMEOUT_MS });
  // full: a commit is on the disk when it returns; fullfsync: also on systems whose fsync is not enough.
  db.exec("pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = on");
  // Keys begin with the user, so each turn touches other leaves of the same indexes. With room for them, and a log that
  // is copied back less often, a turn in a store of 40,000 costs a quarter less.
  db.exec("pragma cache_size = -16000; pragma wal_autocheckpoint = 4000");
  return db;
}

/** Fails while another program holds the file: nothing could be written then. Writes nothing. */
function lockOnce(db: DatabaseSync): void {
  db.exec(`pragma busy_timeout = ${CHECK_TIMEOUT_MS}`);
  try {
    db.exec("begin immediate; rollback");
  } finally {
    db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** Does what it is asked in the order it is asked. */
function serve(port: MessagePort, data: WriterData): void {
  const db = open(data);
  const commit = createGroupCommit(db, data.texts);
  // Not before the file is up to date: until then another process may be at work in it.
  let isSame: (() => void) | undefined;
  const lookAtFile = () => {
    isSame ??= watchDatabase(db, data.file);
    isSame();
  };

  const answer = (request: WriterRequest): WriterReply => {
    switch (request.do) {
      case "commit":
        lookAtFile();
        return { id: request.id, outcomes: commit(unpackUnits(request.units, data.texts)) };
      case "all":
        return { id: request.id, rows: db.prepare(request.sql).all(...request.values) };
      case "check":
        lookAtFile();
        lockOnce(db);
        return { id: request.id, done: true };
      case "close":
        db.close();
        return { id: request.id, done: true };
    }
  };
  port.on("message", (request: WriterRequest) => {
    try {
      port.postMessage(answer(request));
    } catch (error) {
      port.postMessage({ id: request.id, fault: describeFault(error) } satisfies WriterReply);
    }
    if (request.do === "close") port.close();
  });
}

function start(port: MessagePort, data: WriterData): void {
  try {
    serve(port, data);
    port.postMessage({ id: 0, done: true } satisfies WriterReply);
  } catch (error) {
    port.postMessage({ id: 0, fault: describeFault(error) } satisfies WriterReply);
  }
}

if (parentPort !== null) start(parentPort, workerData);
