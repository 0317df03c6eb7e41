import { type Kysely, sql } from "kysely";
import {
  type Holes,
  removeBy,
  removeExpired,
  rowsBy,
  sameAs,
  untyped,
  upsert,
} from "./compile-query.ts";
import type { Tables } from "./tables.ts";

type Db = Kysely<Tables>;
type User = { user_id: string };
type Moment = { before: number };

const OVER = [sql.lit("success"), sql.lit("partial"), sql.lit("failure"), sql.lit("cancelled")];
const ENDED = [sql.lit("done"), sql.lit("cancelled")];

/** What there was of a table before a moment, by this column. */
const removeBefore =
  <T extends keyof Tables>(table: T, column: keyof Tables[T] & string) =>
  (db: Db, at: Holes<Moment>) =>
    untyped(db).deleteFrom<string>(table).where(sql.ref<number>(column), "<", at.before);

type Counted = "conversations" | "pending_actions" | "task_runs" | "schedules";
const countOfUser = (table: Counted) => (db: Db, at: Holes<User>) =>
  untyped(db)
    .selectFrom<string>(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", at.user_id);

/** What is deleted of one user, and of all users after a time. */
export const personalQueries = {
  forget_conversations: removeBy("conversations", "user_id"),
  forget_pending: removeBy("pending_actions", "user_id"),
  forget_runs: removeBy("task_runs", "user_id"),
  forget_steps: removeBy("task_steps", "user_id"),
  forget_usage: removeBy("usage_metrics", "user_id"),
  forget_model_calls: removeBy("model_calls", "user_id"),
  forget_said: removeBy("example_proposals", "user_id"),
  forget_schedules: removeBy("schedules", "user_id"),
  forget_ticks: removeBy("schedule_ticks", "user_id"),
  forget_link_codes: removeBy("link_codes", "user_id"),
  forget_settings: removeBy("user_settings", "user_id"),
  forget_reached: removeBy("reached_users", "user_id"),
  forget_answers: (db: Db, at: Holes<User>) =>
    db.deleteFrom("cached_answers").where("owner", "=", at.user_id),
  /** What was answered goes; that the message was answered stays, so that no one does it again. */
  forget_messages: (db: Db, at: Holes<User>) =>
    db
      .updateTable("channel_notes")
      .set({ note: sql.lit("null"), user_id: sql.lit(null) })
      .where("user_id", "=", at.user_id),
  /** The user's own links, and those of others to where only this user reads. */
  forget_recipients: (db: Db, at: Holes<User>) =>
    db
      .deleteFrom("recipients")
      .where((eb) =>
        eb.or([
          eb("user_id", "=", at.user_id),
          eb.exists(
            eb
              .selectFrom("reached_users")
              .select("reached_users.user_id")
              .where("reached_users.user_id", "=", at.user_id)
              .where("reached_users.is_private", "=", sql.lit(1))
              .whereRef("reached_users.channel", "=", "recipients.channel")
              .whereRef("reached_users.address", "=", "recipients.address"),
          ),
        ]),
      ),

  count_sessions_of: countOfUser("conversations"),
  count_questions_of: countOfUser("pending_actions"),
  count_runs_of: countOfUser("task_runs"),
  count_schedules_of: countOfUser("schedules"),

  count_conversations: (db: Db, at: Holes<Moment>) =>
    db
      .selectFrom("conversations")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("updated_at", "<", at.before),
  count_runs: (db: Db, at: Holes<Moment>) =>
    db
      .selectFrom("task_runs")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("status", "in", OVER)
      .where("updated_at", "<", at.before),

  drop_conversations: removeBefore("conversations", "updated_at"),
  drop_steps: (db: Db, at: Holes<Moment>) =>
    db
      .deleteFrom("task_steps")
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom("task_runs")
            .select("task_runs.run_id")
            .whereRef("task_runs.user_id", "=", "task_steps.user_id")
            .whereRef("task_runs.run_id", "=", "task_steps.run_id")
            .where("task_runs.status", "in", OVER)
            .where("task_runs.updated_at", "<", at.before),
        ),
      ),
  drop_runs: (db: Db, at: Holes<Moment>) =>
    db.deleteFrom("task_runs").where("status", "in", OVER).where("updated_at", "<", at.before),
  drop_ticks: removeBefore("schedule_ticks", "ended_at"),
  drop_schedules: (db: Db, at: Holes<Moment>) =>
    db
      .deleteFrom("schedules")
      .where("status", "in", ENDED)
      .where("created_at", "<", at.before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("schedule_ticks")
              .select("schedule_ticks.at")
              .whereRef("schedule_ticks.user_id", "=", "schedules.user_id")
              .whereRef("schedule_ticks.schedule_id", "=", "schedules.id"),
          ),
        ),
      ),
  drop_said: removeBefore("example_proposals", "created_at"),
  drop_usage: removeBefore("usage_metrics", "at"),
  drop_model_calls: removeBefore("model_calls", "at"),
};

/** What is asked and changed about what people have set for themselves. */
export const settingsQueries = {
  put_settings: upsert("user_settings", ["user_id"], ["timezone"]),

  find_settings: rowsBy("user_settings", ["user_id"], ["timezone"]),
};

/** All columns of a recipient. */
const RECIPIENT = [
  "user_id",
  "id",
  "channel",
  "address",
  "shared",
  "created_at",
  "recipient",
] as const;
type Chat = { channel: string; address: string };

/** What is asked and changed about whom people may send to. */
export const recipientQueries = {
  put_recipient: upsert(
    "recipients",
    ["user_id", "id"],
    ["channel", "address", "shared", "created_at", "recipient"],
  ),

  recipients_of: (db: Db, at: Holes<{ user_id: string }>) =>
    db
      .selectFrom("recipients")
      .select(RECIPIENT)
      .where((eb) => eb.or([eb("user_id", "=", at.user_id), eb("shared", "=", sql.lit(1))]))
      .orderBy("created_at")
      .orderBy("id"),

  recipients_at: rowsBy("recipients", ["channel", "address"], RECIPIENT),
  remove_recipient: removeBy("recipients", "user_id", "id"),
  remove_recipients_at: removeBy("recipients", "channel", "address"),

  move_recipients: (db: Db, at: Holes<Chat & { to: string }>) =>
    db
      .updateTable("recipients")
      .set({ address: at.to })
      .where(sameAs(at, "channel", "address")),

  put_link_code: upsert("link_codes", ["digest"], ["user_id", "expires_at", "link"]),

  find_link_code: (db: Db, at: Holes<{ digest: string; now: number }>) =>
    db
      .selectFrom("link_codes")
      .select(["digest", "user_id", "expires_at", "link"])
      .where("digest", "=", at.digest)
      .where("expires_at", ">", at.now),

  take_link_code: removeBy("link_codes", "digest"),
  drop_link_codes: removeExpired("link_codes"),

  put_reached: upsert("reached_users", ["user_id", "kind"], ["channel", "address", "is_private"]),

  find_reached: rowsBy("reached_users", ["user_id", "kind"], ["channel", "address"]),
  remove_reached_at: removeBy("reached_users", "channel", "address"),

  move_reached: (db: Db, at: Holes<Chat & { to: string }>) =>
    db
      .updateTable("reached_users")
      .set({ address: at.to })
      .where(sameAs(at, "channel", "address")),
};
