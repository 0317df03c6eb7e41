import { open } from "node:fs/promises";
import { join } from "node:path";
import { readAuditLine } from "#shared/audit-log/audit-record.ts";
import { auditFiles } from "#shared/audit-log/newest-head.ts";
import type { AuditFilter, AuditRecords } from "../../ports/audit-log.ts";

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
export async function readAudit(folder: string, filter: AuditFilter): Promise<AuditRecords> {
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
