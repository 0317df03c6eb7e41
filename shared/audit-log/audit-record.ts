import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { digestOf } from "../contracts/digest.ts";
import { jsonIn } from "../contracts/json.ts";

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string().max(2000);
/** No line is longer, however its texts are escaped. */
const MAX_RECORD_BYTES = 128 * 1024;

/** Of more keys that change at once only so many are named. */
export const MOST_IDS = 100;

const step = { user_id: text, run_id: text, step_id: text };
const call = { ...step, domain: text, capability: text, effect: text };

/** What happened. opened: a process began a file; its `prev` is the newest record of the files before it. */
const auditEntry = z.discriminatedUnion("what", [
  z.strictObject({ what: z.literal("opened"), process: text }),
  /** An effect is about to be sent: who, what, and what it is about. */
  z.strictObject({
    what: z.literal("intended"),
    ...call,
    idempotency_key: text,
    /** sha-256 of the parameters. */
    params_digest: text,
  }),
  /** How it ended, as far as is known; the receipt is the domain's stored output. */
  z.strictObject({
    what: z.literal("settled"),
    ...call,
    status: text,
    /** sha-256 of the domain's output; null: there is none. */
    receipt_digest: digest.nullable(),
  }),
  /** Its user said yes to a step, with the parameters of this digest. */
  z.strictObject({ what: z.literal("approved"), ...step, params_digest: text }),
  /** A run that waited for its user is over: by a no, a cancel, or without an answer. */
  z.strictObject({ what: z.literal("declined"), user_id: text, run_id: text }),
  /** An operator is about to change which domains there are, or what one may promise. */
  z.strictObject({
    what: z.literal("domain_change"),
    user_id: text,
    change: z.enum(["register", "remove", "approve", "save"]),
    domain: text,
    /** register: where it is. approve, save: the digest of its manifest. */
    detail: text,
  }),
  /** A request that stands is about to be made or changed by its owner: what it does, when, and what was agreed to. */
  z.strictObject({
    what: z.literal("schedule_change"),
    user_id: text,
    schedule_id: text,
    status: text,
    /** domain.capability of every effect that a yes was given to. */
    consent: z.array(text).max(MOST_IDS),
    /** sha-256 of its timing, its action and its end. */
    terms_digest: digest,
  }),
  /** It was not, after all: someone else had changed it meanwhile, or its owner has too many. */
  z.strictObject({
    what: z.literal("schedule_unchanged"),
    user_id: text,
    schedule_id: text,
    terms_digest: digest,
  }),
  /** An occurrence of one was not carried out: its owner's right, or what it relies on, is another one now. */
  z.strictObject({
    what: z.literal("schedule_stopped"),
    user_id: text,
    schedule_id: text,
    /** Its planned instant, epoch milliseconds. */
    occurrence: z.int(),
    why: text,
    /** changed: the capabilities that promise something else. */
    detail: text,
  }),
  /** An operator has everything deleted that is kept of a user; `forgotten` is the sha-256 of that user's id. */
  z.strictObject({ what: z.literal("user_forgotten"), user_id: text, forgotten: digest }),
  /** The API keys are other ones than before: the ids of those that came, went, or opens something else now. */
  z.strictObject({
    what: z.literal("keys_changed"),
    keys: z.int().nonnegative(),
    added: z.array(text).max(MOST_IDS),
    removed: z.array(text).max(MOST_IDS),
    changed: z.array(text).max(MOST_IDS),
  }),
]);
export type AuditEntry = z.infer<typeof auditEntry>;

/** Its place in the chain: the hash covers all of a record, and the hash of the record before it. */
const chained = z.looseObject({
  seq: z.int().min(1),
  at: z.iso.datetime(),
  prev: digest,
  hash: digest,
});

/**
 * A line as it was written.
 * Shape: undefined for anything that is no record
 */
export function readAuditLine(
  line: string,
): (Chained & { hash: string; body: object }) | undefined {
  const parsed = jsonIn(chained, line);
  if (parsed === undefined) return undefined;
  const { seq, at, prev, hash, ...entry } = parsed;
  if (!auditEntry.safeParse(entry).success) return undefined;
  const body = { seq, at, prev, ...entry };
  // As it was written, to the letter: of a key that stands there twice, whoever looks sees another one than the parser.
  if (JSON.stringify({ ...body, hash }) !== line) return undefined;
  return { seq, at, prev, hash, body };
}

/** Before the first record there is. */
export const NOTHING_BEFORE = "0".repeat(64);

type Chained = { seq: number; at: string; prev: string };

/** One line of the log, and the hash that the next one begins with. */
export function auditLine(entry: AuditEntry, place: Chained): { line: string; hash: string } {
  const record = { ...place, ...entry };
  const hash = digestOf(record);
  return { line: `${JSON.stringify({ ...record, hash })}\n`, hash };
}

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

/** The first thing that is wrong in a file, and where. */
type AuditFault = {
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
