import { MOST_IDS } from "#shared/audit-log/audit-record.ts";
import { digestOf } from "#shared/contracts/digest.ts";
import type { Schedule, Tick } from "#shared/contracts/schedule.ts";
import type { AuditLog } from "../../ports/audit-log.ts";
import type { Log } from "../../ports/log.ts";
import type { ScheduleStore } from "../../ports/schedule-store.ts";

/** Characters of a detail that are kept. */
const MOST_DETAIL = 1000;

/**
 * What people make, change and cancel of standing requests, followed by the audit log. What the scheduler does with them
 * it does over the store itself; the effects of their runs are in the journal as those of every run are.
 */
export function auditedSchedules(
  schedules: ScheduleStore,
  audit: AuditLog,
  log: Log,
): ScheduleStore {
  const note = async (schedule: Schedule): Promise<void> => {
    const { user_id, id, status, consent, timing, action, until } = schedule;
    await audit
      .append({
        what: "schedule_change",
        user_id,
        schedule_id: id,
        status,
        consent: consent.slice(0, MOST_IDS).map((each) => `${each.domain}.${each.capability}`),
        terms_digest: digestOf({ timing, action, until }),
      })
      .catch((err: unknown) => {
        log.error({ err, schedule_id: id }, "a standing request is missing in the audit log");
      });
  };
  return {
    ...schedules,
    async add(schedule, most) {
      const isAdded = await schedules.add(schedule, most);
      if (isAdded) await note(schedule);
      return isAdded;
    },
    async change(schedule) {
      const isChanged = await schedules.change(schedule);
      if (isChanged) await note(schedule);
      return isChanged;
    },
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
