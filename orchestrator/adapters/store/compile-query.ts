import {
  type Compilable,
  DummyDriver,
  type Expression,
  type ExpressionBuilder,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type SqlBool,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import type { Tables } from "./tables.ts";

export type EngineName = "sqlite" | "postgres";
export type Value = string | number | null;
export type Args = Readonly<Record<string, Value>>;

/** Where a query takes its arguments: one typed hole for each. */
export type Holes<A> = { readonly [Name in keyof A]: RawBuilder<A[Name]> };
export type QueryBuilder<A extends Args> = (db: Kysely<Tables>, at: Holes<A>) => Compilable;

/** A query's text, and which argument goes to which of its placeholders, in order. */
export type CompiledText = { readonly sql: string; readonly order: readonly string[] };

class Hole {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Compile a query once for all its arguments, since compiling it for each call costs tens of us.
 * Errors: throws when a value was written into the query, which would then be the same in every call
 */
export function compileQuery<A extends Args>(
  db: Kysely<Tables>,
  build: QueryBuilder<A>,
): CompiledText {
  const holes = new Proxy({} as Holes<A>, {
    get: (_, name) => sql.val(new Hole(String(name))),
  });
  const compiled = build(db, holes).compile();
  const order = compiled.parameters.map((parameter) => {
    if (parameter instanceof Hole) return parameter.name;
    throw new Error(`A fixed value stands in "${compiled.sql}"; write it as sql.lit`);
  });
  return { sql: compiled.sql, order };
}

/** Kysely that writes an engine's dialect and is connected to nothing. */
export function compilerFor(engine: EngineName): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => (engine === "sqlite" ? new SqliteAdapter() : new PostgresAdapter()),
      createIntrospector: (db) =>
        engine === "sqlite" ? new SqliteIntrospector(db) : new PostgresIntrospector(db),
      createQueryCompiler: () =>
        engine === "sqlite" ? new SqliteQueryCompiler() : new PostgresQueryCompiler(),
    },
  });
}

/** Where each of these columns is what the argument of its name says. */
export const sameAs =
  <N extends string>(at: Readonly<Record<N, RawBuilder<unknown>>>, ...names: readonly N[]) =>
  <DB, TB extends keyof DB>(eb: ExpressionBuilder<DB, TB>) =>
    eb.and(names.map((name) => eb(sql.ref<unknown>(name), "=", at[name])));

/** What an insert that met a row with the same key would have put into these columns. */
export const excluded = (columns: readonly string[]): Record<string, RawBuilder<never>> =>
  Object.fromEntries(columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)]));

type Untyped = Record<string, Record<string, Value>>;
type Column<T extends keyof Tables> = keyof Tables[T] & string;

/** Kysely cannot follow a table that is a type parameter; the signatures of those who use it check the names. */
export const untyped = (db: Kysely<Tables>) => db as unknown as Kysely<Untyped>;

/** Some columns of the rows where each column of `key` is what the argument of its name says. */
export const rowsBy =
  <T extends keyof Tables, K extends Column<T>, C extends Column<T>>(
    table: T,
    key: readonly K[],
    columns: readonly C[],
  ) =>
  (db: Kysely<Tables>, at: Holes<Pick<Tables[T], K>>) =>
    untyped(db)
      .selectFrom<string>(table)
      .select(columns)
      .where(sameAs(at, ...key));

/** Deletes those rows. */
export const removeBy =
  <T extends keyof Tables, K extends Column<T>>(table: T, ...key: readonly K[]) =>
  (db: Kysely<Tables>, at: Holes<Pick<Tables[T], K>>) =>
    untyped(db)
      .deleteFrom<string>(table)
      .where(sameAs(at, ...key));

/** Deletes what was good until now, or until before. */
export const removeExpired =
  (table: "cached_answers" | "link_codes" | "channel_notes") =>
  (db: Kysely<Tables>, at: Holes<{ now: number }>) =>
    db.deleteFrom(table).where("expires_at", "<=", at.now);

/** A row that takes the place of the one with the same key, of one that is `replaceable` where that is asked. */
export function upsert<T extends keyof Tables, K extends Column<T>, C extends Column<T>>(
  table: T,
  key: readonly K[],
  rest: readonly C[],
) {
  return (
    db: Kysely<Tables>,
    at: Holes<Pick<Tables[T], K | C>>,
    replaceable?: (eb: ExpressionBuilder<Untyped, string>) => Expression<SqlBool>,
  ) => {
    const columns: readonly (K | C)[] = [...key, ...rest];
    return untyped(db)
      .insertInto<string>(table)
      .values(Object.fromEntries(columns.map((column) => [column, at[column]])))
      .onConflict((conflict) => {
        const update = conflict.columns(key).doUpdateSet(excluded(rest));
        return replaceable === undefined ? update : update.where(replaceable);
      });
  };
}
