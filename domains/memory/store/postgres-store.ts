import {
  Kysely,
  type KyselyPlugin,
  OperationNodeTransformer,
  PostgresDialect,
  sql,
  TableNode,
} from "kysely";
import type { Pool } from "pg";
import { indexWords, type QueryWord } from "#shared/plain-text/search-words.ts";
import type { MemoryStore } from "./memory-store.ts";
import { type Database, type Found, ITEM, storeOver, type Tables } from "./sql-store.ts";

const MAX_CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 5_000;
/** A server that has been silent for so long is a failed one. */
const QUERY_TIMEOUT_MS = 10_000;
/** Before every table's name: the database may be shared. */
const PREFIX = "memory_";

/** Made once; the lock keeps two services that start together out of each other's way. */
const SCHEMA = `
  BEGIN;
  SELECT pg_advisory_xact_lock(7271645);
  CREATE TABLE IF NOT EXISTS memory_owners (
    owner text PRIMARY KEY, last_item integer NOT NULL DEFAULT 0, last_change integer NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS memory_items (
    owner text NOT NULL, id integer NOT NULL, type text NOT NULL, title text NOT NULL, other_title text,
    year integer, tmdb_id bigint, url text, description text, same_as text NOT NULL,
    created_at bigint NOT NULL, deleted_at bigint, words tsvector NOT NULL, PRIMARY KEY (owner, id)
  );
  CREATE UNIQUE INDEX IF NOT EXISTS memory_items_once ON memory_items (owner, same_as) WHERE deleted_at IS NULL;
  CREATE INDEX IF NOT EXISTS memory_items_deleted ON memory_items (deleted_at) WHERE deleted_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS memory_items_words ON memory_items USING gin (words);
  CREATE TABLE IF NOT EXISTS memory_changes (
    owner text NOT NULL, id integer NOT NULL, effect text NOT NULL, item_ids integer[] NOT NULL,
    at bigint NOT NULL, taken_back boolean NOT NULL DEFAULT false, PRIMARY KEY (owner, id)
  );
  CREATE INDEX IF NOT EXISTS memory_changes_at ON memory_changes (at);
  COMMIT;`;

/**
 * Items in a PostgreSQL database with full-text search; the tables are made with the first use, so that
 * a database which is down does not keep the service from starting.
 * Errors: every method rejects with StoreUnavailableError while the database is down
 */
export const openPostgresStore = (
  databaseUrl: string,
  onLost: (error: Error) => void,
): MemoryStore => storeOver(postgresDatabase(databaseUrl, onLost));

function postgresDatabase(databaseUrl: string, onLost: (error: Error) => void): Database {
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: () => openPool(databaseUrl, onLost) }),
    plugins: [withPrefix],
  });
  return {
    db,
    place: "PostgreSQL (MEMORY_DATABASE_URL)",
    lock: (owner) => sql`SELECT pg_advisory_xact_lock(hashtextextended(${owner}, 7))`,
    isOneOf: (ids) => sql`id = ANY(${ids})`,
    search: (owner, words, match, { type, limit }) =>
      sql<Found>`
        SELECT ${sql.join(ITEM.map(sql.ref))}, count(*) OVER () AS total
        FROM memory_items, (SELECT ${wanted(words, match)} AS wanted) AS query
        WHERE words @@ wanted AND owner = ${owner} AND deleted_at IS NULL AND type = coalesce(${type ?? null}, type)
        ORDER BY ts_rank(words, wanted) DESC, id DESC LIMIT ${limit}`,
    wordsOf: ({ names, others }) => ({
      words: sql`${vector(names, "A")} || ${vector(others, "B")}`,
    }),
    close: () => db.destroy(),
  };
}

async function openPool(databaseUrl: string, onLost: (error: Error) => void): Promise<Pool> {
  const { default: pg } = await import("pg");
  // Counts and times as numbers; pg gives 64-bit integers as text otherwise.
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: "regente-memory",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    max: MAX_CONNECTIONS,
    types,
  });
  // An idle connection was cut; the pool has let go of it already.
  pool.on("error", onLost);
  // One in use was cut: its query fails as well, and an error no one listens to ends the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  try {
    await pool.query(SCHEMA);
    return pool;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

class WithPrefix extends OperationNodeTransformer {
  protected override transformTable({ table }: TableNode): TableNode {
    return TableNode.create(PREFIX + table.identifier.name);
  }
}
const prefixing = new WithPrefix();
const withPrefix: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => prefixing.transformNode(node, queryId),
  transformResult: async ({ result }) => result,
};

/**
 * What an item is found by: its folded words as they are indexed everywhere, and their Portuguese and
 * English stems. Accents are folded before they come here, so that no extension is needed.
 */
const vector = (text: string, weight: "A" | "B") =>
  sql<string>`setweight(to_tsvector('simple', ${indexWords(text)}) || to_tsvector('portuguese', ${text})
    || to_tsvector('english', ${text}), ${sql.lit(weight)})`;

/** Shorter words are looked for whole: nearly every text has a word that begins with "a". */
const LEAST_PREFIX = 3;

const wanted = (words: readonly QueryWord[], match: "all" | "any") =>
  sql.join(
    words.map(({ indexed, said }) => {
      // Letters and digits only, so that the quotes hold.
      const begins = indexed.length < LEAST_PREFIX ? `'${indexed}'` : `'${indexed}':*`;
      return sql`(${begins}::tsquery || plainto_tsquery('portuguese', ${said}) || plainto_tsquery('english', ${said}))`;
    }),
    match === "all" ? sql` && ` : sql` || `,
  );
