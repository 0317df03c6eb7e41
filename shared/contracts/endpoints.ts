import { z } from "zod";
import { because } from "../messages/reason.ts";
import { effects } from "./capability.ts";
import { reasonSchema } from "./errors.ts";
import {
  alternativeSchema,
  doubtSchema,
  executionIntent,
  inputText,
  intentOutput,
  MAX_INPUT_CHARS,
  userId,
} from "./intent.ts";
import { anyJson, isJsonObject } from "./json.ts";
import {
  domainName,
  goalName,
  isZone,
  localeFromCode,
  localeSchema,
  localizedText,
} from "./names.ts";
import { domainOutput, fileSchema, sourceSchema } from "./output.ts";
import { pendingKind } from "./pending.ts";
import { executionPlan, givenPlan, plainSteps, stepId } from "./plan.ts";
import { receiptSchema, runEvent, stepTrace, wordsEvent } from "./run.ts";
import { schedule } from "./schedule.ts";

const sessionId = z.string().min(1).max(256);

/** A message, and who says it. */
const saidMessage = {
  session_id: sessionId.optional(),
  user_id: userId.optional(),
  input_text: inputText,
  locale: localeFromCode.optional(),
  /** `timezone` is the one that its times are meant in; null is none. */
  metadata: z
    .record(z.string(), anyJson)
    .refine(({ timezone = null }) => timezone === null || isZone(timezone), {
      path: ["timezone"],
      ...because("must_be_time_zone"),
    })
    .optional(),
  /** The client shows later what /v1/live or /v1/schedules/ticks tells it. Absent: it does not, and is asked where to tell. */
  follows_ticks: z.boolean().optional(),
};

/** Longer than the token of the longest message. */
const MAX_TOKEN_CHARS = 100_000;

/** POST /v1/turns: a message; or, in its place, the `plan_token` of an explanation, which is done exactly as it was shown. */
export const turnRequest = z
  .strictObject({
    ...saidMessage,
    input_text: inputText.optional(),
    plan_token: z.string().min(1).max(MAX_TOKEN_CHARS).optional(),
  })
  .refine((said) => said.plan_token !== undefined || said.input_text !== undefined, {
    path: ["input_text"],
    error: "is missing",
  })
  .refine(
    ({ plan_token, input_text, locale, metadata, follows_ticks }) =>
      plan_token === undefined ||
      [input_text, locale, metadata, follows_ticks].every((each) => each === undefined),
    {
      path: ["plan_token"],
      error: "stands alone: the message is in it, with all that came with it",
    },
  );
export type TurnRequest = z.infer<typeof turnRequest>;

export const usageSchema = z.strictObject({
  llm_calls: z.int().nonnegative(),
  tokens_input: z.int().nonnegative(),
  tokens_output: z.int().nonnegative(),
});
export type Usage = z.infer<typeof usageSchema>;

/** The open question as a channel shows it; the answer is simply the next message. */
export const pendingView = z.strictObject({
  kind: pendingKind,
  question: z.string(),
  options: z.array(z.strictObject({ id: z.string(), label: z.string() })),
});
export type PendingView = z.infer<typeof pendingView>;

/** A schedule that is made or changed, as it is then. */
export const changedSchedule = schedule
  .pick({
    status: true,
    timing: true,
    only_if: true,
    action: true,
    until: true,
    zone: true,
    tell: true,
    next_at: true,
  })
  .extend({
    change: z.enum(["made", "changed", "paused", "resumed", "cancelled"]),
    /** null: it would be made, and is not. */
    id: z.string().nullable(),
    /** What it is called, and when it happens, in words. */
    name: z.string(),
    shown: z.string(),
  });
export type ChangedSchedule = z.infer<typeof changedSchedule>;

export const turnTrace = z.strictObject({
  intent: intentOutput,
  execution_intents: z.array(executionIntent),
  plan: executionPlan.nullable(),
  steps: z.array(stepTrace),
  /** Everything that this answer may claim to have done by its steps; with none, and no `schedules`, it has changed nothing. */
  receipts: z.array(receiptSchema),
  /** What was scheduled, changed or cancelled. Absent: nothing. */
  schedules: z.array(changedSchedule).optional(),
});

