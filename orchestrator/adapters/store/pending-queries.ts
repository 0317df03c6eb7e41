import { type Kysely, sql } from "kysely";
import { type Holes, upsert } from "./compile-query.ts";
import type { Tables } from "./tables.ts";

type Db = Kysely<Tables>;
type Session = { user_id: string; session_id: string };
type Question = Session & { id: string };

/** What is asked and changed of open questions, one for each session. */
export const pendingQueries = {
  find_pending: (db: Db, at: Holes<Session>) =>
    db
      .selectFrom("pending_actions")
      .select("action")
      .where("user_id", "=", at.user_id)
      .where("session_id", "=", at.session_id)
      .where("held_by", "is", null),

  put_pending: upsert(
    "pending_actions",
    ["user_id", "session_id"],
    ["id", "action", "expires_at", "held_by", "held_for"],
  ),

  take_pending: (db: Db, at: Holes<Question>) =>
    db
      .deleteFrom("pending_actions")
      .where("user_id", "=", at.user_id)
      .where("session_id", "=", at.session_id)
      .where("id", "=", at.id)
      .where("held_by", "is", null),

  hold_pending: (db: Db, at: Holes<Question & { held_by: string; held_for: string }>) =>
    db
      .updateTable("pending_actions")
      .set({ held_by: at.held_by, held_for: at.held_for })
      .where("user_id", "=", at.user_id)
      .where("session_id", "=", at.session_id)
      .where("id", "=", at.id)
      .where("held_by", "is", null),

  let_go_pending: (db: Db, at: Holes<Question & { held_by: string }>) =>
    db
      .deleteFrom("pending_actions")
      .where("user_id", "=", at.user_id)
      .where("session_id", "=", at.session_id)
      .where("id", "=", at.id)
      .where("held_by", "=", at.held_by),

  reopen_pending: (db: Db, at: Holes<Question & { held_by: string }>) =>
    db
      .updateTable("pending_actions")
      .set({ held_by: sql.lit(null), held_for: sql.lit(null) })
      .where("user_id", "=", at.user_id)
      .where("session_id", "=", at.session_id)
      .where("id", "=", at.id)
      .where("held_by", "=", at.held_by),

  held_pending: (db: Db, at: Holes<{ held_by: string }>) =>
    db
      .selectFrom("pending_actions")
      .select(["user_id", "session_id", "action", "held_for"])
      .where("held_by", "=", at.held_by),

  expired_pending: (db: Db, at: Holes<{ now: number; limit: number }>) =>
    db
      .selectFrom("pending_actions")
      .select(["user_id", "session_id", "action"])
      .where("expires_at", "<=", at.now)
      .where("held_by", "is", null)
      .orderBy("expires_at")
      .limit(at.limit),

  next_expiry: (db: Db, _at: Holes<Record<never, never>>) =>
    db
      .selectFrom("pending_actions")
      .select(["expires_at"])
      .where("held_by", "is", null)
      .orderBy("expires_at")
      .limit(sql.lit(1)),

  open_pending: (db: Db, at: Holes<{ user_id: string; now: number; limit: number }>) =>
    db
      .selectFrom("pending_actions")
      .select(["session_id", "action"])
      .where("user_id", "=", at.user_id)
      .where("expires_at", ">", at.now)
      .where("held_by", "is", null)
      // An id begins with the time of its making.
      .orderBy("id", "desc")
      .limit(at.limit),
};
