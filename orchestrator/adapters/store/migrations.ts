import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Tables } from "./tables.ts";
import { turnOutcomes } from "./turn-outcomes.ts";

/**
 * Every change of the schema, oldest first, in what SQLite and PostgreSQL both understand. A
 * released one is never edited; the next one is added below with a later name.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001_first_tables": { up: firstTables },
  "0002_what_was_said_and_how_long_it_took": { up: saidAndTook },
  "0003_what_channels_note": { up: channelNotes },
  "0004_who_carries_out_what": { up: holders },
  "0005_what_models_cost": { up: modelCosts },
  "0006_cached_answers": { up: cachedAnswers },
  "0007_proposed_examples": { up: proposedExamples },
  "0008_recipients": { up: recipients },
  "0010_standing_requests": { up: standingRequests },
  "0011_questions_expire": { up: questionsExpire },
  "0012_user_settings": { up: userSettings },
  "0013_what_turns_came_to": { up: turnOutcomes },
  "0014_whose_a_message_is": { up: messagesOfUsers },
};

async function firstTables(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("meta")
    .addColumn("name", "text", (column) => column.notNull().primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
  await db
    .insertInto("meta")
    .values({ name: "created_at", value: sql`cast(current_timestamp as text)` })
    .execute();

  await schema
    .createTable("conversations")
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("conversations_pk", ["user_id", "session_id"])
    .execute();

  await schema
    .createTable("pending_actions")
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    // One open question for each session.
    .addPrimaryKeyConstraint("pending_actions_pk", ["user_id", "session_id"])
    .execute();

  await schema
    .createTable("task_runs")
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("run_id", "text", (column) => column.notNull())
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("run", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("task_runs_pk", ["user_id", "run_id"])
    .execute();
  await schema
    .createIndex("task_runs_newest")
    .on("task_runs")
    .columns(["user_id", "created_at", "run_id"])
    .execute();
  // Finished runs, which are nearly all, cost this index nothing.
  await schema
    .createIndex("task_runs_unfinished")
    .on("task_runs")
    .columns(["status", "created_at"])
    .where("status", "=", "running")
    .execute();

  await schema
    .createTable("task_steps")
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("run_id", "text", (column) => column.notNull())
    .addColumn("step_id", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("step", "text", (column) => column.notNull())
    .addColumn("idempotency_key", "text")
    .addColumn("params_digest", "text")
    .addColumn("intended_at", "bigint")
    .addColumn("settled_at", "bigint")
    .addPrimaryKeyConstraint("task_steps_pk", ["user_id", "run_id", "step_id"])
    .execute();

  await schema
    .createTable("usage_metrics")
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("run_id", "text", (column) => column.notNull())
    .addColumn("goal", "text", (column) => column.notNull())
    .addColumn("tier", "text", (column) => column.notNull())
    .addColumn("action_type", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("duration_ms", "double precision", (column) => column.notNull())
    .addColumn("llm_calls", "integer", (column) => column.notNull())
    .addColumn("tokens_input", "integer", (column) => column.notNull())
    .addColumn("tokens_output", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("usage_metrics_pk", ["user_id", "at", "id"])
    .execute();

  await schema.createView("usage_summary").as(usageSummary(db)).execute();
}

/** The casts keep PostgreSQL from answering in `numeric`, which arrives as text. */
function usageSummary(db: Kysely<Tables>) {
  const day = sql<number>`at / 86400000`;
  return db
    .selectFrom("usage_metrics")
    .select([
      "user_id",
      day.as("day"),
      "goal",
      "action_type",
      sql<number>`count(*)`.as("calls"),
      sql<number>`cast(sum(case when llm_calls = 0 then 1 else 0 end) as bigint)`.as(
        "zero_token_calls",
      ),
      sql<number>`cast(sum(tokens_input) as bigint)`.as("tokens_input"),
      sql<number>`cast(sum(tokens_output) as bigint)`.as("tokens_output"),
      sql<number>`sum(duration_ms)`.as("duration_ms"),
    ])
    .groupBy(["user_id", day, "goal", "action_type"]);
}

/** For replaying what people said, and for telling beforehand how long a step may take. */
async function saidAndTook({ schema }: Kysely<Tables>): Promise<void> {
  await schema.alterTable("task_runs").addColumn("input_text", "text").execute();
  await schema.createIndex("task_runs_said").on("task_runs").column("created_at").execute();
  await schema.alterTable("task_steps").addColumn("domain", "text").execute();
  await schema.alterTable("task_steps").addColumn("capability", "text").execute();
  await schema.alterTable("task_steps").addColumn("duration_ms", "double precision").execute();
  await schema
    .createIndex("task_steps_took")
    .on("task_steps")
    .columns(["domain", "capability", "settled_at", "duration_ms"])
    .where(sql.ref("status"), "=", "success")
    .execute();
}

