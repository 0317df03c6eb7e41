import { z } from "zod";
import { capabilityName, domainName, goalName, localeSchema } from "./names.ts";

const sessionId = z.string().min(1).max(256);
const userId = z.string().min(1).max(256);
/** The longest text a person may send; longer ones are refused, not cut. */
export const MAX_INPUT_CHARS = 8000;
/** What a person says: not only blanks. */
export const inputText = z
  .string()
  .max(MAX_INPUT_CHARS, { error: `must have at most ${MAX_INPUT_CHARS} characters` })
  .regex(/\S/, { error: "must say something" });

/** Any channel's message, in one shape. */
export const entryRequest = z.strictObject({
  session_id: sessionId,
  user_id: userId,
  input_text: inputText,
  /** Absent: detected from the words. */
  locale: localeSchema.optional(),
  channel: z.string().min(1).max(40),
  metadata: z.record(z.string(), z.json()).default({}),
});
export type EntryRequest = z.infer<typeof entryRequest>;

export const entityValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number()])),
]);
export type EntityValue = z.infer<typeof entityValue>;
export const entitiesSchema = z.record(z.string(), entityValue);
export type Entities = z.infer<typeof entitiesSchema>;

/** Who decided: see docs/architecture.md, "Tiers". */
export const tiers = [
  "control",
  "pending",
  "template",
  "classifier",
  "elliptical",
  "model",
  "none",
] as const;
export const tierSchema = z.enum(tiers);
export type Tier = z.infer<typeof tierSchema>;

/** Why a decision was made: kind of evidence, a sentence a person can check, and its weight 0..1 where it has one. */
export const evidenceSchema = z.strictObject({
  kind: z.string(),
  detail: z.string(),
  weight: z.number().optional(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

export const alternativeSchema = z.strictObject({
  domain: domainName,
  goal: goalName,
  confidence: z.number().min(0).max(1),
});
export type Alternative = z.infer<typeof alternativeSchema>;

/** One goal with what was said about it. */
export const goalFrame = z.strictObject({
  primary_domain: domainName,
  goal: goalName,
  entities: entitiesSchema,
  confidence: z.number().min(0).max(1),
  original_query: z.string(),
});
export type GoalFrame = z.infer<typeof goalFrame>;

/** A capability that was asked to follow ("me avisa no telegram"), by its role. */
export const followupRequest = z.strictObject({
  role: z.string(),
  domain: domainName,
  capability: capabilityName,
  sets: z.record(z.string(), z.json()),
  phrase: z.string(),
});
export type FollowupRequest = z.infer<typeof followupRequest>;

/** What a sentence means. `goal` is null when nothing was understood. */
export const intentOutput = z.strictObject({
  primary_domain: domainName.nullable(),
  goal: goalName.nullable(),
  entities: entitiesSchema,
  confidence: z.number().min(0).max(1),
  original_query: z.string(),
  tier: tierSchema,
  evidence: z.array(evidenceSchema),
  alternatives: z.array(alternativeSchema),
  /** Further goals in the same sentence, in the order they were said. */
  also: z.array(goalFrame),
  followups: z.array(followupRequest),
});
export type IntentOutput = z.infer<typeof intentOutput>;

/** A capability to run, and with what. */
export const executionIntent = z.strictObject({
  domain: domainName,
  capability: capabilityName,
  parameters: z.record(z.string(), z.json()),
  confidence: z.number().min(0).max(1),
  original_query: z.string(),
});
export type ExecutionIntent = z.infer<typeof executionIntent>;
