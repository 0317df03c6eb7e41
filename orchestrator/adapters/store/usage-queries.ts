import { type Kysely, type RawBuilder, sql } from "kysely";
import { turnOutcomes } from "#shared/contracts/usage.ts";
import { type Holes, sameAs, upsert } from "./compile-query.ts";
import type { Tables } from "./tables.ts";

type Db = Kysely<Tables>;

const DAY = sql<number>`at / 86400000`;

/** The cast keeps PostgreSQL from answering in `numeric`, which arrives as text. */
const total = <C extends keyof Tables["usage_metrics"] & string>(column: C) =>
  sql<number>`cast(sum(${sql.ref(column)}) as bigint)`.as(column);
/** How many rows are so. */
const counted = <const N extends string>(name: N, isSo: RawBuilder<unknown>) =>
  sql<number>`cast(sum(case when ${isSo} then 1 else 0 end) as bigint)`.as(name);
const OUTCOMES = turnOutcomes.map((each) => counted(each, sql`outcome = ${sql.lit(each)}`));
/** What both tables count. */
const SPENT = [
  total("llm_calls"),
  total("tokens_input"),
  total("tokens_output"),
  total("tokens_cached"),
  sql<number>`sum(duration_ms)`.as("duration_ms"),
] as const;

/** What is asked and changed about messages' costs and requests to models. */
export const usageQueries = {
  /** The same row again changes nothing; it comes after a commit whose fate no one knew. */
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
      "tokens_cached",
      "tokens_counterfactual",
      "outcome",
      "verdict",
      "reading",
    ],
  ),

  /** The newest message that the run answered. */
  turn_of_run: (db: Db, at: Holes<{ user_id: string; run_id: string }>) =>
    db
      .selectFrom("usage_metrics")
      .selectAll()
      .where(sameAs(at, "user_id", "run_id"))
      .orderBy("at", "desc")
      .orderBy("id", "desc")
      .limit(sql.lit(1)),

  judge_turn: (db: Db, at: Holes<{ user_id: string; at: number; id: string; verdict: string }>) =>
    db
      .updateTable("usage_metrics")
      .set({ verdict: at.verdict })
      .where(sameAs(at, "user_id", "at", "id")),

  forget_readings: (db: Db, at: Holes<{ user_id: string; session_id: string }>) =>
    db
      .updateTable("usage_metrics")
      .set({ reading: sql.lit(null) })
      .where(sameAs(at, "user_id", "session_id")),

  record_model_call: upsert(
    "model_calls",
    ["user_id", "at", "id"],
    [
      "session_id",
      "run_id",
      "step_id",
      "purpose",
      "model",
      "status",
      "duration_ms",
      "llm_calls",
      "tokens_input",
      "tokens_output",
      "tokens_cached",
    ],
  ),

  model_calls_of_run: (db: Db, at: Holes<{ user_id: string; run_id: string; limit: number }>) =>
    db
      .selectFrom("model_calls")
      .selectAll()
      .where(sameAs(at, "user_id", "run_id"))
      .orderBy("at")
      .orderBy("id")
      .limit(at.limit),

  total_model_calls: (db: Db, at: Holes<{ user_id: string; since: number }>) =>
    db
      .selectFrom("model_calls")
      .select([
        "model",
        "purpose",
        sql<number>`count(*)`.as("requests"),
        counted("answered", sql`status = 'answered'`),
        ...SPENT,
      ])
      .where("user_id", "=", at.user_id)
      .where("at", ">=", at.since)
      .groupBy(["model", "purpose"])
      .orderBy(sql`sum(tokens_input + tokens_output)`, "desc")
      .orderBy("model")
      .orderBy("purpose"),

  tokens_of_run: (db: Db, at: Holes<{ user_id: string; run_id: string; trunk: string }>) =>
    tokensOf(db)
      .where("user_id", "=", at.user_id)
      .where((row) => row.or([row("run_id", "=", at.run_id), row("run_id", "=", at.trunk)])),

  tokens_of_session: (db: Db, at: Holes<{ user_id: string; session_id: string }>) =>
    tokensOf(db).where(sameAs(at, "user_id", "session_id")),

  tokens_of_user: (db: Db, at: Holes<{ user_id: string; since: number }>) =>
    tokensOf(db).where("user_id", "=", at.user_id).where("at", ">=", at.since),

  tokens_of_day: (db: Db, at: Holes<{ since: number }>) => tokensOf(db).where("at", ">=", at.since),

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

  total_usage: (db: Db, at: Holes<{ user_id: string; since: number }>) =>
    db
      .selectFrom("usage_metrics")
      .select([
        DAY.as("day"),
        "goal",
        "tier",
        sql<number>`count(*)`.as("calls"),
        counted("zero_token_calls", sql`llm_calls = 0 and outcome = 'understood'`),
        ...OUTCOMES,
        counted("wrong", sql`verdict = 'wrong'`),
        ...SPENT,
        total("tokens_counterfactual"),
      ])
      .where("user_id", "=", at.user_id)
      .where("at", ">=", at.since)
      .groupBy([DAY, "goal", "tier"])
      .orderBy(DAY, "desc")
      .orderBy("goal")
      .orderBy("tier"),
};

const tokensOf = (db: Db) =>
  db
    .selectFrom("model_calls")
    .select(
      sql<number>`cast(coalesce(sum(tokens_input + tokens_output), 0) as bigint)`.as("tokens"),
    );
