import type { Pool, PoolClient, PoolConfig } from "pg";
import { indexWords, queryWords } from "#shared/plain-text/search-words.ts";
import { sameItemKey } from "../items/same-item.ts";
import { ITEM_COLUMNS, itemOf } from "./item-row.ts";
import {
  type Effect,
  KEPT_DELETED_MS,
  type Listing,
  type MemoryStore,
  StoreUnavailableError,
} from "./memory-store.ts";
import { matchingQuery, POSTGRES_SCHEMA, WORDS_VECTOR } from "./postgres-sql.ts";
import { searchText } from "./search-text.ts";

const MAX_CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 5_000;
/** A server that has been silent for so long is a failed one. */
const QUERY_TIMEOUT_MS = 10_000;

type Row = Record<string, unknown>;
/** What sends a statement: the pool, or the connection that a transaction holds. */
type Sender = Pick<Pool | PoolClient, "query">;

/**
 * Items in a PostgreSQL database with full-text search; the tables are made with the first use, so that
 * a database which is down does not keep the service from starting.
 * Errors: every method rejects with StoreUnavailableError while the database is away
 */
export function openPostgresStore(
  databaseUrl: string,
  onLost: (error: Error) => void,
): MemoryStore {
  const connection: PoolConfig = {
    connectionString: databaseUrl,
    application_name: "regente-memory",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    max: MAX_CONNECTIONS,
  };
  let opening: Promise<Pool> | undefined;

  async function openPool(): Promise<Pool> {
    const { default: pg } = await import("pg");
    const pool = new pg.Pool(connection);
    // An idle connection was cut; the pool has let go of it already.
    pool.on("error", onLost);
    try {
      await pool.query(POSTGRES_SCHEMA);
      return pool;
    } catch (error) {
      await pool.end();
      throw error;
    }
  }

  async function use<T>(act: (pool: Pool) => Promise<T>): Promise<T> {
    opening ??= openPool();
    try {
      return await act(await opening.catch(forget));
    } catch (error) {
      const why = error instanceof Error ? error.message || error.name : String(error);
      throw new StoreUnavailableError(`PostgreSQL (MEMORY_DATABASE_URL): ${why}`, { cause: error });
    }
  }
  /** The next use tries again. */
  const forget = (error: unknown): never => {
    opening = undefined;
    throw error;
  };

  /** All of it is written, or nothing; one change of a person at a time. Long deleted items are erased on the way. */
  const change = <T>(owner: string, now: number, act: (client: PoolClient) => Promise<T>) =>
    use(async (pool) => {
      const client = await pool.connect();
      try {
        await client.query("BEGIN");
        await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 7))", [owner]);
        const until = now - KEPT_DELETED_MS;
        await client.query("DELETE FROM memory_items WHERE deleted_at <= $1", [until]);
        await client.query("DELETE FROM memory_changes WHERE at <= $1", [until]);
        const done = await act(client);
        await client.query("COMMIT");
        client.release();
        return done;
      } catch (error) {
        // The server rolls back when the connection goes.
        client.release(true);
        throw error;
      }
    });

  return {
    save: (owner, draft, now) =>
      change(owner, now, async (client) => {
        const same_as = sameItemKey(draft);
        const [same] = await rows(
          client,
          `SELECT ${ITEM_COLUMNS} FROM memory_items WHERE owner = $1 AND same_as = $2 AND deleted_at IS NULL`,
          [owner, same_as],
        );
        if (same !== undefined)
          return {
            item: itemOf(same),
            isNew: false,
            ...(await record(client, owner, "saved", [], now)),
          };
        const id = await nextNumber(client, owner, "last_item");
        const item = { ...draft, id, created_at: now };
        const { names, others } = searchText(draft);
        const { type, title, other_title, year, tmdb_id, url, description } = draft;
        await client.query(
          `INSERT INTO memory_items (owner, same_as, ${ITEM_COLUMNS}, words)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, ${WORDS_VECTOR})`,
          [
            ...[owner, same_as, id, type, title, other_title, year, tmdb_id, url, description, now],
            ...[names, indexWords(names), others, indexWords(others)],
          ],
        );
        return { item, isNew: true, ...(await record(client, owner, "saved", [item], now)) };
      }),
    list: (owner, { type, limit }) =>
      use(async (pool) =>
        listing(
          await rows(
            pool,
            `SELECT ${ITEM_COLUMNS}, count(*) OVER () AS total FROM memory_items
             WHERE owner = $1 AND deleted_at IS NULL AND type = coalesce($2, type) ORDER BY id DESC LIMIT $3`,
            [owner, type ?? null, limit],
          ),
        ),
      ),
    async search(owner, query, match, { type, limit }) {
      const words = queryWords(query);
      if (words.length === 0) return { total: 0, items: [] };
      const { sql, values } = matchingQuery(words, match);
      return use(async (pool) =>
        listing(await rows(pool, sql, [owner, type ?? null, limit, ...values])),
      );
    },
    find: (owner, id) =>
      use(async (pool) => {
        const [row] = await rows(
          pool,
          `SELECT ${ITEM_COLUMNS} FROM memory_items WHERE owner = $1 AND id = $2 AND deleted_at IS NULL`,
          [owner, id],
        );
        return row && itemOf(row);
      }),
    remove: (owner, ids, now) => change(owner, now, (client) => removeIds(client, owner, ids, now)),
    removeAll: (owner, type, now) =>
      change(owner, now, async (client) => {
        const removed = await rows(
          client,
          `UPDATE memory_items SET deleted_at = $1 WHERE owner = $2 AND deleted_at IS NULL
           AND type = coalesce($3, type) RETURNING ${ITEM_COLUMNS}`,
          [now, owner, type ?? null],
        );
        return recordDeletion(client, owner, removed, now);
      }),
    undo: (owner, undo_token, now) =>
      change(owner, now, async (client) => {
        const [taken] = await rows(
          client,
          `UPDATE memory_changes SET taken_back = true WHERE owner = $1 AND NOT taken_back
           AND id = ${undo_token === undefined ? LATEST_DELETION : "$2"} RETURNING effect, item_ids`,
          undo_token === undefined ? [owner] : [owner, changeNumber(undo_token)],
        );
        if (taken === undefined) return undefined;
        const ids = taken["item_ids"] as number[];
        if (taken["effect"] === "saved")
          return { effect: "saved", ...(await removeIds(client, owner, ids, now)) };
        const restored = await rows(client, RESTORE, [owner, ids]);
        const items = restored.map(itemOf);
        return { effect: "deleted", items, ...(await record(client, owner, "saved", items, now)) };
      }),
    close: async () => (await opening?.catch(() => undefined))?.end(),
  };
}

