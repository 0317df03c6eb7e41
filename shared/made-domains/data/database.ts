import type { Pool } from "pg";
import { reason } from "../../messages/reason.ts";
import { DocumentError } from "../document-error.ts";
import { readStatement } from "./statement.ts";

export type Row = Record<string, unknown>;
export type Value = string | number | null;

/** Of one statement; what is behind them is not counted. */
const MOST_ROWS = 10_000;

/** A database that is only read. */
export type Database = {
  /** Rejects with the database's own error. */
  all(sql: string, values: Readonly<Record<string, Value>>, timeoutMs: number): Promise<Row[]>;
  close(): Promise<void>;
};

/** A SQLite file, opened for reading alone. Errors: DocumentError where there is none */
export function openSqlite(file: string): Database {
  // Only who has such a file loads it.
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  let database: InstanceType<typeof DatabaseSync>;
  try {
    database = new DatabaseSync(file, { readOnly: true });
  } catch (cause) {
    throw new DocumentError(file, reason("no_readable_database"), { cause });
  }
  return {
    async all(sql, values, timeoutMs) {
      const { text, order } = readStatement(sql, "?");
      const until = performance.now() + timeoutMs;
      const rows: Row[] = [];
      // Row by row: how many there are may be the caller's to say.
      for (const row of database
        .prepare(text)
        .iterate(...order.map((name) => values[name] ?? null))) {
        if (performance.now() > until) throw new Error(`no end after ${timeoutMs} ms`);
        if (rows.push(row) === MOST_ROWS) break;
      }
      return rows;
    },
    async close() {
      database.close();
    },
  };
}

const MOST_CONNECTIONS = 4;
const CONNECT_MS = 5000;

/** A database of PostgreSQL in which no transaction may write. Connects when it is asked first. */
export function openPostgres(url: string): Database {
  let opened: Promise<Pool> | undefined;
  // Only who has such a database loads its client.
  const open = async (): Promise<Pool> => {
    const { default: pg } = await import("pg");
    const pool = new pg.Pool({
      connectionString: url,
      application_name: "regente data",
      max: MOST_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      options: "-c default_transaction_read_only=on",
    });
    // A connection that breaks while no one uses it is replaced by the next use.
    pool.on("error", () => undefined);
    return pool;
  };
  return {
    async all(sql, values, timeoutMs) {
      const { text, order } = readStatement(sql, "$");
      opened ??= open();
      const pool = await opened;
      const query = {
        text,
        values: order.map((name) => values[name] ?? null),
        // One statement, whatever it holds.
        queryMode: "extended",
        query_timeout: timeoutMs,
      };
      return (await pool.query<Row>(query)).rows;
    },
    close: async () => (await opened)?.end(),
  };
}
