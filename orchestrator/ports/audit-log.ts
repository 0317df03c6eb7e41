import type { AuditEntry } from "#shared/audit-log/audit-record.ts";

/** Which records are asked for; `before` is a `next` of an earlier page. */
export type AuditFilter = {
  limit: number;
  before?: string | undefined;
  user_id?: string | undefined;
  domain?: string | undefined;
};

/** Records as they were written, newest first, each with the file that it stands in. */
export type AuditRecords = {
  records: { file: string; record: Record<string, unknown> }[];
  next: string | undefined;
};

/** Who had which effect done, allowed it, or changed what may be done: append-only, each record bound to the one before it. */
export interface AuditLog {
  /** Resolves when the entry survives this process; rejects with StoreError when it could not be written. */
  append(entry: AuditEntry): Promise<void>;
  /** By a filter a page may be shorter than `limit`, and still have a next one. */
  page(filter: AuditFilter): Promise<AuditRecords>;
  close(): Promise<void>;
}
