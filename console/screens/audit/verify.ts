import { canonicalJson } from "#shared/contracts/canonical-json.ts";
import type { AuditPage } from "#shared/contracts/console.ts";

type Row = AuditPage["records"][number];
export type Verified = { kind: "cannot" } | { kind: "done"; count: number; wrong: string[] };

/**
 * Whether each record says what its hash says, and, where they are all there, follows the one before it in its file.
 * Done here, so that no one has to believe the server. `records` are newest first.
 */
export async function verify(records: readonly Row[], isWhole: boolean): Promise<Verified> {
  // Pages without a secure context have no digests.
  if (globalThis.crypto.subtle === undefined) return { kind: "cannot" };
  const wrong: string[] = [];
  for (const [at, { file, record }] of records.entries()) {
    const { hash, ...body } = record;
    const name = `${String(record["seq"])} (${String(record["at"])})`;
    const before = records[at + 1];
    const isNext = !isWhole || before?.file !== file || record["prev"] === before.record["hash"];
    if ((await digestOf(body)) !== hash || !isNext) wrong.push(name);
  }
  return { kind: "done", count: records.length, wrong };
}

async function digestOf(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalJson(value));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
