import type { DomainOutput } from "../contracts/output.ts";

/** Receipts are kept this long, by time and never by count: a key that is forgotten early doubles an effect. */
export const RECEIPT_TTL_MS = 24 * 60 * 60 * 1000;

/**
 * What is known about a key.
 * fresh: no one has it, and from now on the caller does. started: someone began and has not settled.
 */
export type Claim =
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

type Row = { digest: string; at: number; output: string | undefined };

/** Receipts for as long as the process lives. */
export function memoryReceipts(): ReceiptStore {
  const rows = new Map<string, Row>();
  // Claims are written in the order of their time, so the oldest are in front.
  const forgetOld = (now: number) => {
    for (const [key, row] of rows) {
      if (row.at > now - RECEIPT_TTL_MS) return;
      rows.delete(key);
    }
  };
  return {
    claim(key, digest, now) {
      forgetOld(now);
      const row = rows.get(key);
      if (row === undefined) {
        rows.set(key, { digest, at: now, output: undefined });
        return { state: "fresh" };
      }
      if (row.output === undefined) return { state: "started", digest: row.digest };
      // Kept as text: whoever holds an output cannot change the receipt.
      const output = JSON.parse(row.output) as DomainOutput;
      return { state: "settled", digest: row.digest, output };
    },
    settle(key, output) {
      const row = rows.get(key);
      if (row !== undefined) row.output = JSON.stringify(output);
    },
    release: (key) => void rows.delete(key),
    close: () => rows.clear(),
  };
}
