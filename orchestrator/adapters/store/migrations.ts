import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Tables } from "./tables.ts";

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

type ColumnType = "text" | "bigint" | "integer" | "double precision";

/** A table by its key and its columns. No column may be null, but those of whose type that is said: "text?". */
function createTable(
  { schema }: Kysely<Tables>,
  name: string,
  key: readonly string[],
  columns: Readonly<Record<string, ColumnType | `${ColumnType}?`>>,
): Promise<void> {
  const [only] = key.length === 1 ? key : [];
  let table: CreateTableBuilder<string, string> = schema.createTable(name);
  for (const [column, type] of Object.entries(columns))
    table = table.addColumn(column, type.replace("?", "") as ColumnType, (of) => {
      const filled = type.endsWith("?") ? of : of.notNull();
      return column === only ? filled.primaryKey() : filled;
    });
  const whole = only === undefined ? table.addPrimaryKeyConstraint(`${name}_pk`, [...key]) : table;
  return whole.execute();
}

const index = (
  { schema }: Kysely<Tables>,
  name: string,
  table: string,
  columns: readonly string[],
) =>
  schema
    .createIndex(name)
    .on(table)
    .columns([...columns]);

async function firstTables(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  await createTable(db, "meta", ["name"], { name: "text", value: "text" });
  await db
    .insertInto("meta")
    .values({ name: "created_at", value: sql`cast(current_timestamp as text)` })
    .execute();

  await createTable(db, "conversations", ["user_id", "session_id"], {
    user_id: "text",
    session_id: "text",
    state: "text",
    updated_at: "bigint",
  });

  // One open question for each session.
  await createTable(db, "pending_actions", ["user_id", "session_id"], {
    user_id: "text",
    session_id: "text",
    id: "text",
    action: "text",
    expires_at: "bigint",
  });

  await createTable(db, "task_runs", ["user_id", "run_id"], {
    user_id: "text",
    run_id: "text",
    session_id: "text",
    status: "text",
    created_at: "bigint",
    updated_at: "bigint",
    run: "text",
  });
  await index(db, "task_runs_newest", "task_runs", ["user_id", "created_at", "run_id"]).execute();
  // Finished runs, which are nearly all, cost this index nothing.
  await index(db, "task_runs_unfinished", "task_runs", ["status", "created_at"])
    .where("status", "=", "running")
    .execute();

  await createTable(db, "task_steps", ["user_id", "run_id", "step_id"], {
    user_id: "text",
    run_id: "text",
    step_id: "text",
    status: "text",
    step: "text",
    idempotency_key: "text?",
    params_digest: "text?",
    intended_at: "bigint?",
    settled_at: "bigint?",
  });

  await createTable(db, "usage_metrics", ["user_id", "at", "id"], {
    user_id: "text",
    at: "bigint",
    id: "text",
    session_id: "text",
    run_id: "text",
    goal: "text",
    tier: "text",
    action_type: "text",
    status: "text",
    duration_ms: "double precision",
    llm_calls: "integer",
    tokens_input: "integer",
    tokens_output: "integer",
  });

  await schema.createView("usage_summary").as(usageSummary(db, sql`llm_calls = 0`)).execute();
}

/** The casts keep PostgreSQL from answering in `numeric`, which arrives as text. */
const sum = (column: string) => sql<number>`cast(sum(${sql.ref(column)}) as bigint)`.as(column);

/** `isFree`: which messages count as those that took no tokens. */
function usageSummary(db: Kysely<Tables>, isFree: RawBuilder<unknown>) {
  const day = sql<number>`at / 86400000`;
  return db
    .selectFrom("usage_metrics")
    .select([
      "user_id",
      day.as("day"),
      "goal",
      "action_type",
      sql<number>`count(*)`.as("calls"),
      sql<number>`cast(sum(case when ${isFree} then 1 else 0 end) as bigint)`.as(
        "zero_token_calls",
      ),
      sum("tokens_input"),
      sum("tokens_output"),
      sql<number>`sum(duration_ms)`.as("duration_ms"),
    ])
    .groupBy(["user_id", day, "goal", "action_type"]);
}

