import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { digestOf } from "../contracts/digest.ts";
import { auditFiles, MAX_RECORD_BYTES, NOTHING_BEFORE, readAuditLine } from "./audit-record.ts";

/** The first thing that is wrong in a file, and where. */
export type AuditFault = {
  file: string;
  line: number;
  fault: "not_a_record" | "changed" | "missing_before" | "file_missing_before";
};

export type AuditReport = {
  files: number;
  records: number;
  /** Of the newest record. */
  head: string;
  /**
   * Of the last record of each file that no other one follows: one for each process that writes, or was killed. Kept
   * elsewhere, they show later that nothing was cut off after them, and that no one made the chain again.
   */
  heads: string[];
  faults: AuditFault[];
  /** The heads that were asked for are all there; null: none was. */
  has_head: boolean | null;
};

/**
 * Reads every file of an audit log and looks for what was changed, taken out, put in or moved.
 * A process that was killed may leave half a line at the end of its file: it never counted, so it is no fault. What is
 * cut off at the very end of a file that no other one follows shows only by a head that was kept elsewhere.
 * Errors: Node's own when the folder or a file cannot be read
 * Cost:   one pass, a line at a time; memory for each file and none for each record
 */
export async function verifyAudit(
  folder: string,
  heads: readonly string[] = [],
): Promise<AuditReport> {
  const files = await auditFiles(folder);
  const befores = await Promise.all(files.map((file) => prevOf(join(folder, file))));
  // Of all the records, these are the ones that something else speaks of.
  const wanted = new Set([...befores.filter((prev) => prev !== undefined), ...heads]);
  const found = new Set<string>();
  const faults: AuditFault[] = [];
  const lasts: string[] = [];
  let records = 0;
  for (const file of files) {
    let before: { hash: string; seq: number } | undefined;
    let line = 0;
    for await (const text of linesOf(join(folder, file))) {
      line += 1;
      const fault = faultOf(text, before);
      if (typeof fault === "string") {
        faults.push({ file, line, fault });
        break;
      }
      before = fault;
      records += 1;
      if (wanted.has(before.hash)) found.add(before.hash);
    }
    if (before !== undefined) lasts.push(before.hash);
  }
  for (const [at, prev] of befores.entries()) {
    const file = files[at] ?? "";
    // Where its first line is wrong that is told already.
    if (prev === undefined || faults.some((each) => each.file === file && each.line === 1))
      continue;
    if (prev === NOTHING_BEFORE ? at > 0 : !found.has(prev))
      faults.push({ file, line: 1, fault: "file_missing_before" });
  }
  return {
    files: files.length,
    records,
    head: lasts.at(-1) ?? NOTHING_BEFORE,
    heads: lasts.filter((hash) => !befores.includes(hash)),
    faults,
    has_head: heads.length === 0 ? null : heads.every((hash) => found.has(hash)),
  };
}

/** What is wrong with a line after the one before it; the record that it is when nothing is. */
function faultOf(
  text: string,
  before: { hash: string; seq: number } | undefined,
): AuditFault["fault"] | { hash: string; seq: number } {
  const record = readAuditLine(text);
  if (record === undefined) return "not_a_record";
  if (digestOf(record.body) !== record.hash) return "changed";
  const follows =
    before === undefined
      ? record.seq === 1
      : record.prev === before.hash && record.seq === before.seq + 1;
  return follows ? record : "missing_before";
}

/** What the first record of a file follows; undefined where there is none. */
async function prevOf(path: string): Promise<string | undefined> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_RECORD_BYTES));
    const text = buffer.toString("utf8", 0, bytesRead);
    const end = text.indexOf("\n");
    return end === -1 ? undefined : readAuditLine(text.slice(0, end))?.prev;
  } finally {
    await handle.close();
  }
}

/** The whole lines of a file; what follows the last line feed is none yet. One that is too long for a record comes cut. */
async function* linesOf(path: string): AsyncIterable<string> {
  let rest = "";
  for await (const chunk of createReadStream(path, { encoding: "utf8" })) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
    if (rest.length > MAX_RECORD_BYTES) {
      yield rest;
      return;
    }
  }
}
