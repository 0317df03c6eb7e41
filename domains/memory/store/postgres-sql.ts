import type { QueryWord } from "#shared/plain-text/search-words.ts";
import { ITEM_COLUMNS } from "./item-row.ts";

/** Made once; the lock keeps two services that start together out of each other's way. */
export const POSTGRES_SCHEMA = `
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
 * What an item is found by: its folded words as they are indexed everywhere, and their Portuguese and
 * English stems. Accents are folded before they come here, so that no extension is needed.
 * Shape: $12 names, $13 the same as indexed, $14 other words, $15 as indexed
 */
export const WORDS_VECTOR = `
  setweight(to_tsvector('simple', $13) || to_tsvector('portuguese', $12) || to_tsvector('english', $12), 'A') ||
  setweight(to_tsvector('simple', $15) || to_tsvector('portuguese', $14) || to_tsvector('english', $14), 'B')`;

/** Shorter words are looked for whole: nearly every text has a word that begins with "a". */
const LEAST_PREFIX = 3;
const FIRST_WORD = 4;

/** The statement that finds the words. Shape: $1 owner, $2 type or null, $3 limit, then `values` */
export function matchingQuery(
  words: readonly QueryWord[],
  match: "all" | "any",
): { sql: string; values: string[] } {
  const wanted = words
    .map((_, at) => {
      const place = FIRST_WORD + 2 * at;
      const [indexed, said] = [`$${place}`, `$${place + 1}`];
      return `(${indexed}::tsquery || plainto_tsquery('portuguese', ${said}) || plainto_tsquery('english', ${said}))`;
    })
    .join(match === "all" ? " && " : " || ");
  return {
    sql: `SELECT ${ITEM_COLUMNS}, count(*) OVER () AS total
      FROM memory_items, (SELECT ${wanted} AS wanted) AS query
      WHERE words @@ wanted AND owner = $1 AND deleted_at IS NULL AND type = coalesce($2, type)
      ORDER BY ts_rank(words, wanted) DESC, id DESC LIMIT $3`,
    // Letters and digits only, so that the quotes hold.
    values: words.flatMap(({ indexed, said }) => [
      indexed.length < LEAST_PREFIX ? `'${indexed}'` : `'${indexed}':*`,
      said,
    ]),
  };
}
