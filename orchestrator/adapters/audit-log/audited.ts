import { type AuditEntry, MOST_IDS } from "#shared/audit-log/audit-record.ts";
import { digestOf } from "#shared/contracts/digest.ts";
import type { Schedule, Tick } from "#shared/contracts/schedule.ts";
import type { AuditLog } from "../../ports/audit-log.ts";
import type { Log } from "../../ports/log.ts";
import type { ScheduleStore } from "../../ports/schedule-store.ts";
import type { RunStore } from "../../ports/stores.ts";

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