/** What channels keep for themselves: deliveries that they took, chats that are closed to them. */
async function channelNotes({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createTable("channel_notes")
    .addColumn("channel", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("note", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("channel_notes_pk", ["channel", "kind", "id"])
    .execute();
  await schema
    .createIndex("channel_notes_expired")
    .on("channel_notes")
    .column("expires_at")
    .execute();
  // What is settled, which is nearly all, costs this index nothing.
  await schema
    .createIndex("channel_notes_open")
    .on("channel_notes")
    .columns(["channel", "kind"])
    .where(sql.ref("note"), "<>", "null")
    .execute();
}

/** Which process carries a run out, and which one took the answer to a question, for which run. */
async function holders({ schema }: Kysely<Tables>): Promise<void> {
  await schema.alterTable("task_runs").addColumn("holder", "text").execute();
  await schema
    .createIndex("task_runs_under_way")
    .on("task_runs")
    .columns(["holder", "created_at"])
    .where(sql.ref("status"), "=", "running")
    .execute();
  await schema.dropIndex("task_runs_unfinished").execute();
  await schema.alterTable("pending_actions").addColumn("held_by", "text").execute();
  await schema.alterTable("pending_actions").addColumn("held_for", "text").execute();
  // Nearly all questions are held by no one, and cost this index nothing.
  await schema
    .createIndex("pending_actions_held")
    .on("pending_actions")
    .column("held_by")
    .where(sql.ref("held_by"), "is not", null)
    .execute();
}

/** Each request to a model; beside each message, what it would have cost without anything but a model. */
async function modelCosts(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  for (const name of ["tokens_cached", "tokens_counterfactual"] as const)
    await schema
      .alterTable("usage_metrics")
      .addColumn(name, "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  await schema.dropView("usage_summary").execute();
  const summed = usageSummary(db).select([
    sql<number>`cast(sum(tokens_cached) as bigint)`.as("tokens_cached"),
    sql<number>`cast(sum(tokens_counterfactual) as bigint)`.as("tokens_counterfactual"),
  ]);
  await schema.createView("usage_summary").as(summed).execute();

  await schema
    .createTable("model_calls")
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("run_id", "text", (column) => column.notNull())
    .addColumn("step_id", "text", (column) => column.notNull())
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("duration_ms", "double precision", (column) => column.notNull())
    .addColumn("llm_calls", "integer", (column) => column.notNull())
    .addColumn("tokens_input", "integer", (column) => column.notNull())
    .addColumn("tokens_output", "integer", (column) => column.notNull())
    .addColumn("tokens_cached", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("model_calls_pk", ["user_id", "at", "id"])
    .execute();
  await schema.createIndex("model_calls_of_day").on("model_calls").column("at").execute();
  await schema
    .createIndex("model_calls_of_session")
    .on("model_calls")
    .columns(["user_id", "session_id"])
    .execute();
  await schema
    .createIndex("model_calls_of_run")
    .on("model_calls")
    .columns(["user_id", "run_id"])
    .execute();
}

/** Answers that need not be made again: intents, responses, plans. */
async function cachedAnswers({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createTable("cached_answers")
    .addColumn("owner", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("answer", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("cached_answers_pk", ["owner", "kind", "key"])
    .execute();
  await schema
    .createIndex("cached_answers_expired")
    .on("cached_answers")
    .column("expires_at")
    .execute();
}

/** Requests that stand, and what became of each of their occurrences. */
async function standingRequests({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createTable("schedules")
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("next_at", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("claim", "text", (column) => column.notNull())
    .addColumn("schedule", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("schedules_pk", ["user_id", "id"])
    .execute();
  // What waits for nothing costs this index nothing.
  await schema
    .createIndex("schedules_due")
    .on("schedules")
    .column("next_at")
    .where(sql.ref("next_at"), "is not", null)
    .execute();
  await schema
    .createTable("schedule_ticks")
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("schedule_id", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("holder", "text")
    .addColumn("told", "text", (column) => column.notNull())
    .addColumn("ended_at", "bigint")
    .addColumn("tick", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("schedule_ticks_pk", ["user_id", "schedule_id", "at"])
    .execute();
  await schema
    .createIndex("schedule_ticks_newest")
    .on("schedule_ticks")
    .columns(["user_id", "ended_at"])
    .execute();
  // Nearly all are over and told.
  await schema
    .createIndex("schedule_ticks_open")
    .on("schedule_ticks")
    .column("holder")
    .where(sql.ref("holder"), "is not", null)
    .execute();
}

/** What people said that may become an example. */
async function proposedExamples({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createTable("example_proposals")
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("proposal", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("example_proposals_pk", ["user_id", "id"])
    .execute();
  await schema
    .createIndex("example_proposals_waiting")
    .on("example_proposals")
    .columns(["status", "created_at"])
    .execute();
}

/** Chats that may be sent to, the codes by which they agree, and where people were last reached. */
async function recipients({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createTable("recipients")
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("channel", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("shared", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("recipient", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("recipients_pk", ["user_id", "id"])
    .execute();
  await schema.createIndex("recipients_shared").on("recipients").column("shared").execute();
  await schema
    .createIndex("recipients_of_chat")
    .on("recipients")
    .columns(["channel", "address"])
    .execute();
  await schema
    .createTable("link_codes")
    .addColumn("digest", "text", (column) => column.notNull().primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("link", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("reached_users")
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("channel", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("is_private", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("reached_users_pk", ["user_id", "kind"])
    .execute();
  await schema
    .createIndex("reached_users_of_chat")
    .on("reached_users")
    .columns(["channel", "address"])
    .execute();
}

/** Open questions by when their time is over. */
async function questionsExpire({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createIndex("pending_actions_expire")
    .on("pending_actions")
    .column("expires_at")
    .where(sql.ref("held_by"), "is", null)
    .execute();
}

/** What people have set for themselves. */
async function userSettings({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createTable("user_settings")
    .addColumn("user_id", "text", (column) => column.notNull().primaryKey())
    .addColumn("timezone", "text")
    .execute();
}

/** What a user's message was answered goes with that user. */
async function messagesOfUsers({ schema }: Kysely<Tables>): Promise<void> {
  await schema.alterTable("channel_notes").addColumn("user_id", "text").execute();
}
