import type { AuditEntry } from "#shared/audit-log/audit-record.ts";
import { digestOf } from "#shared/contracts/digest.ts";
import type { AuditLog } from "../../ports/audit-log.ts";
import type { Log } from "../../ports/log.ts";
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
