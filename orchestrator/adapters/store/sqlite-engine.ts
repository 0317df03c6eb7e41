import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import {
  type CompiledQuery,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { errorText } from "#shared/contracts/errors.ts";
import { privateFolder } from "#shared/private-files/private-files.ts";
import { StoreError } from "../../ports/stores.ts";
import type { Value } from "./compile-query.ts";
import type { Engine } from "./engine.ts";
import { migrate } from "./migrate.ts";
import { type Call, compileQueries, type QueryName } from "./queries.ts";
import type { Tables } from "./tables.ts";
import { packUnits, type WriterData, type WriterReply, type WriterRequest } from "./write-queue.ts";

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
    if (current !== undefined) await (await current)({ do: "close" });
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
    const reply = await (await writer())(request);
    return "rows" in reply ? reply.rows : [];
  };

  const check = async () => void (await (await writer())({ do: "check" }));
  // From now on it is noticed when the file is not this one any more.
  await check();

  return {
    queries,
    check,
    async commit(units) {
      const request = { do: "commit", units: packUnits(units, indexOf) } as const;
      const reply = await (await writer())(request);
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
    throw new StoreError(errorText(error), { cause: error });
  }
}

/**
 * Bring the file up to date, through the thread that writes. One transaction around it all keeps
 * other processes out: they wait, and then find the work done.
 * Errors: StoreError as `migrate` has it; the writer is then to be closed, which undoes it all
 */
export async function migrateSqlite(writer: Writer, file: string): Promise<void> {
  const run = async (sql: string, values: readonly Value[] = []) => {
    const reply = await writer({ do: "all", sql, values });
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

/** WriterRequest without the id, which is the writer's own business. */
type Ask<Request = WriterRequest> = Request extends WriterRequest ? Omit<Request, "id"> : never;

/** Rejects with StoreError when the storage fails, or the thread dies. */
type Writer = (request: Ask) => Promise<WriterReply>;

/**
 * Start the thread that writes to a file. `onEnd` hears when it has ended, for whatever reason.
 * Errors: StoreError when the file cannot be opened
 */
async function startWriter(data: WriterData, onEnd: () => void): Promise<Writer> {
  const worker = new Worker(new URL("./sqlite-thread.ts", import.meta.url), {
    name: "store-writer",
    workerData: data,
    execArgv: [],
  });
  const asked = new Map<number, PromiseWithResolvers<WriterReply>>();
  let lastId = 0;

  const replyTo = (id: number) => {
    const reply = Promise.withResolvers<WriterReply>();
    asked.set(id, reply);
    return reply.promise;
  };
  worker.on("message", (reply: WriterReply) => {
    const waiting = asked.get(reply.id);
    asked.delete(reply.id);
    if ("fault" in reply) waiting?.reject(new StoreError(`${data.file}: ${reply.fault}`));
    else waiting?.resolve(reply);
  });
  const end = (why: string) => {
    onEnd();
    for (const waiting of asked.values())
      waiting.reject(new StoreError(`${data.file}: the thread that writes ${why}`));
    asked.clear();
  };
  worker.on("error", (error) => end(`died: ${String(error)}`));
  worker.on("exit", () => end("has ended"));

  await replyTo(0);
  return (request) => {
    lastId += 1;
    const reply = replyTo(lastId);
    worker.postMessage({ ...request, id: lastId });
    return reply;
  };
}
