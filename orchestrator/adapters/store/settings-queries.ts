import type { Kysely } from "kysely";
import type { Holes } from "./compile-query.ts";
import type { Tables } from "./tables.ts";
import { upsert } from "./upsert.ts";

/** What is asked and changed about what people have set for themselves. */
export const settingsQueries = {
  put_settings: upsert("user_settings", ["user_id"], ["timezone"]),

  find_settings: (db: Kysely<Tables>, at: Holes<{ user_id: string }>) =>
    db.selectFrom("user_settings").select("timezone").where("user_id", "=", at.user_id),
};