export const turnStatus = z.enum(["success", "partial", "failure", "clarification"]);
export type TurnStatus = z.infer<typeof turnStatus>;

/** What POST /v1/turns answers: the words, and everything that led to them. */
export const turnResponse = z.strictObject({
  session_id: sessionId,
  /** The turn's id, also where nothing was run: POST /v1/turns/:id/feedback takes it. */
  run_id: z.string(),
  status: turnStatus,
  answer: z.string(),
  sources: z.array(sourceSchema),
  files: z.array(fileSchema),
  pending: pendingView.nullable(),
  usage: usageSchema,
  trace: turnTrace,
});
export type TurnResponse = z.infer<typeof turnResponse>;

/** POST /v1/explain: what a turn would come to; no domain is called. It takes what a turn takes. */
export const explainRequest = z.strictObject(saidMessage);
export type ExplainRequest = z.infer<typeof explainRequest>;

/** One domain as the registry sees it now. */
export const domainStatus = z.strictObject({
  name: domainName,
  /** joining: its manifest is good, and the catalogue with it is being prepared. */
  state: z.enum(["up", "down", "joining", "refused", "manifest_only"]),
  url: z.string().nullable(),
  version: z.string().nullable(),
  description: localizedText.nullable(),
  goals: z.array(goalName),
  capabilities: z.array(z.string()),
  /** Why it is refused or down, in a sentence. */
  problem: z.string().nullable(),
  /** The same to be said in any language, where it is no text of someone else. */
  problem_reason: reasonSchema.optional(),
  /** A newer manifest that waits for the operator's word: what it changes, and the digest to approve it by. */
  held: z
    .strictObject({ version: z.string(), digest: z.string(), changes: z.array(z.string()) })
    .optional(),
  /** Its manifest may be saved into its files. Absent: no. */
  editable: z.literal(true).optional(),
  /** It was added while running, so that it can be removed. Absent: the bootstrap file lists it. */
  registered: z.literal(true).optional(),
});
export type DomainStatus = z.infer<typeof domainStatus>;

/** What one step of a plan would do and take. */
export const expectedStep = z.strictObject({
  id: stepId,
  domain: z.string(),
  capability: z.string(),
  effect: z.enum(effects),
  /** A yes is asked for before it. */
  confirm: z.boolean(),
  /** null: no one watches the domain. */
  health: domainStatus.shape.state.nullable(),
  /** What is wrong with the domain, in a sentence. */
  problem: z.string().nullable(),
  /** The same to be said in any language, where it is no text of someone else. */
  problem_reason: reasonSchema.optional(),
  /** What 95 of 100 of its newest runs did not exceed; null: it has not run yet. */
  p95_ms: z.number().nullable(),
  /** null: a model would say. */
  tokens: z.int().nullable(),
});
export type ExpectedStep = z.infer<typeof expectedStep>;

/** What would be asked for what comes next: a capability, as "domain.capability", or a model. */
export const neededAnswer = z.strictObject({
  what: z.enum(["capability", "model"]),
  name: z.string(),
});

