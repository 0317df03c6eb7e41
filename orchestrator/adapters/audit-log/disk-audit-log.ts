import { write as fsWrite, statSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import {
  type AuditEntry,
  auditFiles,
  auditLine,
  newestHead,
  readAuditLine,
} from "#shared/audit-log/audit-record.ts";
import { privateFolder } from "#shared/private-files/private-files.ts";
import type { AuditFilter, AuditLog, AuditRecords } from "../../ports/audit-log.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import { StoreError } from "../../ports/stores.ts";

/** How much may be lost when the power goes, milliseconds; a process that is killed loses nothing. */
const SYNC_AFTER_MS = 1000;

/** A file that has become so big is the last one's before; bytes. */
const FULL_BYTES = 64 * 1024 * 1024;

type OpenFile = {
  path: string;
  handle: FileHandle;
  /** Which file has the name. */
  ino: number;
  head: string;
  seq: number;
  bytes: number;
};
type Waiting = { entry: AuditEntry; done: PromiseWithResolvers<void> };

/**
 * The audit log as files of JSON lines, some of each process, chained within and to the newest one before it; a file
 * that is full is followed by another one. The folder is made on first use, for this user alone, and a file only with
 * its first entry. Entries of one turn of the event loop are one write, which another thread does.
 * Errors: DataPathError when the folder cannot be made
 */
export async function diskAuditLog(
  folder: string,
  name: string,
  { clock, log, fullBytes = FULL_BYTES }: { clock: Clock; log: Log; fullBytes?: number },
): Promise<AuditLog> {
  privateFolder(folder);
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;
  let file: OpenFile | undefined;
  let syncing: NodeJS.Timeout | undefined;
  let count = 0;

  const openFile = async (head?: string): Promise<OpenFile> => {
    count += 1;
    // Names sort by the time of their making.
    const stamp = new Date(clock.now()).toISOString().replaceAll(":", "-");
    const path = join(
      folder,
      `${stamp}-${name.replace(/[^\w-]/g, "_")}-${String(count).padStart(6, "0")}.jsonl`,
    );
    const before = head ?? (await newestHead(folder));
    const handle = await open(path, "ax", 0o600);
    const { ino } = await handle.stat();
    return { path, handle, ino, head: before, seq: 0, bytes: 0 };
  };

  /** The file that is written to now. The one before it is whole, and safe on disk, before the next begins. */
  const openOne = async () => {
    if (file === undefined) return openFile();
    const { handle, head } = file;
    if (!isWhole(file)) {
      const lost = basename(file.path);
      log.error({ file: lost }, "a file of the audit log was deleted or cut while it was in use");
      await handle.close();
      file = undefined;
      // Whoever verifies the log finds that something is missing before this one.
      return openFile(head);
    }
    if (file.bytes < fullBytes) return file;
    await handle.datasync();
    const next = await openFile(head);
    await handle.close();
    return next;
  };

  const write = async (entries: readonly AuditEntry[]) => {
    const known = await openOne();
    file = known;
    const all: AuditEntry[] =
      known.seq === 0 ? [{ what: "opened", process: name }, ...entries] : [...entries];
    let { head, seq } = known;
    const lines = all.map((entry) => {
      seq += 1;
      const made = auditLine(entry, { seq, at: new Date(clock.now()).toISOString(), prev: head });
      head = made.hash;
      return made.line;
    });
    const bytes = Buffer.from(lines.join(""));
    await writeWhole(known.handle.fd, bytes);
    file = { ...known, head, seq, bytes: known.bytes + bytes.length };
    syncing ??= setTimeout(sync, SYNC_AFTER_MS).unref();
  };

  const sync = () => {
    syncing = undefined;
    file?.handle
      .datasync()
      .catch((err: unknown) => log.error({ err }, "the audit log is not safe on disk"));
  };

  const writeAll = async () => {
    while (waiting.length > 0) {
      // All that comes in this turn of the event loop: a write costs as much as the making of ten lines.
      await nextTurn();
      const taken = waiting;
      waiting = [];
      try {
        await write(taken.map(({ entry }) => entry));
        for (const { done } of taken) done.resolve();
      } catch (cause) {
        log.error({ err: cause }, "the audit log cannot be written");
        // Half a line may stand there now: what comes next begins another file.
        const broken = file;
        file = undefined;
        await letGo(broken).catch(() => undefined);
        const error = new StoreError("The audit log cannot be written", { cause });
        for (const { done } of taken) done.reject(error);
      }
    }
    writing = undefined;
  };

  return {
    append(entry) {
      const done = Promise.withResolvers<void>();
      waiting.push({ entry, done });
      writing ??= writeAll();
      return done.promise;
    },
    page: (filter) =>
      readAudit(folder, filter).catch((cause: unknown) => {
        throw new StoreError("The audit log cannot be read", { cause });
      }),
    async close() {
      await writing;
      clearTimeout(syncing);
      if (file === undefined) return;
      log.info({ digest: file.head, records: file.seq }, "the audit log ends here");
      await file.handle.datasync();
      await file.handle.close();
      file = undefined;
    },
  };
}

/** By the descriptor: a FileHandle's own ways of writing take twice the processor time for a few lines. */
const writeSome = promisify(fsWrite);
async function writeWhole(fd: number, bytes: Buffer): Promise<void> {
  for (let from = 0; from < bytes.length; ) {
    const { bytesWritten } = await writeSome(fd, bytes, from, bytes.length - from, null);
    from += bytesWritten;
  }
}

/**
 * Someone may have deleted, replaced or cut it since the last entry.
 * Cost: a look at what the system holds in memory, a few us; asking another thread for it takes longer
 */
function isWhole({ path, ino, bytes }: OpenFile): boolean {
  try {
    const now = statSync(path, { throwIfNoEntry: false });
    return now !== undefined && now.ino === ino && now.size >= bytes;
  } catch {
    return false;
  }
}

/** One that nothing could be written to is not left behind: a full disk would leave one for each effect that it refuses. */
async function letGo(file: OpenFile | undefined): Promise<void> {
  if (file === undefined) return;
  const { size } = await file.handle.stat();
  await file.handle.close();
  if (size === 0) await rm(file.path, { force: true });
}

const CHUNK_BYTES = 256 * 1024;
/** One page looks at no more; its `next` leads on, however few records it has. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Where a page ended: in this file, what stands before this byte comes next. */
type Place = { file: string; end: number };

const placeIn = (before: string | undefined): Place | undefined => {
  const [, file, end] = /^([\w.-]{1,200}\.jsonl)~(\d{1,15})$/.exec(before ?? "") ?? [];
  return file === undefined ? undefined : { file, end: Number(end) };
};

/**
 * The newest records of an audit log's files, as they were written.
 * Shape:  newest file first, and in it the last line first; half a line at the end of a file is none yet
 * Cost:   reads from the end, at most 8 MB
 * Errors: Node's own when the folder or a file cannot be read
 */
async function readAudit(folder: string, filter: AuditFilter): Promise<AuditRecords> {
  const from = placeIn(filter.before);
  const files = (await auditFiles(folder)).toReversed();
  // A name that is none of ours begins at nothing.
  const first = from === undefined ? 0 : files.indexOf(from.file);
  if (first === -1) return { records: [], next: undefined };
  const records: AuditRecords["records"] = [];
  let left = MOST_BYTES;
  for (const file of files.slice(first)) {
    const lines = linesBackward(join(folder, file), file === from?.file ? from.end : undefined);
    for await (const { text, start } of lines) {
      const record = recordIn(text);
      if (record !== undefined && isWanted(record, filter)) records.push({ file, record });
      left -= text.length;
      if (records.length >= filter.limit || left <= 0) return { records, next: `${file}~${start}` };
    }
  }
  return { records, next: undefined };
}

const recordIn = (text: string): Record<string, unknown> | undefined =>
  readAuditLine(text) === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>);

