import { z } from "zod";
import { because } from "../messages/reason.ts";

/**
 * What a message came to. understood: what it asked for was done, or told. asked: a question. refused: nothing was done, and
 * why was said. failed: it was understood, and could not be done. talk: it asked for nothing that a goal does.
 */
export const turnOutcomes = ["understood", "asked", "refused", "failed", "talk"] as const;
export type TurnOutcome = (typeof turnOutcomes)[number];

/** What its user says of an answer. */
export const verdict = z.enum(["right", "wrong"]);
export type Verdict = z.infer<typeof verdict>;

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
  /** Of `tokens_input`, those that the provider had kept. */
  tokens_cached: z.int().nonnegative().default(0),
  /** What the same message would have cost a router that is only a model: counted where it was understood, never sent. */
  tokens_counterfactual: z.int().nonnegative().default(0),
  outcome: z.enum(turnOutcomes).default("talk"),
  /** What its user said of it. null: nothing. */
  verdict: verdict.nullable().default(null),
});
export type UsageRow = z.infer<typeof usageRow>;

/** How many messages came to what, and how many of them their user called wrong. */
export const countedOutcomes = {
  understood: z.int().default(0),
  asked: z.int().default(0),
  refused: z.int().default(0),
  failed: z.int().default(0),
  talk: z.int().default(0),
  wrong: z.int().default(0),
};

/** The rows of one user, day, goal and tier, added up. */
export const usageTotalsRow = z.strictObject({
  /** Days since 1970-01-01 in UTC: `Math.floor(at / 86_400_000)`. */
  day: z.int(),
  goal: z.string(),
  tier: z.string(),
  calls: z.int(),
  /** Of these, understood and done without a model. */
  zero_token_calls: z.int().default(0),
  ...countedOutcomes,
  llm_calls: z.int(),
  tokens_input: z.int(),
  tokens_output: z.int(),
  tokens_cached: z.int().default(0),
  tokens_counterfactual: z.int().default(0),
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
  /** Of these, understood and done without a model. */
  zero_token_calls: z.int(),
  tokens_input: z.int(),
  tokens_output: z.int(),
  tokens_cached: z.int().default(0),
  tokens_counterfactual: z.int().default(0),
  duration_ms: z.number(),
});
export type UsageSummaryRow = z.infer<typeof usageSummaryRow>;

/** One request to a model: what for, and what it cost. Repeated and repaired ones are one row. */
export const modelCallRow = z.strictObject({
  user_id: z.string(),
  session_id: z.string(),
  run_id: z.string(),
  /** "" where it served no step. */
  step_id: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** "understanding", "plan", or the capability of the step; `@b` after it is the version of its prompt. */
  purpose: z.string(),
  /** Provider and model. */
  model: z.string(),
  /** "answered", or why nothing came of it: "timeout", "over_budget". */
  status: z.string(),
  duration_ms: z.number(),
  llm_calls: z.int().nonnegative(),
  tokens_input: z.int().nonnegative(),
  tokens_output: z.int().nonnegative(),
  tokens_cached: z.int().nonnegative(),
});
export type ModelCallRow = z.infer<typeof modelCallRow>;

/** One user's requests to models since a day, by model and purpose. */
export const modelTotalsRow = modelCallRow
  .pick({
    purpose: true,
    model: true,
    llm_calls: true,
    tokens_input: true,
    tokens_output: true,
    tokens_cached: true,
    duration_ms: true,
  })
  .extend({
    requests: z.int(),
    /** Of these, those that something came of. */
    answered: z.int().default(0),
  });
export type ModelTotalsRow = z.infer<typeof modelTotalsRow>;

/** Tokens, in and out together, that models have taken. */
export const tokensSpent = z.strictObject({
  /** By this run, so far. */
  run: z.int().nonnegative(),
  /** By this session, ever. */
  session: z.int().nonnegative(),
  /** By this user since the start of the day in UTC. */
  user_day: z.int().nonnegative(),
  /** By everyone since then. */
  day: z.int().nonnegative(),
});
export type TokensSpent = z.infer<typeof tokensSpent>;

/** Of a million tokens. */
const price = z.number().nonnegative().max(1e9);

/** What tokens cost, as the operator says it: the file that REGENTE_PRICES names. */
export const priceTable = z
  .strictObject({
    /** ISO 4217: USD, BRL */
    currency: z.string().regex(/^[A-Z]{3}$/, { error: '"USD"' }),
    /** By provider and model, as `GET /v1/usage` names them: `openai/gpt-6-luna`. */
    models: z.record(
      z.string().max(200),
      z.strictObject({
        input: price,
        output: price,
        /** Of input that the provider had kept; as `input` where it is absent. */
        cached: price.optional(),
      }),
    ),
    /** The model whose price of input what a router that is only a model would have taken is told by. */
    counterfactual: z.string().max(200).optional(),
  })
  .refine(({ models, counterfactual: name }) => name === undefined || Object.hasOwn(models, name), {
    path: ["counterfactual"],
    ...because("none_of_models"),
  });
export type PriceTable = z.infer<typeof priceTable>;
