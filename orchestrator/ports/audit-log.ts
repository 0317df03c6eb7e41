import type { AuditEntry } from "#shared/audit-log/audit-record.ts";

/** Who had which effect done, allowed it, or changed what may be done: append-only, each record bound to the one before it. */
export interface AuditLog {
  /** Resolves when the entry survives this process; rejects with StoreError when it could not be written. */
  append(entry: AuditEntry): Promise<void>;
  close(): Promise<void>;
}
