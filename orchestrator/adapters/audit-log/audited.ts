import { open } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type AuditEntry, auditFiles, MOST_IDS } from "#shared/audit-log/audit-record.ts";
import { digestOf } from "#shared/contracts/digest.ts";
import { parsedJson } from "#shared/contracts/json.ts";
import type { Schedule, Tick } from "#shared/contracts/schedule.ts";
import type { AuditLog } from "../../ports/audit-log.ts";
import type { Log } from "../../ports/log.ts";
import type { ScheduleStore } from "../../ports/schedule-store.ts";
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
      const record = parsedJson(line);
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

/**
 * A journal that the audit log follows: an effect is in both before it is sent, and its outcome in both after it; so is
 * what a user said yes to, and that a run which waited for them is over.
 * `effectOf` is what the manifests say of a capability now.
 * Errors: of `save` and `intend` also StoreError of the audit log; nothing may be sent then
 */
export function auditedRuns(
  runs: RunStore,
  audit: AuditLog,
  effectOf: (domain: string, capability: string) => string,
  log: Log,
): RunStore {
  return {
    ...runs,
    async save(run, isBegun = false) {
      const { user_id, run_id, status, circumstances } = run;
      const yes = isBegun ? [] : Object.entries(circumstances?.approved ?? {});
      const entries: AuditEntry[] = [
        ...yes.map(([step_id, params_digest]) => {
          return { what: "approved" as const, user_id, run_id, step_id, params_digest };
        }),
        ...(status === "cancelled" ? [{ what: "declined" as const, user_id, run_id }] : []),
      ];
      const [isSaved] = await Promise.all([
        runs.save(run, isBegun),
        ...entries.map((entry) => audit.append(entry)),
      ]);
      return isSaved;
    },
    async intend(owner, run_id, step, key, paramsDigest, ...more) {
      const { domain, capability } = step;
      const entry = {
        what: "intended" as const,
        user_id: owner.user_id,
        run_id,
        step_id: String(step.id),
        ...{ domain, capability, effect: effectOf(domain, capability) },
        idempotency_key: key,
        params_digest: paramsDigest,
      };
      await Promise.all([
        runs.intend(owner, run_id, step, key, paramsDigest, ...more),
        audit.append(entry),
      ]);
    },
    async settle(owner, run_id, step) {
      const { domain, capability, status, output } = step;
      const entry = {
        what: "settled" as const,
        user_id: owner.user_id,
        run_id,
        step_id: String(step.id),
        ...{ domain, capability, effect: effectOf(domain, capability), status },
        receipt_digest: output === null ? null : digestOf(output),
      };
      const kept = audit.append(entry).catch((err: unknown) => {
        // It has happened: the journal has its receipt, and the log says that this one does not.
        log.error({ err, run_id }, "an outcome is missing in the audit log");
      });
      await Promise.all([runs.settle(owner, run_id, step), kept]);
    },
  };
}

/** Characters of a detail that are kept. */
const MOST_DETAIL = 1000;

/**
 * What people make, change and cancel of standing requests, in the audit log before it is kept. What the scheduler does
 * with them it does over the store itself; the effects of their runs are in the journal as those of every run are.
 * Errors: of `add`, `change` and `claim` also StoreError of the audit log; nothing is kept then
 */
export function auditedSchedules(
  schedules: ScheduleStore,
  audit: AuditLog,
  log: Log,
): ScheduleStore {
  const noted = async (schedule: Schedule, keep: () => Promise<boolean>): Promise<boolean> => {
    const { user_id, id, status, consent, timing, action, until } = schedule;
    const of = { user_id, schedule_id: id, terms_digest: digestOf({ timing, action, until }) };
    const yes = consent.slice(0, MOST_IDS).map((each) => `${each.domain}.${each.capability}`);
    await audit.append({ what: "schedule_change", ...of, status, consent: yes });
    const isKept = await keep();
    if (!isKept)
      await audit.append({ what: "schedule_unchanged", ...of }).catch((err: unknown) => {
        log.error({ err, schedule_id: id }, "that nothing was changed is missing in the audit log");
      });
    return isKept;
  };
  return {
    ...schedules,
    add: (schedule, most) => noted(schedule, () => schedules.add(schedule, most)),
    change: (schedule) => noted(schedule, () => schedules.change(schedule)),
    claim: (schedule, ticks) => noted(schedule, () => schedules.claim(schedule, ticks)),
  };
}

/** Notes in the audit log why an occurrence was not carried out. */
export const stoppedNotes =
  (audit: AuditLog, log: Log) =>
  ({ user_id, schedule_id, at }: Tick, { why, detail }: { why: string; detail: string }): void => {
    const entry = { what: "schedule_stopped" as const, user_id, schedule_id, occurrence: at, why };
    audit
      .append({ ...entry, detail: detail.slice(0, MOST_DETAIL) })
      .catch((err: unknown) =>
        log.error({ err, schedule_id }, "a stopped occurrence is missing in the audit log"),
      );
  };