const isWanted = (record: Record<string, unknown>, { user_id, domain }: AuditFilter): boolean =>
  (user_id === undefined || record["user_id"] === user_id) &&
  (domain === undefined || record["domain"] === domain);

/** The whole lines of a file before a byte, the last one first, each with where it begins. */
async function* linesBackward(
  path: string,
  before: number | undefined,
): AsyncGenerator<{ text: string; start: number }> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    let end = Math.min(before ?? size, size);
    /** From `end` on: the beginning of a line that the next chunk completes. */
    let rest = Buffer.alloc(0);
    let isWhole = before !== undefined;
    while (end > 0) {
      const length = Math.min(CHUNK_BYTES, end);
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, end - length);
      end -= length;
      let bytes = Buffer.concat([buffer, rest]);
      for (;;) {
        const lineFeed = bytes.lastIndexOf(0x0a, bytes.length - (isWhole ? 2 : 1));
        if (lineFeed === -1) break;
        const text = bytes.toString("utf8", lineFeed + 1).trimEnd();
        if (isWhole && text !== "") yield { text, start: end + lineFeed + 1 };
        bytes = bytes.subarray(0, lineFeed + 1);
        isWhole = true;
      }
      rest = bytes;
    }
    const text = rest.toString("utf8").trimEnd();
    if (isWhole && text !== "") yield { text, start: 0 };
  } finally {
    await handle.close();
  }
}
