import { domainOutput } from "../contracts/output.ts";
import { privateDatabase } from "../private-files/private-database.ts";
import { type Claim, RECEIPT_TTL_MS, type ReceiptStore } from "./receipts.ts";

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
    claim(key, digest, now): Claim {
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
