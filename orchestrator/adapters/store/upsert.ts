import type { Kysely } from "kysely";
import type { Holes, Value } from "./compile-query.ts";
import type { Tables } from "./tables.ts";

/** A row that takes the place of the one with the same key. */
export function upsert<
  T extends keyof Tables,
  K extends keyof Tables[T] & string,
  C extends keyof Tables[T] & string,
>(table: T, key: readonly K[], rest: readonly C[]) {
  return (db: Kysely<Tables>, at: Holes<Pick<Tables[T], K | C>>) => {
    // Kysely cannot follow a table that is a type parameter; the signature above checks the names.
    const untyped = db as unknown as Kysely<Record<string, Record<string, Value>>>;
    const columns: readonly (K | C)[] = [...key, ...rest];
    return untyped
      .insertInto<string>(table)
      .values(Object.fromEntries(columns.map((column) => [column, at[column]])))
      .onConflict((conflict) =>
        conflict
          .columns(key)
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(rest.map((column) => [column, ref(`excluded.${column}`)])),
          ),
      );
  };
}
