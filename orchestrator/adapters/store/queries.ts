import { type Kysely, sql } from "kysely";
import {
  type Args,
  type CompiledText,
  compileQuery,
  compilerFor,
  type EngineName,
  type Holes,
  type QueryBuilder,
  type Value,
} from "./compile-query.ts";
import type { Tables } from "./tables.ts";

type Db = Kysely<Tables>;
type Session = { user_id: string; session_id: string };
type Question = Session & { id: string };
type Run = { user_id: string; run_id: string };
/** An empty status or session is any. */
type RunsOf = { user_id: string; status: string; session_id: string };
type Note = { channel: string; kind: string; now: number };
type Step = Run & { step_id: string; status: string; step: string };

const DAY = sql<number>`at / 86400000`;

/** Every question and every change that is ever put to the database. */
const builders = {
  load_conversation: (db: Db, at: Holes<Session>) =>
    db
      .selectFrom("conversations")
      .select("state")
      .where("user_id", "=", at.user_id)
      .where("session_id", "=", at.session_id),

  save_conversation: upsert("conversations", ["user_id", "session_id"], ["state", "updated_at"]),

  delete_conversation: (db: Db, at: Holes<Session>) =>
    db
      .deleteFrom("conversations")
      .where("user_id", "=", at.user_id)
      .where("session_id", "=", at.session_id),

  latest_conversations: (db: Db, at: Holes<{ user_id: string; limit: number }>) =>
    conversationsOf(db, at.user_id).limit(at.limit),

  conversations_before: (db: Db, at: Holes<Session & { updated_at: number; limit: number }>) =>
    conversationsOf(db, at.user_id)
      .where((eb) =>
        eb(eb.refTuple("updated_at", "session_id"), "<", eb.tuple(at.updated_at, at.session_id)),
      )
      .limit(at.limit),

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

  let_go_pending: (db: Db, at: Holes<Question>) =>
    db
      .deleteFrom("pending_actions")
      .where("user_id", "=", at.user_id)
      .where("session_id", "=", at.session_id)
      .where("id", "=", at.id)
      .where("held_by", "is not", null),

  reopen_pending: (db: Db, at: Holes<Question>) =>
    db
      .updateTable("pending_actions")
      .set({ held_by: sql.lit(null), held_for: sql.lit(null) })
      .where("user_id", "=", at.user_id)
      .where("session_id", "=", at.session_id)
      .where("id", "=", at.id),

  held_pending: (db: Db, at: Holes<{ held_by: string }>) =>
    db
      .selectFrom("pending_actions")
      .select(["user_id", "session_id", "action", "held_for"])
      .where("held_by", "=", at.held_by),

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

  /** Changes nothing while another process carries the run out. */
  save_run: (db: Db, at: Holes<Tables["task_runs"]>) =>
    db
      .insertInto("task_runs")
      .values({
        user_id: at.user_id,
        run_id: at.run_id,
        session_id: at.session_id,
        status: at.status,
        created_at: at.created_at,
        updated_at: at.updated_at,
        run: at.run,
        input_text: at.input_text,
        holder: at.holder,
      })
      .onConflict((conflict) =>
        conflict
          .columns(["user_id", "run_id"])
          .doUpdateSet(({ ref }) => ({
            session_id: ref("excluded.session_id"),
            status: ref("excluded.status"),
            created_at: ref("excluded.created_at"),
            updated_at: ref("excluded.updated_at"),
            run: ref("excluded.run"),
            input_text: ref("excluded.input_text"),
            holder: ref("excluded.holder"),
          }))
          .where(({ eb, ref, or }) =>
            or([
              eb("task_runs.holder", "is", null),
              eb("task_runs.holder", "=", ref("excluded.holder")),
              eb("task_runs.status", "<>", sql.lit("running")),
            ]),
          ),
      ),

  /** Compare and set: changes nothing when the run is not as it was read. */
  claim_run: (
    db: Db,
    at: Holes<
      Run & {
        run: string;
        holder: string | null;
        updated_at: number;
        was_status: string;
        was_updated_at: number;
      }
    >,
  ) =>
    db
      .updateTable("task_runs")
      .set({
        status: sql.lit("running"),
        holder: at.holder,
        updated_at: at.updated_at,
        run: at.run,
      })
      .where("user_id", "=", at.user_id)
      .where("run_id", "=", at.run_id)
      .where("status", "=", at.was_status)
      .where("updated_at", "=", at.was_updated_at),

  find_run: (db: Db, at: Holes<Run>) =>
    db
      .selectFrom("task_runs")
      .select("run")
      .where("user_id", "=", at.user_id)
      .where("run_id", "=", at.run_id),

  holder_of_run: (db: Db, at: Holes<Run>) =>
    db
      .selectFrom("task_runs")
      .select("holder")
      .where("user_id", "=", at.user_id)
      .where("run_id", "=", at.run_id),

  newest_runs: (db: Db, at: Holes<RunsOf & { limit: number }>) => runsOf(db, at).limit(at.limit),

  runs_before: (db: Db, at: Holes<RunsOf & Run & { created_at: number; limit: number }>) =>
    runsOf(db, at)
      .where((eb) =>
        eb(eb.refTuple("created_at", "run_id"), "<", eb.tuple(at.created_at, at.run_id)),
      )
      .limit(at.limit),

  holders: (db: Db, _at: Holes<Record<never, never>>) =>
    db
      .selectFrom("task_runs")
      .select(sql<string>`coalesce(holder, '')`.as("holder"))
      .distinct()
      .where("status", "=", sql.lit("running"))
      .unionAll(
        db
          .selectFrom("pending_actions")
          .select(sql<string>`held_by`.as("holder"))
          .distinct()
          .where("held_by", "is not", null),
      ),

  unfinished_runs: (db: Db, at: Holes<{ holder: string }>) =>
    db
      .selectFrom("task_runs")
      .select(["user_id", "run_id", "run"])
      .where("status", "=", sql.lit("running"))
      .where(sql<string>`coalesce(holder, '')`, "=", at.holder)
      .orderBy("created_at"),

  newest_utterances: (db: Db, at: Holes<{ limit: number }>) =>
    db
      .selectFrom("task_runs")
      .select("input_text")
      .where("input_text", "is not", null)
      .orderBy("created_at", "desc")
      .limit(at.limit),

  newest_durations: (db: Db, at: Holes<{ domain: string; capability: string; limit: number }>) =>
    db
      .selectFrom("task_steps")
      .select("duration_ms")
      .where("domain", "=", at.domain)
      .where("capability", "=", at.capability)
      .where("status", "=", sql.lit("success"))
      .orderBy("settled_at", "desc")
      .limit(at.limit),

  /**
   * Announces a step; changes nothing while the same step is under way with other parameters, or while
   * another process carries the run out.
   */
  intend_step: (
    db: Db,
    at: Holes<
      Step & {
        idempotency_key: string;
        params_digest: string;
        intended_at: number;
        holder: string | null;
      }
    >,
  ) =>
    db
      .insertInto("task_steps")
      .columns([
        "user_id",
        "run_id",
        "step_id",
        "status",
        "step",
        "idempotency_key",
        "params_digest",
        "intended_at",
      ])
      .expression(
        db
          .selectNoFrom([
            at.user_id.as("user_id"),
            at.run_id.as("run_id"),
            at.step_id.as("step_id"),
            at.status.as("status"),
            at.step.as("step"),
            at.idempotency_key.as("idempotency_key"),
            at.params_digest.as("params_digest"),
            at.intended_at.as("intended_at"),
          ])
          .where(({ exists, not }) =>
            not(
              exists(
                db
                  .selectFrom("task_runs")
                  .select("run_id")
                  .where("user_id", "=", at.user_id)
                  .where("run_id", "=", at.run_id)
                  .where("holder", "<>", at.holder),
              ),
            ),
          ),
      )
      .onConflict((conflict) =>
        conflict
          .columns(["user_id", "run_id", "step_id"])
          .doUpdateSet(({ ref }) => ({
            status: ref("excluded.status"),
            step: ref("excluded.step"),
            idempotency_key: ref("excluded.idempotency_key"),
            params_digest: ref("excluded.params_digest"),
            intended_at: ref("excluded.intended_at"),
            settled_at: ref("excluded.settled_at"),
          }))
          .where(({ eb, ref, or }) =>
            or([
              eb("task_steps.settled_at", "is not", null),
              eb("task_steps.params_digest", "=", ref("excluded.params_digest")),
            ]),
          ),
      ),

  /** The announcement stays as it was. */
  settle_step: upsert(
    "task_steps",
    ["user_id", "run_id", "step_id"],
    ["status", "step", "settled_at", "domain", "capability", "duration_ms"],
  ),

  steps_of_run: (db: Db, at: Holes<Run>) =>
    db
      .selectFrom("task_steps")
      .select(["step_id", "step"])
      .where("user_id", "=", at.user_id)
      .where("run_id", "=", at.run_id)
      .orderBy("step_id"),

  /** The same row again changes nothing; it comes after a commit whose fate nobody knew. */
  record_usage: upsert(
    "usage_metrics",
    ["user_id", "at", "id"],
    [
      "session_id",
      "run_id",
      "goal",
      "tier",
      "action_type",
      "status",
      "duration_ms",
      "llm_calls",
      "tokens_input",
      "tokens_output",
    ],
  ),

  recent_usage: (db: Db, at: Holes<{ user_id: string; limit: number }>) =>
    db
      .selectFrom("usage_metrics")
      .selectAll()
      .where("user_id", "=", at.user_id)
      .orderBy("at", "desc")
      .orderBy("id", "desc")
      .limit(at.limit),

  summarize_usage: (db: Db, at: Holes<{ user_id: string; day: number }>) =>
    db
      .selectFrom("usage_summary")
      .selectAll()
      .where("user_id", "=", at.user_id)
      .where("day", ">=", at.day)
      .orderBy("day", "desc")
      .orderBy("goal")
      .orderBy("action_type"),

  /** Notes something unless it is noted already; what is forgotten does not count. */
  claim_note: (db: Db, at: Holes<Tables["channel_notes"] & { now: number }>) =>
    db
      .insertInto("channel_notes")
      .values({
        channel: at.channel,
        kind: at.kind,
        id: at.id,
        note: at.note,
        expires_at: at.expires_at,
      })
      .onConflict((conflict) =>
        conflict
          .columns(["channel", "kind", "id"])
          .doUpdateSet(({ ref }) => ({
            note: ref("excluded.note"),
            expires_at: ref("excluded.expires_at"),
          }))
          .where("channel_notes.expires_at", "<=", at.now),
      ),

  put_note: upsert("channel_notes", ["channel", "kind", "id"], ["note", "expires_at"]),

  find_note: (db: Db, at: Holes<Note & { id: string }>) =>
    db
      .selectFrom("channel_notes")
      .select("note")
      .where("channel", "=", at.channel)
      .where("kind", "=", at.kind)
      .where("id", "=", at.id)
      .where("expires_at", ">", at.now),

  open_notes: (db: Db, at: Holes<Note>) =>
    db
      .selectFrom("channel_notes")
      .select(["id", "note", "expires_at"])
      .where("channel", "=", at.channel)
      .where("kind", "=", at.kind)
      .where("note", "<>", sql.lit("null"))
      .where("expires_at", ">", at.now),

  sweep_notes: (db: Db, at: Holes<{ now: number }>) =>
    db.deleteFrom("channel_notes").where("expires_at", "<=", at.now),

  total_usage: (db: Db, at: Holes<{ user_id: string; since: number }>) =>
    db
      .selectFrom("usage_metrics")
      .select([
        DAY.as("day"),
        "goal",
        "tier",
        sql<number>`count(*)`.as("calls"),
        sql<number>`cast(sum(llm_calls) as bigint)`.as("llm_calls"),
        sql<number>`cast(sum(tokens_input) as bigint)`.as("tokens_input"),
        sql<number>`cast(sum(tokens_output) as bigint)`.as("tokens_output"),
        sql<number>`sum(duration_ms)`.as("duration_ms"),
      ])
      .where("user_id", "=", at.user_id)
      .where("at", ">=", at.since)
      .groupBy([DAY, "goal", "tier"])
      .orderBy(DAY, "desc")
      .orderBy("goal")
      .orderBy("tier"),
};