/** The same with what the provider had kept, and what a model alone would have taken. */
const fullSummary = (db: Kysely<Tables>, isFree: RawBuilder<unknown>) =>
  usageSummary(db, isFree).select([sum("tokens_cached"), sum("tokens_counterfactual")]);

/** For replaying what people said, and for telling beforehand how long a step may take. */
async function saidAndTook(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  await schema.alterTable("task_runs").addColumn("input_text", "text").execute();
  await index(db, "task_runs_said", "task_runs", ["created_at"]).execute();
  await schema.alterTable("task_steps").addColumn("domain", "text").execute();
  await schema.alterTable("task_steps").addColumn("capability", "text").execute();
  await schema.alterTable("task_steps").addColumn("duration_ms", "double precision").execute();
  await index(db, "task_steps_took", "task_steps", [
    "domain",
    "capability",
    "settled_at",
    "duration_ms",
  ])
    .where("status", "=", "success")
    .execute();
}

/** What channels keep for themselves: deliveries that they took, chats that are closed to them. */
async function channelNotes(db: Kysely<Tables>): Promise<void> {
  await createTable(db, "channel_notes", ["channel", "kind", "id"], {
    channel: "text",
    kind: "text",
    id: "text",
    note: "text",
    expires_at: "bigint",
  });
  await index(db, "channel_notes_expired", "channel_notes", ["expires_at"]).execute();
  // What is settled, which is nearly all, costs this index nothing.
  await index(db, "channel_notes_open", "channel_notes", ["channel", "kind"])
    .where("note", "<>", "null")
    .execute();
}

/** Which process carries a run out, and which one took the answer to a question, for which run. */
async function holders(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  await schema.alterTable("task_runs").addColumn("holder", "text").execute();
  await index(db, "task_runs_under_way", "task_runs", ["holder", "created_at"])
    .where("status", "=", "running")
    .execute();
  await schema.dropIndex("task_runs_unfinished").execute();
  await schema.alterTable("pending_actions").addColumn("held_by", "text").execute();
  await schema.alterTable("pending_actions").addColumn("held_for", "text").execute();
  // Nearly all questions are held by no one, and cost this index nothing.
  await index(db, "pending_actions_held", "pending_actions", ["held_by"])
    .where("held_by", "is not", null)
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
  await schema.createView("usage_summary").as(fullSummary(db, sql`llm_calls = 0`)).execute();

  await createTable(db, "model_calls", ["user_id", "at", "id"], {
    user_id: "text",
    at: "bigint",
    id: "text",
    session_id: "text",
    run_id: "text",
    step_id: "text",
    purpose: "text",
    model: "text",
    status: "text",
    duration_ms: "double precision",
    llm_calls: "integer",
    tokens_input: "integer",
    tokens_output: "integer",
    tokens_cached: "integer",
  });
  await index(db, "model_calls_of_day", "model_calls", ["at"]).execute();
  await index(db, "model_calls_of_session", "model_calls", ["user_id", "session_id"]).execute();
  await index(db, "model_calls_of_run", "model_calls", ["user_id", "run_id"]).execute();
}

/** Answers that need not be made again: intents, responses, plans. */
async function cachedAnswers(db: Kysely<Tables>): Promise<void> {
  await createTable(db, "cached_answers", ["owner", "kind", "key"], {
    owner: "text",
    kind: "text",
    key: "text",
    answer: "text",
    expires_at: "bigint",
  });
  await index(db, "cached_answers_expired", "cached_answers", ["expires_at"]).execute();
}

