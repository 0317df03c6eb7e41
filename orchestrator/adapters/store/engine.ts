import type { Call, Queries } from "./queries.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Calls that happen together or not at all. */
export type Unit = readonly Call[];

/**
 * How many rows the unit's last call changed, or in words why it cannot be done on any storage.
 * A plain value, because thousands a second cross from one thread to another.
 */
export type UnitOutcome = number | string;

/** A database that takes named queries: what SQLite and PostgreSQL have in common here. */
export interface Engine {
  readonly queries: Queries;
  /**
   * All units as one durable commit, in order; one that fails by itself is undone and reported alone.
   * Rejects with StoreError when the storage failed: then, as far as anyone knows, none of them is done.
   */
  commit(units: readonly Unit[]): Promise<UnitOutcome[]>;
  /** One row by its key; without leaving the thread where the engine can. Rejects with StoreError. */
  get(call: Call): Promise<Row | undefined>;
  /** Rejects with StoreError. */
  all(call: Call): Promise<Row[]>;
  /** Rejects with StoreError while the storage is down, or is not the one that was opened. */
  check(): Promise<void>;
  close(): Promise<void>;
}
