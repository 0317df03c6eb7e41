import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Log } from "../../ports/log.ts";
import { StoreError } from "../../ports/stores.ts";
import type { Engine, Row, UnitOutcome } from "./engine.ts";
import { migrate } from "./migrate.ts";
import { type Call, compileQueries, type Queries } from "./queries.ts";
import type { Tables } from "./tables.ts";

const MAX_CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 5000;
/** A process that starts has more to do than to hear the server's answer. */
const OPEN_TIMEOUT_MS = 30_000;
/** A server that has been silent for so long is a failed one. */
const QUERY_TIMEOUT_MS = 10_000;

/**
 * A database of PostgreSQL. One connection at a time commits, in one round trip for all units; reads
 * have connections of their own. A lost connection fails what was under way, and the next use opens
 * another one.
 * Errors: StoreError when it cannot be reached, keeps no UTF-8, or was made by a newer version
 */
export async function openPostgres(databaseUrl: string, log: Log): Promise<Engine> {
  const place = placeOf(databaseUrl);
  const asStoreError = (error: unknown) =>
    error instanceof StoreError ? error : new StoreError(`${place}: ${describe(error)}`);
  const connection = {
    connectionString: databaseUrl,
    application_name: "regente",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };

  // Its own connection without a time limit: it may wait for another process that migrates.
  const migrating = makePool(
    { ...connection, max: 1, connectionTimeoutMillis: OPEN_TIMEOUT_MS },
    log,
  );
  try {
    await checkServer(migrating, place, log);
    const dialect = new PostgresDialect({ pool: migrating });
    await migrate(new Kysely<Tables>({ dialect }), place);
  } catch (error) {
    throw asStoreError(error);
  } finally {
    await migrating.end();
  }

  // Counts and times as numbers; pg gives 64-bit integers as text otherwise.
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = makePool(
    {
      ...connection,
      max: MAX_CONNECTIONS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      pipeline: true,
      types,
    },
    log,
  );

  const queries = compileQueries("postgres");
  const all = async (call: Call): Promise<Row[]> => {
    try {
      return (await pool.query<Row>(preparedQuery(queries, call))).rows;
    } catch (error) {
      throw asStoreError(error);
    }
  };
  return {
    queries,
    async commit(units) {
      let client: pg.PoolClient | undefined;
      try {
        client = await pool.connect();
        const prepared = units.map((unit) => unit.map((call) => preparedQuery(queries, call)));
        const outcomes = await commitUnits(client, prepared);
        client.release();
        return outcomes;
      } catch (error) {
        // No one knows what state it is in.
        client?.release(true);
        throw asStoreError(error);
      }
    },
    get: async (call) => (await all(call))[0],
    all,
    async check() {
      try {
        await pool.query("select 1");
      } catch (error) {
        throw asStoreError(error);
      }
    },
    close: () => pool.end(),
  };
}

function makePool(config: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool(config);
  // An idle connection was cut; the pool has let go of it already.
  pool.on("error", (error) =>
    log.warn({ reason: describe(error) }, "a database connection was lost"),
  );
  // One in use was cut: its queries fail as well, and an error no one listens to ends the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Named, so that a connection parses each text once. */
const preparedQuery = ({ text }: Queries, { query, values }: Call): pg.QueryConfig => ({
  name: query,
  text: text[query].sql,
  values: [...values],
});

async function checkServer(pool: pg.Pool, place: string, log: Log): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name in ('server_encoding', 'fsync', 'synchronous_commit')",
  );
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  const encoding = settings.get("server_encoding");
  if (encoding !== "UTF8")
    throw new StoreError(
      `${place} keeps texts as ${encoding}, which cannot hold every text. ` +
        "Make the database with: create database ... encoding 'UTF8' template template0",
    );
  for (const name of ["fsync", "synchronous_commit"])
    if (settings.get(name) === "off")
      log.warn(
        { setting: name },
        "the database server acknowledges writes that power loss can undo",
      );
}

/** Where it is, without the password. */
function placeOf(databaseUrl: string): string {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new StoreError("DATABASE_URL is not like postgres://user:password@host:5432/database");
  const { host, port, database } = new pg.Client({ connectionString: databaseUrl });
  return `PostgreSQL at ${host}:${port}/${database ?? ""}`;
}

