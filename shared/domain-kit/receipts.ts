import { digestOf } from "../contracts/digest.ts";
import type { ExecuteRequest } from "../contracts/execute.ts";
import { type DomainOutput, domainOutput } from "../contracts/output.ts";
import { privateDatabase } from "../private-files/private-files.ts";
import type { KitClock } from "./call.ts";
import { Refusal } from "./refusal.ts";

/** Receipts are kept this long, by time and never by count: a key that is forgotten early doubles an effect. */
export const RECEIPT_TTL_MS = 24 * 60 * 60 * 1000;

/**
 * What is known about a key.
 * fresh: no one has it, and from now on the caller does. started: someone began and has not settled.
 */
type Claim =
  | { state: "fresh" }
  | { state: "started"; digest: string }
  | { state: "settled"; digest: string; output: DomainOutput };

/**
 * The effects that were begun, and how they ended, by Idempotency-Key.
 * Every method is atomic and, for a store that outlives the process, durable when it returns.
 * `now` is epoch ms; what is older than RECEIPT_TTL_MS counts as absent.
 */
export interface ReceiptStore {
  /** `digest` stands for the call's parameters. Exactly one caller of a key is told `fresh`. */
  claim(key: string, digest: string, now: number): Claim;
  /** The output is the receipt from now on. */
  settle(key: string, output: DomainOutput, now: number): void;
  /** As if it had never been claimed; for calls that did nothing. */
  release(key: string): void;
  close(): void;
}

/**
 * Receipts in one SQLite file of this user alone; they survive the process and power loss (WAL, full sync).
 * Two processes may share the file.
 * Cost:   one commit for the claim and one for the receipt, some 0.15 ms each
 * Errors: throws when the file cannot be opened or written; no effect may start then
 */
export function fileReceipts(path: string): ReceiptStore {
  const file = privateDatabase(path);
  file.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;
    CREATE TABLE IF NOT EXISTS receipts (
      key TEXT PRIMARY KEY, digest TEXT NOT NULL, at INTEGER NOT NULL, output TEXT
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS receipts_at ON receipts (at);`);
  const forgetOld = file.prepare("DELETE FROM receipts WHERE at <= ?");
  const insert = file.prepare(
    "INSERT INTO receipts (key, digest, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const find = file.prepare("SELECT digest, output FROM receipts WHERE key = ?");
  const update = file.prepare("UPDATE receipts SET output = ? WHERE key = ?");
  const remove = file.prepare("DELETE FROM receipts WHERE key = ?");

  return {
    claim(key, digest, now) {
      forgetOld.run(now - RECEIPT_TTL_MS);
      if (insert.run(key, digest, now).changes === 1) return { state: "fresh" };
      const row = find.get(key);
      if (row === undefined) return { state: "started", digest };
      const first = String(row["digest"]);
      if (row["output"] === null) return { state: "started", digest: first };
      const output = domainOutput.parse(JSON.parse(String(row["output"])));
      return { state: "settled", digest: first, output };
    },
    settle: (key, output) => void update.run(JSON.stringify(output), key),
    release: (key) => void remove.run(key),
    close: () => file.close(),
  };
}

/** Receipts for as long as the process lives: a domain that is closed may be opened again. */
export const memoryReceipts = (): ReceiptStore => ({
  ...fileReceipts(":memory:"),
  close: () => undefined,
});

/** ran: now. replayed: earlier, this is its receipt. unknown: begun earlier, and no one can say how it ended. */
type Once = { how: "ran" | "replayed"; output: DomainOutput } | { how: "unknown"; output?: never };

/** One text for calls that ask for the same thing on behalf of the same user. */
export function callDigest({ intent, context }: ExecuteRequest): string {
  return digestOf([intent.capability, intent.parameters, context.user_id]);
}

/**
 * Makes one key act once: `act` runs for the first caller, twins that come meanwhile wait for it,
 * later ones get its receipt.
 * An `act` that throws, and one that asks a question, did nothing: the key stays free. An output that
 * `check` refuses comes after the effect: the key stays taken, without a receipt.
 * Errors: Refusal 422 for a key that was used for another call, 503 when the receipts cannot be
 * written (nothing was done), and whatever `act` or `check` throws
 */
export function onceByKey(receipts: ReceiptStore, clock: KitClock) {
  const running = new Map<string, { digest: string; output: Promise<DomainOutput> }>();

  const claim = (key: string, digest: string) => {
    try {
      return receipts.claim(key, digest, clock.now());
    } catch (cause) {
      const message = "The receipts cannot be written; nothing was done";
      throw new Refusal(503, "RECEIPTS_UNAVAILABLE", message, { cause });
    }
  };

  async function actAndSettle(
    key: string,
    act: () => Promise<DomainOutput>,
    check: (output: DomainOutput) => DomainOutput,
  ): Promise<DomainOutput> {
    let answer: DomainOutput;
    try {
      answer = await act();
    } catch (error) {
      receipts.release(key);
      throw error;
    }
    const output = check(answer);
    if (output.status === "clarification") receipts.release(key);
    else receipts.settle(key, output, clock.now());
    return output;
  }

  return async function once(
    key: string,
    digest: string,
    act: () => Promise<DomainOutput>,
    check: (output: DomainOutput) => DomainOutput,
  ): Promise<Once> {
    const twin = running.get(key);
    if (twin !== undefined) {
      if (twin.digest !== digest) throw otherCall();
      return { how: "replayed", output: await twin.output };
    }
    const known = claim(key, digest);
    if (known.state !== "fresh" && known.digest !== digest) throw otherCall();
    if (known.state === "settled") return { how: "replayed", output: known.output };
    if (known.state === "started") return { how: "unknown" };
    const output = actAndSettle(key, act, check).finally(() => running.delete(key));
    running.set(key, { digest, output });
    return { how: "ran", output: await output };
  };
}

const otherCall = () =>
  new Refusal(
    422,
    "IDEMPOTENCY_MISMATCH",
    "This Idempotency-Key was used for a call with other parameters; take a new key",
    { param: "Idempotency-Key" },
  );
