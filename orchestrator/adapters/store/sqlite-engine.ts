import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { privateFolder } from "#shared/private-files/private-folder.ts";
import { StoreError } from "../../ports/store-error.ts";
import type { Engine } from "./engine.ts";
import { packUnits } from "./pack-units.ts";
import { type Call, compileQueries, type QueryName } from "./queries.ts";
import { migrateSqlite } from "./sqlite-migrate.ts";
import { startWriter, type Writer } from "./sqlite-writer.ts";

/**
 * One file, made on first use. A thread of its own holds the only connection that writes, so that
 * the event loop never waits for a disk; single rows are read here, over a read-only connection.
 * Cost:   about 3 us a row here; one fsync a commit there
 * Errors: StoreError when the file cannot be opened, or was made by a newer version
 */
export async function openSqlite(file: string): Promise<Engine> {
  makeFolder(dirname(file));
  const queries = compileQueries("sqlite");
  const indexes = new Map(
    (Object.keys(queries.text) as QueryName[]).map((name, index) => [name, index]),
  );
  const indexOf = ({ query }: Call) => indexes.get(query) ?? -1;
  const data = { file, texts: Object.values(queries.text) };

  // The thread can only die of memory; another one then finds everything that was committed.
  let current: Promise<Writer> | undefined;
  const writer = () => {
    current ??= startWriter(data, () => {
      current = undefined;
    });
    return current;
  };
  const closeWriter = async () => {
    if (current !== undefined) await (await current).ask({ do: "close" });
  };
  const reader = await openReader(writer, closeWriter, file);

  const prepared = new Map<QueryName, StatementSync>();
  const statement = (name: QueryName) => {
    const known = prepared.get(name) ?? reader.prepare(queries.text[name].sql);
    prepared.set(name, known);
    return known;
  };
  const all = async ({ query, values }: Call) => {
    const request = { do: "all", sql: queries.text[query].sql, values } as const;
    const reply = await (await writer()).ask(request);
    return "rows" in reply ? reply.rows : [];
  };

  const check = async () => void (await (await writer()).ask({ do: "check" }));
  // From now on it is noticed when the file is not this one any more.
  await check();

  return {
    queries,
    check,
    async commit(units) {
      const request = { do: "commit", units: packUnits(units, indexOf) } as const;
      const reply = await (await writer()).ask(request);
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
      await closeWriter();
    },
  };
}

/** Brings the file up to date first: before that there is nothing to read. */
async function openReader(
  writer: () => Promise<Writer>,
  closeWriter: () => Promise<void>,
  file: string,
): Promise<DatabaseSync> {
  try {
    await migrateSqlite(await writer(), file);
    return new DatabaseSync(file, { readOnly: true, timeout: 0 });
  } catch (error) {
    await closeWriter();
    throw error;
  }
}

function makeFolder(folder: string): void {
  try {
    privateFolder(folder);
  } catch (error) {
    throw new StoreError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
