import type { DatabaseSync } from "node:sqlite";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { privateDatabase } from "#shared/private-files/private-database.ts";
import { createGroupCommit, describeFault } from "./group-commit.ts";
import {
  unpackUnits,
  type WriterData,
  type WriterReply,
  type WriterRequest,
} from "./pack-units.ts";
import { watchDatabase } from "./watch-database.ts";

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
