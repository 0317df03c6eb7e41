import { type Kysely, sql } from "kysely";
import { type Holes, sameAs, upsert } from "./compile-query.ts";
import type { Tables } from "./tables.ts";

type Db = Kysely<Tables>;
type User = { user_id: string };
type Moment = { before: number };

const OVER = [sql.lit("success"), sql.lit("partial"), sql.lit("failure"), sql.lit("cancelled")];
const ENDED = [sql.lit("done"), sql.lit("cancelled")];

/** The tables whose rows begin with their owner. */
type Owned = { [T in keyof Tables]: "user_id" extends keyof Tables[T] ? T : never }[keyof Tables];

/** All rows of a user. Kysely cannot follow a table that is a type parameter; the signature checks the name. */
const ofUser = (table: Owned) => (db: Db, at: Holes<User>) =>
  (db as unknown as Kysely<Record<string, User>>)
    .deleteFrom<string>(table)
    .where("user_id", "=", at.user_id);

const countOfUser = (table: Owned) => (db: Db, at: Holes<User>) =>
  (db as unknown as Kysely<Record<string, User>>)
    .selectFrom<string>(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", at.user_id);

/** What is deleted of one user, and of all users after a time. */
export const personalQueries = {
  forget_conversations: ofUser("conversations"),
  forget_pending: ofUser("pending_actions"),
  forget_runs: ofUser("task_runs"),
  forget_steps: ofUser("task_steps"),
  forget_usage: ofUser("usage_metrics"),
  forget_model_calls: ofUser("model_calls"),
  forget_said: ofUser("example_proposals"),
  forget_schedules: ofUser("schedules"),
  forget_ticks: ofUser("schedule_ticks"),
  forget_link_codes: ofUser("link_codes"),
  forget_settings: ofUser("user_settings"),
  forget_reached: ofUser("reached_users"),
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

  drop_conversations: (db: Db, at: Holes<Moment>) =>
    db.deleteFrom("conversations").where("updated_at", "<", at.before),
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
  drop_ticks: (db: Db, at: Holes<Moment>) =>
    db.deleteFrom("schedule_ticks").where("ended_at", "<", at.before),
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
  drop_said: (db: Db, at: Holes<Moment>) =>
    db.deleteFrom("example_proposals").where("created_at", "<", at.before),
  drop_usage: (db: Db, at: Holes<Moment>) =>
    db.deleteFrom("usage_metrics").where("at", "<", at.before),
  drop_model_calls: (db: Db, at: Holes<Moment>) =>
    db.deleteFrom("model_calls").where("at", "<", at.before),
};

/** What is asked and changed about what people have set for themselves. */
export const settingsQueries = {
  put_settings: upsert("user_settings", ["user_id"], ["timezone"]),

  find_settings: (db: Kysely<Tables>, at: Holes<{ user_id: string }>) =>
    db.selectFrom("user_settings").select("timezone").where("user_id", "=", at.user_id),
};

type Chat = { channel: string; address: string };

/** What is asked and changed about whom people may send to. */
export const recipientQueries = {
  put_recipient: upsert(
    "recipients",
    ["user_id", "id"],
    ["channel", "address", "shared", "created_at", "recipient"],
  ),

  recipients_of: (db: Db, at: Holes<{ user_id: string }>) =>
    recipients(db)
      .where((eb) => eb.or([eb("user_id", "=", at.user_id), eb("shared", "=", sql.lit(1))]))
      .orderBy("created_at")
      .orderBy("id"),

  recipients_at: (db: Db, at: Holes<Chat>) =>
    recipients(db).where(sameAs(at, "channel", "address")),

  remove_recipient: (db: Db, at: Holes<{ user_id: string; id: string }>) =>
    db.deleteFrom("recipients").where(sameAs(at, "user_id", "id")),

  remove_recipients_at: (db: Db, at: Holes<Chat>) =>
    db.deleteFrom("recipients").where(sameAs(at, "channel", "address")),

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

  take_link_code: (db: Db, at: Holes<{ digest: string }>) =>
    db.deleteFrom("link_codes").where("digest", "=", at.digest),

  drop_link_codes: (db: Db, at: Holes<{ now: number }>) =>
    db.deleteFrom("link_codes").where("expires_at", "<=", at.now),

  put_reached: upsert("reached_users", ["user_id", "kind"], ["channel", "address", "is_private"]),

  find_reached: (db: Db, at: Holes<{ user_id: string; kind: string }>) =>
    db
      .selectFrom("reached_users")
      .select(["channel", "address"])
      .where(sameAs(at, "user_id", "kind")),

  remove_reached_at: (db: Db, at: Holes<Chat>) =>
    db.deleteFrom("reached_users").where(sameAs(at, "channel", "address")),

  move_reached: (db: Db, at: Holes<Chat & { to: string }>) =>
    db
      .updateTable("reached_users")
      .set({ address: at.to })
      .where(sameAs(at, "channel", "address")),
};

const recipients = (db: Db) =>
  db
    .selectFrom("recipients")
    .select(["user_id", "id", "channel", "address", "shared", "created_at", "recipient"]);
