import {
  type CompiledQuery,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Value } from "./compile-query.ts";
import { migrate } from "./migrate.ts";
import type { Writer } from "./sqlite-writer.ts";
import type { Tables } from "./tables.ts";

/**
 * Bring the file up to date, through the thread that writes. One transaction around it all keeps
 * other processes out: they wait, and then find the work done.
 * Errors: StoreError as `migrate` has it; the writer is then to be closed, which undoes it all
 */
export async function migrateSqlite(writer: Writer, file: string): Promise<void> {
  const run = async (sql: string, values: readonly Value[] = []) => {
    const reply = await writer.ask({ do: "all", sql, values });
    return "rows" in reply ? reply.rows : [];
  };
  await run("begin immediate");
  await migrate(kyselyOver(run), file);
  await run("commit");
}

type Run = (sql: string, values: readonly Value[]) => Promise<Record<string, unknown>[]>;

function kyselyOver(run: Run): Kysely<Tables> {
  const connection = {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery) => ({
      rows: (await run(sql, parameters as Value[])) as R[],
    }),
    streamQuery: () => {
      throw new Error("A migration reads no streams");
    },
  };
  const nothing = async () => undefined;
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    // The one transaction is around all migrations, and Kysely opens none of its own on SQLite.
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    releaseConnection: nothing,
    destroy: nothing,
  };
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}
