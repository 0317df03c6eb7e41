import type { Kysely } from "kysely";
import type { Holes } from "./compile-query.ts";
import type { Tables } from "./tables.ts";
import { upsert } from "./upsert.ts";

type Db = Kysely<Tables>;
type Cached = { owner: string; kind: string };

/** What is asked and changed about answers that need not be made again. */
export const cacheQueries = {
  put_cached: upsert("cached_answers", ["owner", "kind", "key"], ["answer", "expires_at"]),

  find_cached: (db: Db, at: Holes<Cached & { key: string; now: number }>) =>
    db
      .selectFrom("cached_answers")
      .select("answer")
      .where("owner", "=", at.owner)
      .where("kind", "=", at.kind)
      .where("key", "=", at.key)
      .where("expires_at", ">", at.now),

  forget_cached: (db: Db, at: Holes<Cached>) =>
    db.deleteFrom("cached_answers").where("owner", "=", at.owner).where("kind", "=", at.kind),

  sweep_cached: (db: Db, at: Holes<{ now: number }>) =>
    db.deleteFrom("cached_answers").where("expires_at", "<=", at.now),
};
