import type { Pool } from "pg";
import { z } from "zod";
import { goalSchema } from "../../contracts/goal.ts";
import { capabilityName, fieldName, localizedText } from "../../contracts/names.ts";
import { because, reason } from "../../messages/reason.ts";
import { DocumentError } from "../document.ts";

type Row = Record<string, unknown>;
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

/** A statement as databases take it: numbered places, and the parameter that each of them stands for. */
type Statement = { text: string; order: readonly string[] };

/** What is no parameter although it holds a colon: texts, names in quotes, comments, PostgreSQL's casts. */
const PIECES =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|::|:([A-Za-z_][A-Za-z0-9_]*)/g;

/** `:name` as `$1` (PostgreSQL) or `?1` (SQLite); the same name twice is one place. */
export function readStatement(sql: string, mark: "$" | "?"): Statement {
  const order: string[] = [];
  const text = sql.replace(PIECES, (piece, name: string | undefined) => {
    if (name === undefined) return piece;
    if (!order.includes(name)) order.push(name);
    return `${mark}${order.indexOf(name) + 1}`;
  });
  return { text, order };
}

/** Two ways of writing one statement: white space and the semicolon at the end say nothing. */
export const isSameStatement = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (sql: string) => sql.replace(/\s+/g, " ").replace(/;\s*$/, "").trim();

const param = z.strictObject({
  type: z.enum(["string", "integer", "number", "boolean"]).default("string"),
  description: z.string().max(1000).optional(),
});
const common = {
  description: localizedText.optional(),
  /** Permission scopes that the user needs. */
  requires: z.array(z.string().max(100)).default([]),
  /** Whether it holds nothing that strangers wrote; else its answers are outside text. */
  trusted: z.boolean().default(false),
};

/** The operator's file of what a domain of data gives: statements and files by name, and how people ask for them. */
export const dataFile = z
  .strictObject({
    description: localizedText.optional(),
    version: z
      .string()
      .regex(/^\d+\.\d+\.\d+/)
      .default("1.0.0"),
    queries: z
      .record(
        capabilityName,
        z.strictObject({
          ...common,
          /** One statement that only reads; `:name` is a parameter, `:user_id` whoever asks. */
          sql: z.string().min(1).max(4000),
          params: z.record(fieldName, param).default({}),
          /** Rows that are told at most. */
          most: z.int().min(1).max(500).default(50),
        }),
      )
      .default({}),
    files: z
      .record(capabilityName, z.strictObject({ ...common, path: z.string().min(1).max(500) }))
      .default({}),
    goals: z.array(goalSchema).max(100).default([]),
  })
  .refine(({ queries, files }) => Object.keys({ ...queries, ...files }).length > 0, {
    ...because("needs_query_or_file"),
  })
  .refine(
    ({ queries, files }) => !Object.keys(files).some((name) => Object.hasOwn(queries, name)),
    { path: ["files"], ...because("has_name_of_query") },
  );
export type DataFile = z.infer<typeof dataFile>;