/** Requests that stand, and what became of each of their occurrences. */
async function standingRequests(db: Kysely<Tables>): Promise<void> {
  await createTable(db, "schedules", ["user_id", "id"], {
    user_id: "text",
    id: "text",
    status: "text",
    next_at: "bigint?",
    created_at: "bigint",
    version: "bigint",
    claim: "text",
    schedule: "text",
  });
  // What waits for nothing costs this index nothing.
  await index(db, "schedules_due", "schedules", ["next_at"])
    .where("next_at", "is not", null)
    .execute();
  await createTable(db, "schedule_ticks", ["user_id", "schedule_id", "at"], {
    user_id: "text",
    schedule_id: "text",
    at: "bigint",
    status: "text",
    holder: "text?",
    told: "text",
    ended_at: "bigint?",
    tick: "text",
  });
  await index(db, "schedule_ticks_newest", "schedule_ticks", ["user_id", "ended_at"]).execute();
  // Nearly all are over and told.
  await index(db, "schedule_ticks_open", "schedule_ticks", ["holder"])
    .where("holder", "is not", null)
    .execute();
}

/** What people said that may become an example. */
async function proposedExamples(db: Kysely<Tables>): Promise<void> {
  await createTable(db, "example_proposals", ["user_id", "id"], {
    user_id: "text",
    id: "text",
    session_id: "text",
    status: "text",
    created_at: "bigint",
    proposal: "text",
  });
  await index(db, "example_proposals_waiting", "example_proposals", [
    "status",
    "created_at",
  ]).execute();
}

/** Chats that may be sent to, the codes by which they agree, and where people were last reached. */
async function recipients(db: Kysely<Tables>): Promise<void> {
  await createTable(db, "recipients", ["user_id", "id"], {
    user_id: "text",
    id: "text",
    channel: "text",
    address: "text",
    shared: "integer",
    created_at: "bigint",
    recipient: "text",
  });
  await index(db, "recipients_shared", "recipients", ["shared"]).execute();
  await index(db, "recipients_of_chat", "recipients", ["channel", "address"]).execute();
  await createTable(db, "link_codes", ["digest"], {
    digest: "text",
    user_id: "text",
    expires_at: "bigint",
    link: "text",
  });
  await createTable(db, "reached_users", ["user_id", "kind"], {
    user_id: "text",
    kind: "text",
    channel: "text",
    address: "text",
    is_private: "integer",
  });
  await index(db, "reached_users_of_chat", "reached_users", ["channel", "address"]).execute();
}

/** Open questions by when their time is over. */
async function questionsExpire(db: Kysely<Tables>): Promise<void> {
  await index(db, "pending_actions_expire", "pending_actions", ["expires_at"])
    .where("held_by", "is", null)
    .execute();
}

/** What people have set for themselves. */
async function userSettings(db: Kysely<Tables>): Promise<void> {
  await createTable(db, "user_settings", ["user_id"], { user_id: "text", timezone: "text?" });
}

/** What became of each message, how it was read, and what its user says of it. What is older is told by its status and goal. */
async function turnOutcomes(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable("usage_metrics")
    .addColumn("outcome", "text", (column) => column.notNull().defaultTo("talk"))
    .execute();
  await schema.alterTable("usage_metrics").addColumn("verdict", "text").execute();
  await schema.alterTable("usage_metrics").addColumn("reading", "text").execute();
  await sql`update usage_metrics set outcome = case
    when status = 'clarification' then 'asked'
    when status = 'failure' then 'failed'
    when goal = '' then 'talk'
    else 'understood' end`.execute(db);
  await sql`update usage_metrics set tokens_counterfactual = 0 where outcome <> 'understood'`.execute(
    db,
  );
  await index(db, "usage_metrics_of_run", "usage_metrics", ["user_id", "run_id"]).execute();
  await schema.dropView("usage_summary").execute();
  const summed = fullSummary(db, sql`llm_calls = 0 and outcome = 'understood'`);
  await schema.createView("usage_summary").as(summed).execute();
}

/** What a user's message was answered goes with that user. */
async function messagesOfUsers({ schema }: Kysely<Tables>): Promise<void> {
  await schema.alterTable("channel_notes").addColumn("user_id", "text").execute();
}
