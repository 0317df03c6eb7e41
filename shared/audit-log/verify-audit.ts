import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf, NOTHING_BEFORE, readAuditLine } from "./audit-record.ts";

/** The first thing that is wrong in a file, and where. */
export type AuditFault = {
  file: string;
  line: number;
  fault: "not_a_record" | "changed" | "missing_before" | "file_missing_before";
};

export type AuditReport = {
  files: number;
  records: number;
  /** Of the newest record. Kept elsewhere, it shows later that nothing was cut off after it. */
  head: string;
  faults: AuditFault[];
  /** The head that was asked for is there; null: none was. */
  has_head: boolean | null;
};

/**
 * Reads every file of an audit log and looks for what was changed, taken out, put in or moved.
 * A process that was killed may leave half a line at the end of its file: it never counted, so it is no fault. What is
 * cut off at the very end of the newest file shows only by a head that was kept elsewhere.
 * Errors: Node's own when the folder cannot be read
 */
export function verifyAudit(folder: string, head?: string): AuditReport {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .toSorted();
  const faults: AuditFault[] = [];
  const hashes = new Set<string>();
  const firsts: { file: string; prev: string }[] = [];
  let newest = NOTHING_BEFORE;
  for (const file of files) {
    const lines = readFileSync(join(folder, file), "utf8").split("\n");
    // What follows the last line feed is no line yet.
    lines.pop();
    let before: { hash: string; seq: number } | undefined;
    for (const [at, text] of lines.entries()) {
      const say = (fault: AuditFault["fault"]) => void faults.push({ file, line: at + 1, fault });
      const record = readAuditLine(text);
      if (record === undefined) {
        say("not_a_record");
        break;
      }
      if (hashOf(record.body) !== record.hash) {
        say("changed");
        break;
      }
      const follows = before === undefined ? record.seq === 1 : record.prev === before.hash;
      if (!follows || (before !== undefined && record.seq !== before.seq + 1)) {
        say("missing_before");
        break;
      }
      if (before === undefined) firsts.push({ file, prev: record.prev });
      before = record;
      hashes.add(record.hash);
    }
    newest = before?.hash ?? newest;
  }
  for (const [at, { file, prev }] of firsts.entries())
    if (prev === NOTHING_BEFORE ? at > 0 : !hashes.has(prev))
      faults.push({ file, line: 1, fault: "file_missing_before" });
  const has_head = head === undefined ? null : hashes.has(head);
  return { files: files.length, records: hashes.size, head: newest, faults, has_head };
}
