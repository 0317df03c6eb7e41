import { RegenteError } from "#shared/contracts/errors.ts";

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
