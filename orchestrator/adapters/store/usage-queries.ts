import { type Kysely, sql } from "kysely";
import type { Holes } from "./compile-query.ts";
import type { Tables } from "./tables.ts";
import { upsert } from "./upsert.ts";

type Db = Kysely<Tables>;

const DAY = sql<number>`at / 86400000`;

/** What is asked and changed about messages' costs and requests to models. */
export const usageQueries = {
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
      "tokens_cached",
      "tokens_counterfactual",
    ],
  ),

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
      .where("user_id", "=", at.user_id)
      .where("run_id", "=", at.run_id)
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
        sql<number>`cast(sum(llm_calls) as bigint)`.as("llm_calls"),
        sql<number>`cast(sum(tokens_input) as bigint)`.as("tokens_input"),
        sql<number>`cast(sum(tokens_output) as bigint)`.as("tokens_output"),
        sql<number>`cast(sum(tokens_cached) as bigint)`.as("tokens_cached"),
        sql<number>`sum(duration_ms)`.as("duration_ms"),
      ])
      .where("user_id", "=", at.user_id)
      .where("at", ">=", at.since)
      .groupBy(["model", "purpose"])
      .orderBy(sql`sum(tokens_input + tokens_output)`, "desc")
      .orderBy("model")
      .orderBy("purpose"),

  tokens_of_session: (db: Db, at: Holes<{ user_id: string; session_id: string }>) =>
    tokensOf(db).where("user_id", "=", at.user_id).where("session_id", "=", at.session_id),

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
        sql<number>`cast(sum(llm_calls) as bigint)`.as("llm_calls"),
        sql<number>`cast(sum(tokens_input) as bigint)`.as("tokens_input"),
        sql<number>`cast(sum(tokens_output) as bigint)`.as("tokens_output"),
        sql<number>`cast(sum(tokens_cached) as bigint)`.as("tokens_cached"),
        sql<number>`cast(sum(tokens_counterfactual) as bigint)`.as("tokens_counterfactual"),
        sql<number>`sum(duration_ms)`.as("duration_ms"),
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
