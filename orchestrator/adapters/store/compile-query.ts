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
  <N extends string>(at: Holes<Record<N, Value>>, ...names: readonly N[]) =>
  <DB, TB extends keyof DB>(eb: ExpressionBuilder<DB, TB>) =>
    eb.and(names.map((name) => eb(sql.ref<Value>(name), "=", at[name])));

/** What an insert that met a row with the same key would have put into these columns. */
export const excluded = (columns: readonly string[]): Record<string, RawBuilder<never>> =>
  Object.fromEntries(columns.map((column) => [column, sql.ref<never>(`excluded.${column}`)]));

type Untyped = Record<string, Record<string, Value>>;

/** A row that takes the place of the one with the same key, of one that is `replaceable` where that is asked. */
export function upsert<
  T extends keyof Tables,
  K extends keyof Tables[T] & string,
  C extends keyof Tables[T] & string,
>(table: T, key: readonly K[], rest: readonly C[]) {
  return (
    db: Kysely<Tables>,
    at: Holes<Pick<Tables[T], K | C>>,
    replaceable?: (eb: ExpressionBuilder<Untyped, string>) => Expression<SqlBool>,
  ) => {
    // Kysely cannot follow a table that is a type parameter; the signature above checks the names.
    const untyped = db as unknown as Kysely<Untyped>;
    const columns: readonly (K | C)[] = [...key, ...rest];
    return untyped
      .insertInto<string>(table)
      .values(Object.fromEntries(columns.map((column) => [column, at[column]])))
      .onConflict((conflict) => {
        const update = conflict.columns(key).doUpdateSet(excluded(rest));
        return replaceable === undefined ? update : update.where(replaceable);
      });
  };
}