const LATEST_DELETION = `(SELECT max(id) FROM memory_changes WHERE owner = $1 AND effect = 'deleted'
  AND NOT taken_back AND item_ids <> '{}')`;
/** What has been saved anew since stays once. */
const RESTORE = `UPDATE memory_items AS gone SET deleted_at = NULL
  WHERE owner = $1 AND id = ANY($2) AND deleted_at IS NOT NULL AND NOT EXISTS (
    SELECT FROM memory_items AS live
    WHERE live.owner = $1 AND live.same_as = gone.same_as AND live.deleted_at IS NULL
  ) RETURNING ${ITEM_COLUMNS}`;

const rows = async (sender: Sender, sql: string, values: unknown[]): Promise<Row[]> =>
  (await sender.query<Row>(sql, values)).rows;

const listing = (found: readonly Row[]): Listing => ({
  total: Number(found[0]?.["total"] ?? 0),
  items: found.map(itemOf),
});

/** A token that cannot be a change's number is no change's. */
const changeNumber = (undo_token: string): number =>
  /^\d{1,9}$/.test(undo_token) ? Number(undo_token) : 0;

async function nextNumber(
  client: PoolClient,
  owner: string,
  counter: "last_item" | "last_change",
): Promise<number> {
  const [row] = await rows(
    client,
    `INSERT INTO memory_owners AS known (owner, ${counter}) VALUES ($1, 1)
     ON CONFLICT (owner) DO UPDATE SET ${counter} = known.${counter} + 1 RETURNING ${counter} AS next`,
    [owner],
  );
  return Number(row?.["next"]);
}

async function record(
  client: PoolClient,
  owner: string,
  effect: Effect,
  items: readonly { id: number }[],
  now: number,
): Promise<{ undo_token: string }> {
  const id = await nextNumber(client, owner, "last_change");
  await client.query(
    "INSERT INTO memory_changes (owner, id, effect, item_ids, at) VALUES ($1, $2, $3, $4, $5)",
    [owner, id, effect, items.map((item) => item.id), now],
  );
  return { undo_token: String(id) };
}

async function removeIds(client: PoolClient, owner: string, ids: readonly number[], now: number) {
  const removed = await rows(
    client,
    `UPDATE memory_items SET deleted_at = $1 WHERE owner = $2 AND deleted_at IS NULL AND id = ANY($3)
     RETURNING ${ITEM_COLUMNS}`,
    [now, owner, ids],
  );
  return recordDeletion(client, owner, removed, now);
}

async function recordDeletion(
  client: PoolClient,
  owner: string,
  removed: readonly Row[],
  now: number,
) {
  const items = removed.map(itemOf).sort((a, b) => b.id - a.id);
  return { items, ...(await record(client, owner, "deleted", items, now)) };
}