/** What keeps people from their database, in plain words; Node's and PostgreSQL's codes. */
const REASONS = new Map<unknown, string>([
  ["ECONNREFUSED", "nothing answers there; is it running?"],
  ["ENOTFOUND", "there is no host of that name"],
  ["EAI_AGAIN", "the name of its host cannot be looked up now"],
  ["ETIMEDOUT", "it does not answer"],
  ["28P01", "it refuses this user's password"],
  ["28000", "it refuses this user"],
  ["3D000", "it has no database of that name"],
]);

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  const said = REASONS.get(code) ?? (error.message || error.name);
  return code === undefined ? said : `${said} (${String(code)})`;
}

type Unit = readonly pg.QueryConfig[];

/**
 * Classes of SQLSTATE that blame the statement and not the storage: bad data, a broken constraint,
 * access or syntax, a limit of the server.
 * Source: postgresql.org/docs/current/errcodes-appendix.html
 */
const STATEMENT_CLASSES: readonly string[] = ["22", "23", "42", "54"];
/** Another process's transaction was in the way; the same again will do. */
const ROLLBACK_CLASS = "40";
const MAX_TRIES = 3;

/**
 * Commits many units as one transaction, sent in one go. A unit that cannot be done is undone and
 * reported alone; the others are committed.
 * Errors: pg's own when the storage or the connection fails
 * Cost:   one round trip and one commit; a round trip more for each unit when one cannot be done, and a commit
 *         more for each when another process wants the same rows in another order
 */
async function commitUnits(client: pg.ClientBase, units: readonly Unit[]): Promise<UnitOutcome[]> {
  try {
    return await commitTogether(client, units);
  } catch (error) {
    const fault = classOf(error);
    if (STATEMENT_CLASSES.includes(fault)) return commitApart(client, units);
    if (fault === ROLLBACK_CLASS) return commitEach(client, units);
    throw error;
  }
}

async function commitTogether(client: pg.ClientBase, units: readonly Unit[]) {
  // A statement that fails makes the server refuse the rest, and roll back where it says commit.
  const [, outcomes] = await allDone([
    client.query("begin"),
    allDone(units.map((unit) => runUnit(client, unit))),
    client.query("commit"),
  ]);
  return outcomes;
}

/** One of them cannot be done: savepoints find out which. */
async function commitApart(client: pg.ClientBase, units: readonly Unit[]) {
  const outcomes: UnitOutcome[] = [];
  await client.query("begin");
  for (const unit of units) {
    try {
      const [, outcome] = await allDone([
        client.query("savepoint unit"),
        runUnit(client, unit),
        client.query("release savepoint unit"),
      ]);
      outcomes.push(outcome);
    } catch (error) {
      const fault = classOf(error);
      if (fault === ROLLBACK_CLASS) {
        await client.query("rollback");
        return commitEach(client, units);
      }
      if (!STATEMENT_CLASSES.includes(fault)) throw error;
      await client.query("rollback to savepoint unit");
      outcomes.push(refused(error));
    }
  }
  await client.query("commit");
  return outcomes;
}

/**
 * Each as a transaction of its own, in their order. Together they hold rows of all while they wait for one more, and two
 * processes that do so wait for each other again and again.
 */
async function commitEach(client: pg.ClientBase, units: readonly Unit[]): Promise<UnitOutcome[]> {
  const outcomes: UnitOutcome[] = [];
  for (const unit of units) outcomes.push(...(await commitOne(client, unit)));
  return outcomes;
}

async function commitOne(client: pg.ClientBase, unit: Unit): Promise<UnitOutcome[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await commitTogether(client, [unit]);
    } catch (error) {
      const fault = classOf(error);
      if (STATEMENT_CLASSES.includes(fault)) return [refused(error)];
      if (fault !== ROLLBACK_CLASS || tries === MAX_TRIES) throw error;
    }
  }
}

const refused = (error: unknown): string => `PostgreSQL ${String(Object(error).code)}`;

async function runUnit(client: pg.ClientBase, unit: Unit): Promise<UnitOutcome> {
  const results = await allDone(unit.map((query) => client.query(query)));
  return results.at(-1)?.rowCount ?? 0;
}

/** Like Promise.all, but ends when every one of them has, and with the first failure in their order. */
async function allDone<T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

const classOf = (error: unknown): string =>
  error instanceof pg.DatabaseError ? (error.code ?? "").slice(0, 2) : "";
