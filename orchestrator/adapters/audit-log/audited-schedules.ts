import { MOST_IDS } from "#shared/audit-log/audit-record.ts";
import { digestOf } from "#shared/contracts/digest.ts";
import type { Schedule, Tick } from "#shared/contracts/schedule.ts";
import type { AuditLog } from "../../ports/audit-log.ts";
import type { Log } from "../../ports/log.ts";
import type { ScheduleStore } from "../../ports/schedule-store.ts";

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
