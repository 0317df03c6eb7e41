import { z } from "zod";
import { goalFrame, intentOutput } from "./intent.ts";
import { domainName, localeSchema } from "./names.ts";
import { domainOutput } from "./output.ts";
import { executionPlan, stepId } from "./plan.ts";

/** waiting: asked the user. skipped: something it needs failed. unknown: sent, but no one can say whether it happened. */
export const stepStatus = z.enum([
  "pending",
  "running",
  "waiting",
  "success",
  "failure",
  "skipped",
  "unknown",
  "cancelled",
]);
export type StepStatus = z.infer<typeof stepStatus>;

/** One time that a step was sent. Epoch milliseconds. */
export const stepAttempt = z.strictObject({
  began_at: z.number(),
  ended_at: z.number(),
  /** The code of why it failed; null: it was answered. */
  reason: z.string().nullable(),
});
export type StepAttempt = z.infer<typeof stepAttempt>;

export const stepTrace = z.strictObject({
  id: stepId,
  domain: z.string(),
  capability: z.string(),
  status: stepStatus,
  required: z.boolean(),
  /** Absent while it has not answered. */
  output: domainOutput.nullable(),
  attempts: z.int().nonnegative(),
  duration_ms: z.number().nonnegative(),
  /** Absent for a step that was never sent, and in runs of before it was kept. */
  times: z
    .strictObject({
      /** Nothing that it depends on was missing any more; from then on it waited for its turn. */
      ready_at: z.number(),
      /** The newest 20. */
      sent: z.array(stepAttempt).max(20),
    })
    .optional(),
});
export type StepTrace = z.infer<typeof stepTrace>;

/**
 * What an answer may claim to have done: a step with an effect that went through. Its output is in the journal
 * under `key`; `output_digest` is that output's sha-256, in hex.
 */
export const receiptSchema = z.strictObject({
  step_id: stepId,
  domain: z.string(),
  capability: z.string(),
  effect: z.enum(["write", "external", "destructive"]),
  /** `run_id:step_id`, as the domain was sent it. */
  key: z.string(),
  output_digest: z.string(),
});
export type Receipt = z.infer<typeof receiptSchema>;

export const runStatus = z.enum([
  "running",
  "waiting",
  "success",
  "partial",
  "failure",
  "cancelled",
]);
export type RunStatus = z.infer<typeof runStatus>;

/** What was known when the words were heard: with the words themselves it is all that a plan is made from. */
export const contextRecord = z.strictObject({
  locale: localeSchema,
  timezone: z.string(),
  /** The last goal of the session, for "e da Vale?". */
  last_frame: goalFrame.nullable(),
  remembered: z.record(z.string(), z.json()),
  /** The only domain whose goals were heard; null: all. */
  only_domain: domainName.nullable(),
});
export type ContextRecord = z.infer<typeof contextRecord>;

/** What a run needs beside its plan to go on without the request that began it. */
export const runCircumstances = z.strictObject({
  /** turn: a message of its session. plan: given by a caller; the session does not learn of it. */
  as: z.enum(["turn", "plan"]),
  timezone: z.string(),
  dry_run: z.boolean(),
  /** It came under an instruction that is not trusted: nothing is changed without a yes. */
  asks_first: z.boolean().optional(),
  /** The steps that the user said yes to, with the digest of the parameters that were shown. */
  approved: z.record(z.string(), z.string()),
});
export type RunCircumstances = z.infer<typeof runCircumstances>;

/** A plan being carried out, as it is stored; with its steps it is all that is needed to go on after a crash. */
export const taskRun = z.strictObject({
  run_id: z.string(),
  user_id: z.string(),
  session_id: z.string(),
  status: runStatus,
  /** The catalogue it began with; it never runs against another. */
  catalogue_digest: z.string(),
  intent: intentOutput.nullable(),
  plan: executionPlan,
  locale: localeSchema,
  input_text: z.string(),
  /** Absent where no words led to the plan. */
  hearing: contextRecord.optional(),
  /** What the user answered when a step asked, by its id: parameters that the words did not give. */
  answers: z.record(z.string(), z.record(z.string(), z.json())).optional(),
  /**
   * What is text from outside although the plan does not show it: by step, by parameter (of these answers), the
   * capabilities that it came from. A name that is no parameter is what the step knows beside them.
   */
  outside: z.record(z.string(), z.record(z.string(), z.array(z.string()))).optional(),
  /** Absent in runs of before it was kept. */
  circumstances: runCircumstances.optional(),
  answer: z.string(),
  created_at: z.number(),
  /** Grows with every change of the run. */
  updated_at: z.number(),
});
export type TaskRun = z.infer<typeof taskRun>;

/** One thing that happened in a run. `seq` counts what a stream tells; the id that SSE gives it says where to go on. */
export const runEvent = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("plan"),
    run_id: z.string(),
    seq: z.int(),
    at: z.number(),
    plan: executionPlan,
  }),
  z.strictObject({
    type: z.literal("step_started"),
    run_id: z.string(),
    seq: z.int(),
    at: z.number(),
    step_id: stepId,
    domain: z.string(),
    capability: z.string(),
    attempt: z.int(),
  }),
  z.strictObject({
    type: z.literal("step_retried"),
    run_id: z.string(),
    seq: z.int(),
    at: z.number(),
    step_id: stepId,
    attempt: z.int(),
    reason: z.string(),
  }),
  z.strictObject({
    type: z.literal("step_finished"),
    run_id: z.string(),
    seq: z.int(),
    at: z.number(),
    step: stepTrace,
  }),
  z.strictObject({
    type: z.literal("reply"),
    run_id: z.string(),
    seq: z.int(),
    at: z.number(),
    status: z.enum(["success", "partial", "failure", "clarification"]),
    answer: z.string(),
  }),
]);
export type RunEvent = z.infer<typeof runEvent>;

/** What carries runs on when a process dies. */
export const runHostName = z.enum(["in-process", "leases", "restate"]);
export type RunHostName = z.infer<typeof runHostName>;

/** The beginning of an answer that a model is still writing; the whole answer begins with it. Only for who waits: it is not kept. */
export const wordsEvent = z.strictObject({
  type: z.literal("words"),
  run_id: z.string(),
  step_id: stepId,
  text: z.string(),
});
export type WordsEvent = z.infer<typeof wordsEvent>;
