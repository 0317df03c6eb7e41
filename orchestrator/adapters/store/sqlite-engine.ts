import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { StoreError } from "../../ports/store-error.ts";
import type { Engine } from "./engine.ts";
import { type Call, compileQueries, type QueryName } from "./queries.ts";
import { migrateSqlite } from "./sqlite-migrate.ts";
import { packUnits } from "./sqlite-wire.ts";
import { startWriter } from "./sqlite-writer.ts";

/**
 * One file, made on first use. A thread of its own holds the only connection that writes, so that
 * the event loop never waits for a disk; single rows are read here, over a read-only connection.
 * Cost:   about 3 us a row here; one fsync a commit there
 * Errors: StoreError when the file cannot be opened, or was made by a newer version
 */
export async function openSqlite(file: string): Promise<Engine> {
  makePrivateFolder(dirname(file));
  const queries = compileQueries("sqlite");
  const indexes = new Map(
    (Object.keys(queries.text) as QueryName[]).map((name, index) => [name, index]),
  );
  const indexOf = ({ query }: Call) => indexes.get(query) ?? -1;
  const data = { file, texts: Object.values(queries.text) };

  let writer = await startWriter(data);
  await migrateSqlite(writer, file);
  const reader = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  const prepared = new Map<QueryName, StatementSync>();
  const statement = (name: QueryName) => {
    const known = prepared.get(name) ?? reader.prepare(queries.text[name].sql);
    prepared.set(name, known);
    return known;
  };

  /** The thread can only die of memory; a new one finds everything that was committed. */
  const livingWriter = async () => {
    if (!writer.alive) writer = await startWriter(data);
    return writer;
  };
  const all = async (call: Call) => {
    const writer = await livingWriter();
    const reply = await writer.ask({
      do: "all",
      sql: queries.text[call.query].sql,
      values: call.values,
    });
    return "rows" in reply ? reply.rows : [];
  };

  return {
    queries,
    async commit(units) {
      const writer = await livingWriter();
      const reply = await writer.ask({ do: "commit", units: packUnits(units, indexOf) });
      return "outcomes" in reply ? reply.outcomes : [];
    },
    async get(call) {
      try {
        return statement(call.query).get(...call.values);
      } catch {
        // Never wait on this thread for whatever is in the way (a lock, a failing disk): the other one may.
        return (await all(call))[0];
      }
    },
    all,
    async close() {
      reader.close();
      if (writer.alive) await writer.ask({ do: "close" });
    },
  };
}

function makePrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StoreError(`${folder} cannot be made: ${String(error)}`, { cause: error });
  }
}