function conversationsOf(db: Db, user_id: Holes<Session>["user_id"]) {
  return db
    .selectFrom("conversations")
    .select(["user_id", "session_id", "state", "updated_at"])
    .where("user_id", "=", user_id)
    .orderBy("updated_at", "desc")
    .orderBy("session_id", "desc");
}

function runsOf(db: Db, at: Holes<RunsOf>) {
  return db
    .selectFrom("task_runs")
    .select(["user_id", "run_id", "created_at", "run"])
    .where("user_id", "=", at.user_id)
    .where((eb) => eb.or([eb(at.status, "=", sql.lit("")), eb("status", "=", at.status)]))
    .where((eb) =>
      eb.or([eb(at.session_id, "=", sql.lit("")), eb("session_id", "=", at.session_id)]),
    )
    .orderBy("created_at", "desc")
    .orderBy("run_id", "desc");
}

/** A row that takes the place of the one with the same key. */
function upsert<
  T extends keyof Tables,
  K extends keyof Tables[T] & string,
  C extends keyof Tables[T] & string,
>(table: T, key: readonly K[], rest: readonly C[]) {
  return (db: Db, at: Holes<Pick<Tables[T], K | C>>) => {
    // Kysely cannot follow a table that is a type parameter; the signature above checks the names.
    const untyped = db as unknown as Kysely<Record<string, Record<string, Value>>>;
    const columns: readonly (K | C)[] = [...key, ...rest];
    return untyped
      .insertInto<string>(table)
      .values(Object.fromEntries(columns.map((column) => [column, at[column]])))
      .onConflict((conflict) =>
        conflict
          .columns(key)
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(rest.map((column) => [column, ref(`excluded.${column}`)])),
          ),
      );
  };
}

export type QueryName = keyof typeof builders;
export type ArgsOf<N extends QueryName> =
  Parameters<(typeof builders)[N]>[1] extends Holes<infer A> ? A : never;

/** A named query with its values, in the order that its placeholders want them. */
export type Call = { readonly query: QueryName; readonly values: readonly Value[] };

/** Every query as one engine's text. */
export type Queries = {
  readonly text: Readonly<Record<QueryName, CompiledText>>;
  readonly call: <N extends QueryName>(query: N, args: ArgsOf<N>) => Call;
};

/** Cost: about 5 ms, once when the store is opened. */
export function compileQueries(engine: EngineName): Queries {
  const db = compilerFor(engine);
  const text = Object.fromEntries(
    Object.entries(builders).map(([name, build]) => [
      name,
      // Each takes holes of its own; which ones is known where it is called, by ArgsOf.
      compileQuery(db, build as QueryBuilder<Args>),
    ]),
  ) as Record<QueryName, CompiledText>;
  return {
    text,
    call: (query, args) => ({
      query,
      values: text[query].order.map((name) => (args as Args)[name] ?? null),
    }),
  };
}
