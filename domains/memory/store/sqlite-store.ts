import type { SQLInputValue } from "node:sqlite";
import { Kysely, SqliteDialect, sql } from "kysely";
import { indexWords, type QueryWord } from "#shared/plain-text/search-words.ts";
import { durableDatabase } from "#shared/private-files/private-files.ts";
import type { MemoryStore } from "./memory-store.ts";
import { type Database, type Found, ITEM, storeOver, type Tables } from "./sql-store.ts";

const TABLES = `
  CREATE TABLE IF NOT EXISTS owners (
    owner TEXT PRIMARY KEY, last_item INTEGER NOT NULL DEFAULT 0, last_change INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS items (
    place INTEGER PRIMARY KEY, owner TEXT NOT NULL, id INTEGER NOT NULL, type TEXT NOT NULL,
    title TEXT NOT NULL, other_title TEXT, year INTEGER, tmdb_id INTEGER, url TEXT, description TEXT,
    same_as TEXT NOT NULL, created_at INTEGER NOT NULL, deleted_at INTEGER, UNIQUE (owner, id)
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS items_once ON items (owner, same_as) WHERE deleted_at IS NULL;
  CREATE INDEX IF NOT EXISTS items_deleted ON items (deleted_at) WHERE deleted_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS changes (
    owner TEXT NOT NULL, id INTEGER NOT NULL, effect TEXT NOT NULL, item_ids TEXT NOT NULL,
    at INTEGER NOT NULL, taken_back INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (owner, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS changes_at ON changes (at);
  CREATE VIRTUAL TABLE IF NOT EXISTS item_words USING fts5 (
    names, others, content = '', contentless_delete = 1, prefix = '3',
    tokenize = 'unicode61 remove_diacritics 2'
  );`;
/** Shorter words are looked for whole: nearly every text has a word that begins with "a". */
const LEAST_PREFIX = 3;

/**
 * Items in one SQLite file with full-text search, made when it is not there (WAL, full sync).
 * Cost:   a change is one commit, some 0.3 ms
 * Errors: DatabaseError when the file cannot be opened or is none of ours
 */
export const openSqliteStore = (path: string): MemoryStore => storeOver(sqliteDatabase(path));

function sqliteDatabase(path: string): Database {
  const file = durableDatabase(path, TABLES);
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({
      database: {
        prepare(text) {
          const statement = file.prepare(text);
          return {
            reader: statement.columns().length > 0,
            all: (values) => statement.all(...values.map(bound)),
            run: (values) => statement.run(...values.map(bound)),
            iterate: (values) => statement.iterate(...values.map(bound)),
          };
        },
        close: () => undefined,
      },
    }),
  });
  return {
    db,
    place: path,
    isOneOf: (ids) => sql`id IN (SELECT value FROM json_each(${ids}))`,
    search: (owner, words, match, { type, limit }) =>
      sql<Found>`
        WITH hits AS MATERIALIZED (
          SELECT rowid AS place, bm25(item_words, 4.0, 1.0) AS score
          FROM item_words WHERE item_words MATCH ${matchExpression(words, match)}
        ) SELECT ${sql.join(ITEM.map(sql.ref))}, count(*) OVER () AS total FROM hits JOIN items USING (place)
        WHERE owner = ${owner} AND deleted_at IS NULL AND type = coalesce(${type ?? null}, type)
        ORDER BY score, id DESC LIMIT ${limit}`,
    wordsOf: () => ({}),
    besideItems: {
      add: (owner, id, { names, others }) =>
        sql`INSERT INTO item_words (rowid, names, others)
          SELECT place, ${indexWords(names)}, ${indexWords(others)} FROM items
          WHERE owner = ${owner} AND id = ${id}`,
      erase: (until) =>
        sql`DELETE FROM item_words WHERE rowid IN (SELECT place FROM items WHERE deleted_at <= ${until})`,
    },
    async close() {
      await db.destroy();
      if (file.isOpen) file.close();
    },
  };
}

/** As SQLite keeps it: truth as a number, a list as JSON. */
const bound = (value: unknown): SQLInputValue =>
  typeof value === "boolean"
    ? Number(value)
    : Array.isArray(value)
      ? JSON.stringify(value)
      : (value as SQLInputValue);

/** Words hold letters and digits only, so nothing of a query is read as an operator. */
const matchExpression = (words: readonly QueryWord[], match: "all" | "any"): string =>
  words
    .map(({ indexed }) => (indexed.length < LEAST_PREFIX ? `"${indexed}"` : `"${indexed}"*`))
    .join(match === "all" ? " AND " : " OR ");
