import { open } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { auditFiles } from "#shared/audit-log/audit-record.ts";
import { digestOf } from "#shared/contracts/digest.ts";
import type { RunStore } from "../../ports/stores.ts";

/** So much is read from the end of each file, and so many files; what is older was compared at an earlier start. */
const TAIL_BYTES = 4 * 1024 * 1024;
const MOST_FILES = 8;

/** An effect of the audit log: that it was to be sent, or that it was done. */
const effect = z.looseObject({
  what: z.enum(["intended", "settled"]),
  user_id: z.string(),
  run_id: z.string(),
  step_id: z.string(),
  status: z.string().optional(),
  at: z.string(),
});
type Effect = z.infer<typeof effect>;
/** From then on nothing is kept of what a user had done before. */
const forgotten = z.looseObject({ what: z.literal("user_forgotten"), forgotten: z.string() });

export type Reconciled = {
  /** Effects that were compared. */
  effects: number;
  /** Those of which the store has no run, or no step; a run is named once. */
  missing: { run_id: string; step_id: string }[];
};

/**
 * Compares the newest effects of the audit log with the store. What the log has and the store has not was lost from the
 * store: it was deleted, cut, or is an older copy. A run is durable before its first effect is in the log. What an operator
 * had forgotten, and what is older than `keptSince`, is not missed.
 * Cost:   a few megabytes read, and two point reads for each run
 * Errors: Node's own when the log cannot be read; StoreError
 */
export async function reconcileAudit(
  folder: string,
  runs: Pick<RunStore, "find" | "steps">,
  keptSince = 0,
): Promise<Reconciled> {
  const byRun = new Map<string, Effect[]>();
  let effects = 0;
  for (const file of (await auditFiles(folder)).slice(-MOST_FILES))
    for (const line of await lastLines(join(folder, file))) {
      const record = recordIn(line);
      const gone = forgotten.safeParse(record).data;
      if (gone !== undefined) dropUser(byRun, gone.forgotten);
      const read = effect.safeParse(record).data;
      if (read === undefined || Date.parse(read.at) < keptSince) continue;
      effects += 1;
      byRun.set(read.run_id, [...(byRun.get(read.run_id) ?? []), read]);
    }
  const missing: Reconciled["missing"] = [];
  for (const [run_id, [first, ...rest]] of byRun) {
    if (first === undefined) continue;
    const { user_id, step_id } = first;
    if ((await runs.find({ user_id }, run_id)) === undefined) {
      missing.push({ run_id, step_id });
      continue;
    }
    const known = new Set((await runs.steps({ user_id }, run_id)).map(({ id }) => String(id)));
    const lost = [first, ...rest].find((each) => isDone(each) && !known.has(each.step_id));
    if (lost !== undefined) missing.push({ run_id, step_id: lost.step_id });
  }
  return { effects, missing };
}

/** What failed may have been begun again, and be in the store no more. */
const isDone = ({ what, status }: Effect) =>
  what === "settled" && (status === "success" || status === "unknown");

function dropUser(byRun: Map<string, Effect[]>, digest: string): void {
  for (const [run_id, [first]] of byRun)
    if (first !== undefined && digestOf(first.user_id) === digest) byRun.delete(run_id);
}

function recordIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The whole lines at the end of a file. */
async function lastLines(path: string): Promise<string[]> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    const lines = buffer.toString("utf8", 0, bytesRead).split("\n").slice(0, -1);
    return length < size ? lines.slice(1) : lines;
  } finally {
    await handle.close();
  }
}
