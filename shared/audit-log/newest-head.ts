import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { MAX_RECORD_BYTES, NOTHING_BEFORE, readAuditLine } from "./audit-record.ts";

/** The files of an audit log, by the time of their making. What is none, such as a pipe that is never written to, is not read. */
export async function auditFiles(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".jsonl")).toSorted();
  const isFile = (name: string) =>
    stat(join(folder, name)).then(
      (found) => found.isFile(),
      () => false,
    );
  const are = await Promise.all(names.map(isFile));
  return names.filter((_, at) => are[at]);
}

/**
 * The hash of the newest whole record of the newest file that has one.
 * Cost:   one read from the end of the newest file, however big it is
 * Errors: Node's own when the folder or a file cannot be read
 */
export async function newestHead(folder: string): Promise<string> {
  for (const file of (await auditFiles(folder)).toReversed()) {
    const hash = await lastHash(join(folder, file));
    if (hash !== undefined) return hash;
  }
  return NOTHING_BEFORE;
}

/** Of the last whole record; undefined where there is none near the end. */
async function lastHash(path: string): Promise<string | undefined> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    // The last record is whole in it, whatever half a line a killed process left after it.
    const length = Math.min(size, 2 * MAX_RECORD_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    const lines = buffer.toString("utf8", 0, bytesRead).split("\n").slice(0, -1);
    for (const line of lines.toReversed()) {
      const record = readAuditLine(line);
      if (record !== undefined) return record.hash;
    }
    return undefined;
  } finally {
    await handle.close();
  }
}
