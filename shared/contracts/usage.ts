import { z } from "zod";

/** What one message cost, and who answered it. One row for each message of a run. */
export const usageRow = z.strictObject({
  user_id: z.string(),
  session_id: z.string(),
  run_id: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  goal: z.string(),
  tier: z.string(),
  action_type: z.string(),
  status: z.string(),
  duration_ms: z.number(),
  llm_calls: z.int().nonnegative(),
  tokens_input: z.int().nonnegative(),
  tokens_output: z.int().nonnegative(),
});
export type UsageRow = z.infer<typeof usageRow>;

/** The rows of one user, day, goal and tier, added up. */
export const usageTotalsRow = z.strictObject({
  /** Days since 1970-01-01 in UTC: `Math.floor(at / 86_400_000)`. */
  day: z.int(),
  goal: z.string(),
  tier: z.string(),
  calls: z.int(),
  llm_calls: z.int(),
  tokens_input: z.int(),
  tokens_output: z.int(),
  duration_ms: z.number(),
});
export type UsageTotalsRow = z.infer<typeof usageTotalsRow>;

/** The rows of one user, day, goal and action type, added up. */
export const usageSummaryRow = z.strictObject({
  user_id: z.string(),
  /** Days since 1970-01-01 in UTC: `Math.floor(at / 86_400_000)`. */
  day: z.int(),
  goal: z.string(),
  action_type: z.string(),
  calls: z.int(),
  /** Of these, answered without a model. */
  zero_token_calls: z.int(),
  tokens_input: z.int(),
  tokens_output: z.int(),
  duration_ms: z.number(),
});
export type UsageSummaryRow = z.infer<typeof usageSummaryRow>;
