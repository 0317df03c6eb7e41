import { randomUUID } from "node:crypto";
import { z } from "zod";
import { RegenteError } from "#shared/contracts/errors.ts";
import { privateDatabase } from "#shared/private-files/private-files.ts";

/** One object of a calendar: an event with its exceptions, as iCalendar text. `etag` is another one after each change. */
export type StoredEvent = { name: string; etag: string; ics: string };

/** From and to, epoch milliseconds. */
export type TimeRange = { from: number; to: number };

/**
 * CONFLICT: it is not as it was, nothing was changed. UNREACHABLE, REFUSED, MISCONFIGURED: nothing was changed.
 * OUTCOME_UNKNOWN: a change was sent, and no one knows whether it was made.
 */
export type StoreFault =
  | "CONFLICT"
  | "UNREACHABLE"
  | "REFUSED"
  | "MISCONFIGURED"
  | "OUTCOME_UNKNOWN";

/** Why a store did not do what it was asked to; the message is for the log and names no secret. */
export class CalendarStoreError extends RegenteError {
  override readonly name = "CalendarStoreError";
  readonly code = "CALENDAR_STORE";
  readonly fault: StoreFault;
  constructor(fault: StoreFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

/**
 * Where events are kept, each person's own.
 * Errors: CalendarStoreError, of every method
 */
export interface CalendarStore {
  /** Those that may have an occurrence in the range: never fewer, maybe more. */
  list(owner: string, range: TimeRange, signal?: AbortSignal): Promise<StoredEvent[]>;
  /** Undefined for a name that is not there, or that can be no event's. */
  read(owner: string, name: string, signal?: AbortSignal): Promise<StoredEvent | undefined>;
  /** The name that a new event of this UID has. */
  nameOf(owner: string, uid: string): Promise<string>;
  /** `etag` is that of what is replaced; null: there must be none. Errors: CONFLICT where that is not so */
  write(owner: string, name: string, ics: string, etag: string | null): Promise<StoredEvent>;
  /** Errors: CONFLICT where it has changed or is gone */
  remove(owner: string, name: string, etag: string): Promise<void>;
  close(): Promise<void>;
}

/** What a change did to one object: its text before (null: it was not there) and its tag behind (null: it is gone). */
const changedObject = z.object({
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ChangedObject = z.infer<typeof changedObject>;

/** What is needed to take changes back, for a month. */
export interface Changes {
  /** Shape: the token that takes them back */
  keep(owner: string, objects: readonly ChangedObject[], now: number): string;
  /** Undefined for a token that is unknown, used, too old, or another person's. */
  find(owner: string, token: string): ChangedObject[] | undefined;
  forget(token: string): void;
  close(): void;
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Errors: DataPathError where there can be no such file */
export function openChanges(path: string): Changes {
  const file = privateDatabase(path);
  file.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;
    CREATE TABLE IF NOT EXISTS changes (
      token TEXT PRIMARY KEY, owner TEXT NOT NULL, at INTEGER NOT NULL, objects TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS changes_at ON changes (at);`);
  const forgetOld = file.prepare("DELETE FROM changes WHERE at <= ?");
  const insert = file.prepare(
    "INSERT INTO changes (token, owner, at, objects) VALUES (?, ?, ?, ?)",
  );
  const select = file.prepare("SELECT objects FROM changes WHERE token = ? AND owner = ?");
  const remove = file.prepare("DELETE FROM changes WHERE token = ?");
  return {
    keep(owner, objects, now) {
      forgetOld.run(now - KEPT_MS);
      const token = randomUUID();
      insert.run(token, owner, now, JSON.stringify(objects));
      return token;
    },
    find(owner, token) {
      const row = select.get(token, owner);
      return row && changedObject.array().parse(JSON.parse(String(row["objects"])));
    },
    forget: (token) => void remove.run(token),
    close: () => file.close(),
  };
}