export const explainResponse = z.strictObject({
  input_text: z.string(),
  locale: localeSchema,
  intent: intentOutput,
  /** The best goals with their calibrated confidence, best first. */
  candidates: z.array(alternativeSchema),
  gate: z.strictObject({
    passed: z.boolean(),
    confidence: z.number(),
    /** null: the domain is exempt, or there is no goal. */
    threshold: z.number().nullable(),
    /** The strongest thing that would be done: the gate of what changes anything is higher. null: there is no goal. */
    effect: z.enum(effects).nullable(),
    /** What else stands against it. Absent: nothing. */
    doubts: z.array(doubtSchema).optional(),
  }),
  execution_intents: z.array(executionIntent),
  plan: executionPlan.nullable(),
  /** In the order of the plan's steps; none without a plan. */
  steps: z.array(expectedStep),
  /** Of the whole plan: the longest way through it, and the tokens of all its steps; null where a step is not known. */
  expected: z.strictObject({ latency_ms: z.number().nullable(), tokens: z.int().nullable() }),
  /** What would be asked, before anything runs or instead of it. */
  pending: pendingView.nullable(),
  /** How the turn would end, and its words; null: that depends on what `needs` names. */
  status: turnStatus.nullable(),
  answer: z.string().nullable(),
  /** What would be asked first; nothing is known of what comes after. None: the whole turn is known. */
  needs: z.array(neededAnswer),
  /** What would be scheduled, changed or cancelled. */
  schedules: z.array(changedSchedule),
  /** The plan's steps take back what was done before. */
  takes_back: z.boolean(),
  /** What would be set for the user. null: nothing. */
  settings: z.strictObject({ timezone: z.string().nullable() }).nullable(),
  /** POST /v1/turns with it does exactly this, once. null: nothing would be changed. */
  plan_token: z.string().nullable(),
  /** Epoch milliseconds; from then on the token is refused. */
  plan_token_expires_at: z.number().nullable(),
});
export type ExplainResponse = z.infer<typeof explainResponse>;

/** POST /v1/plans/execute */
export const planExecuteRequest = z.strictObject({
  plan: givenPlan,
  context: z
    .strictObject({
      session_id: sessionId.optional(),
      user_id: userId.optional(),
      locale: localeFromCode.optional(),
      timezone: z.string().refine(isZone, because("must_be_time_zone")).optional(),
      original_query: z.string().max(MAX_INPUT_CHARS).optional(),
      deadline_ms: z.int().min(1).max(600_000).optional(),
      dry_run: z.boolean().optional(),
    })
    .optional(),
});
export type PlanExecuteRequest = z.infer<typeof planExecuteRequest>;

const aroundSteps = planExecuteRequest.extend({ plan: givenPlan.omit({ steps: true }) });

/** Reads it as that does; of a plan that is plainly right, without its checker for each step. */
export const planExecuteReader = {
  safeParse(value: unknown): z.ZodSafeParseResult<PlanExecuteRequest> {
    if (!isJsonObject(value) || !isJsonObject(value["plan"]))
      return planExecuteRequest.safeParse(value);
    const { steps: given, ...around } = value["plan"];
    const steps = plainSteps(given);
    const read = steps && aroundSteps.safeParse({ ...value, plan: around }).data;
    if (steps === undefined || read === undefined) return planExecuteRequest.safeParse(value);
    return { success: true, data: { ...read, plan: { ...read.plan, steps } } };
  },
};

export const planExecuteResponse = z.strictObject({
  run_id: z.string(),
  status: turnStatus,
  output: domainOutput,
  steps: z.array(stepTrace),
  receipts: z.array(receiptSchema),
});
export type PlanExecuteResponse = z.infer<typeof planExecuteResponse>;

/** GET /v1/domains, POST /v1/domains/reload */
export const domainsResponse = z.strictObject({
  digest: z.string(),
  domains: z.array(domainStatus),
});
export type DomainsResponse = z.infer<typeof domainsResponse>;

/** Every error of every endpoint: the shape that OpenAI clients read. */
export const errorBody = z.strictObject({
  error: z.strictObject({
    message: z.string(),
    type: z.string(),
    param: z.string().nullable(),
    code: z.string().nullable(),
    /** The same to be said in any language. */
    reason: reasonSchema.optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;

/**
 * POST /v1/turns with `Accept: text/event-stream`: the run's events as they happen, then exactly one
 * `turn`, or one `error` where the request failed on our side. The SSE event is named like `type`.
 */
export const turnEvent = z.discriminatedUnion("type", [
  runEvent,
  wordsEvent,
  z.strictObject({ type: z.literal("turn"), turn: turnResponse }),
  z.strictObject({ type: z.literal("error"), error: errorBody.shape.error }),
]);
export type TurnEvent = z.infer<typeof turnEvent>;
