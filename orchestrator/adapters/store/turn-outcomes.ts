import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** What became of each message, how it was read, and what its user says of it. What is older is told by its status and goal. */
export async function turnOutcomes(db: Kysely<Tables>): Promise<void> {
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
  await schema
    .createIndex("usage_metrics_of_run")
    .on("usage_metrics")
    .columns(["user_id", "run_id"])
    .execute();
  await schema.dropView("usage_summary").execute();
  const day = sql<number>`at / 86400000`;
  const sum = (column: string) => sql<number>`cast(sum(${sql.ref(column)}) as bigint)`.as(column);
  const summed = db
    .selectFrom("usage_metrics")
    .select([
      "user_id",
      day.as("day"),
      "goal",
      "action_type",
      sql<number>`count(*)`.as("calls"),
      sql<number>`cast(sum(case when llm_calls = 0 and outcome = 'understood' then 1 else 0 end) as bigint)`.as(
        "zero_token_calls",
      ),
      sum("tokens_input"),
      sum("tokens_output"),
      sql<number>`sum(duration_ms)`.as("duration_ms"),
      sum("tokens_cached"),
      sum("tokens_counterfactual"),
    ])
    .groupBy(["user_id", day, "goal", "action_type"]);
  await schema.createView("usage_summary").as(summed).execute();
}
