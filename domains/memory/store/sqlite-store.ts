import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { indexWords, type QueryWord, queryWords } from "#shared/plain-text/search-words.ts";
import { sameItemKey } from "../items/same-item.ts";
import { ITEM_COLUMNS, itemOf } from "./item-row.ts";
import {
  type Effect,
  KEPT_DELETED_MS,
  type Listing,
  type MemoryStore,
  StoreUnavailableError,
} from "./memory-store.ts";
import { searchText } from "./search-text.ts";

const SCHEMA = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;
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
 * Errors: StoreUnavailableError when the file cannot be opened or is none of ours
 */
export function openSqliteStore(path: string): MemoryStore {
  const file = open(path);
  const nextItem = file.prepare(
    "INSERT INTO owners (owner, last_item) VALUES (?, 1) ON CONFLICT DO UPDATE SET last_item = last_item + 1 RETURNING last_item AS id",
  );
  const nextChange = file.prepare(
    "INSERT INTO owners (owner, last_change) VALUES (?, 1) ON CONFLICT DO UPDATE SET last_change = last_change + 1 RETURNING last_change AS id",
  );
  const insert = file.prepare(
    `INSERT INTO items (owner, same_as, ${ITEM_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING place`,
  );
  const index = file.prepare("INSERT INTO item_words (rowid, names, others) VALUES (?, ?, ?)");
  const findSame = file.prepare(
    `SELECT ${ITEM_COLUMNS} FROM items WHERE owner = ? AND same_as = ? AND deleted_at IS NULL`,
  );
  const findOne = file.prepare(
    `SELECT ${ITEM_COLUMNS} FROM items WHERE owner = ? AND id = ? AND deleted_at IS NULL`,
  );
  const newest = file.prepare(
    `SELECT ${ITEM_COLUMNS}, count(*) OVER () AS total FROM items
     WHERE owner = ? AND deleted_at IS NULL AND type = coalesce(?, type) ORDER BY id DESC LIMIT ?`,
  );
  const matching = file.prepare(
    `WITH hits AS MATERIALIZED (
       SELECT rowid AS place, bm25(item_words, 4.0, 1.0) AS score FROM item_words WHERE item_words MATCH ?
     ) SELECT ${ITEM_COLUMNS}, count(*) OVER () AS total FROM hits JOIN items USING (place)
     WHERE owner = ? AND deleted_at IS NULL AND type = coalesce(?, type) ORDER BY score, id DESC LIMIT ?`,
  );
  const remove = file.prepare(
    `UPDATE items SET deleted_at = ? WHERE owner = ? AND deleted_at IS NULL
     AND id IN (SELECT value FROM json_each(?)) RETURNING ${ITEM_COLUMNS}`,
  );
  const removeAll = file.prepare(
    `UPDATE items SET deleted_at = ? WHERE owner = ? AND deleted_at IS NULL AND type = coalesce(?, type)
     RETURNING ${ITEM_COLUMNS}`,
  );
  // OR IGNORE: what has been saved anew since stays once.
  const restore = file.prepare(
    `UPDATE OR IGNORE items SET deleted_at = NULL WHERE owner = ? AND deleted_at IS NOT NULL
     AND id IN (SELECT value FROM json_each(?)) RETURNING ${ITEM_COLUMNS}`,
  );
  const note = file.prepare(
    "INSERT INTO changes (owner, id, effect, item_ids, at) VALUES (?, ?, ?, ?, ?)",
  );
  const takeBack = file.prepare(
    "UPDATE changes SET taken_back = 1 WHERE owner = ? AND id = ? AND taken_back = 0 RETURNING effect, item_ids",
  );
  const latestDeletion = file.prepare(
    `SELECT id FROM changes WHERE owner = ? AND effect = 'deleted' AND taken_back = 0 AND item_ids <> '[]'
     ORDER BY id DESC LIMIT 1`,
  );
  const eraseWords = file.prepare(
    "DELETE FROM item_words WHERE rowid IN (SELECT place FROM items WHERE deleted_at <= ?)",
  );
  const eraseItems = file.prepare("DELETE FROM items WHERE deleted_at <= ?");
  const forgetChanges = file.prepare("DELETE FROM changes WHERE at <= ?");

  /** All of it is written, or nothing. What was deleted long ago is erased on the way. */
  function change<T>(now: number, act: () => T): T {
    file.exec("BEGIN IMMEDIATE");
    try {
      const until = now - KEPT_DELETED_MS;
      eraseWords.run(until);
      eraseItems.run(until);
      forgetChanges.run(until);
      const done = act();
      file.exec("COMMIT");
      return done;
    } catch (error) {
      file.exec("ROLLBACK");
      throw error;
    }
  }

  function record(owner: string, effect: Effect, items: readonly { id: number }[], now: number) {
    const id = Number(nextChange.get(owner)?.["id"]);
    note.run(owner, id, effect, JSON.stringify(items.map((item) => item.id)), now);
    return { undo_token: String(id) };
  }

  function recordDeletion(owner: string, rows: readonly Row[], now: number) {
    const items = rows.map(itemOf).sort((a, b) => b.id - a.id);
    return { items, ...record(owner, "deleted", items, now) };
  }

  return {
    async save(owner, draft, now) {
      return change(now, () => {
        const same_as = sameItemKey(draft);
        const same = findSame.get(owner, same_as);
        if (same !== undefined)
          return { item: itemOf(same), isNew: false, ...record(owner, "saved", [], now) };
        const id = Number(nextItem.get(owner)?.["id"]);
        const { type, title, other_title, year, tmdb_id, url, description } = draft;
        const place = insert.get(
          ...[owner, same_as, id, type, title, other_title, year, tmdb_id, url, description, now],
        )?.["place"];
        const { names, others } = searchText(draft);
        index.run(Number(place), indexWords(names), indexWords(others));
        const item = { ...draft, id, created_at: now };
        return { item, isNew: true, ...record(owner, "saved", [item], now) };
      });
    },
    list: async (owner, { type, limit }) => listing(newest.all(owner, type ?? null, limit)),
    async search(owner, query, match, { type, limit }) {
      const words = queryWords(query);
      if (words.length === 0) return { total: 0, items: [] };
      return listing(matching.all(matchExpression(words, match), owner, type ?? null, limit));
    },
    async find(owner, id) {
      const row = findOne.get(owner, id);
      return row && itemOf(row);
    },
    remove: async (owner, ids, now) =>
      change(now, () => recordDeletion(owner, remove.all(now, owner, JSON.stringify(ids)), now)),
    removeAll: async (owner, type, now) =>
      change(now, () => recordDeletion(owner, removeAll.all(now, owner, type ?? null), now)),
    async undo(owner, undo_token, now) {
      return change(now, () => {
        const id = undo_token ?? latestDeletion.get(owner)?.["id"];
        const taken = id === undefined ? undefined : takeBack.get(owner, Number(id));
        if (taken === undefined) return undefined;
        const ids = String(taken["item_ids"]);
        if (taken["effect"] === "saved")
          return { effect: "saved", ...recordDeletion(owner, remove.all(now, owner, ids), now) };
        const items = restore.all(owner, ids).map(itemOf);
        return { effect: "deleted", items, ...record(owner, "saved", items, now) };
      });
    },
    close: async () => file.close(),
  };
}

type Row = Record<string, unknown>;

const listing = (rows: readonly Row[]): Listing => ({
  total: Number(rows[0]?.["total"] ?? 0),
  items: rows.map(itemOf),
});

/** Words hold letters and digits only, so nothing of a query is read as an operator. */
const matchExpression = (words: readonly QueryWord[], match: "all" | "any"): string =>
  words
    .map(({ indexed }) => (indexed.length < LEAST_PREFIX ? `"${indexed}"` : `"${indexed}"*`))
    .join(match === "all" ? " AND " : " OR ");

function open(path: string): DatabaseSync {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const file = new DatabaseSync(path);
    file.exec(SCHEMA);
    return file;
  } catch (cause) {
    throw new StoreUnavailableError(`${path} cannot be opened: ${String(cause)}`, { cause });
  }
}
