import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Engine } from "./engine.ts";
import { createGroupCommit } from "./group-commit.ts";
import { type Call, compileQueries, type QueryName } from "./queries.ts";
import { migrateSqlite } from "./sqlite-engine.ts";

/**
 * The embedded store's own queries and commits over a database in memory, in this thread: what is committed
 * outlives every store over it, and nothing waits for a disk.
 */
export async function memoryEngine(): Promise<Engine> {
  const db = new DatabaseSync(":memory:");
  const queries = compileQueries("sqlite");
  const names = Object.keys(queries.text) as QueryName[];
  const indexes = new Map(names.map((name, index) => [name, index]));
  await migrateSqlite(async (request) => {
    if (request.do !== "all") return { id: 0, done: true };
    return { id: 0, rows: db.prepare(request.sql).all(...request.values) };
  }, ":memory:");
  const commit = createGroupCommit(db, Object.values(queries.text));
  const prepared = new Map<QueryName, StatementSync>();
  const statement = ({ query }: Call) => {
    const known = prepared.get(query) ?? db.prepare(queries.text[query].sql);
    prepared.set(query, known);
    return known;
  };
  return {
    queries,
    commit: async (units) =>
      commit(
        units.map((unit) =>
          unit.map((call) => ({ text: indexes.get(call.query) ?? -1, values: [...call.values] })),
        ),
      ),
    get: async (call) => statement(call).get(...call.values),
    all: async (call) => statement(call).all(...call.values),
    check: async () => undefined,
    // Others may still be over it.
    close: async () => undefined,
  };
}
