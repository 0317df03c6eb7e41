import { z } from "zod";
import { because, unlike } from "../messages/reason.ts";
import { capabilityName, domainName, goalName, localeSchema } from "./names.ts";

const sessionId = z.string().min(1).max(256);
/** Half a character has no name in UTF-8: domains would hear that of another user. */
export const userId = z
  .string()
  .min(1)
  .max(256)
  .refine((id) => id.isWellFormed(), because("must_be_whole_characters"));
/** The longest text a person may send; longer ones are refused, not cut. */
export const MAX_INPUT_CHARS = 8000;
/** What a person says: not only blanks. */
export const inputText = z.string().max(MAX_INPUT_CHARS).regex(/\S/, unlike("must_say_something"));

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
  "given",
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

/** Places in the text as the person wrote it, UTF-16: `end` is behind the last character. */
export const textSpan = z.strictObject({ start: z.int().min(0), end: z.int().min(0) });
export type TextSpan = z.infer<typeof textSpan>;

/** What people say around a request: whether, when, if, to whom, instead of what. */
export const modifierKinds = [
  "polarity",
  "mood",
  "condition",
  "time",
  "recurrence",
  "addressee",
  "correction",
  "exception",
  "amount",
] as const;
export type ModifierKind = (typeof modifierKinds)[number];

/** Words around a request that say something about it: "amanhã", "if it rains", "to my dad". */
export const modifierSchema = z.strictObject({
  kind: z.enum(modifierKinds),
  /** What they say: "negated", "asked_about", "reported", "supposed", "later", ... */
  value: z.string(),
  text: z.string(),
  span: textSpan,
  locale: localeSchema,
  /**
   * `request`: the goal at this place, 0 for the first; `followup`: the follow-up at this place; `left_out`: what
   * they negate is left out, and is no part of the intent; `goal`: the goal's own examples say them, `at` as for a request.
   */
  belongs_to: z.strictObject({
    to: z.enum(["request", "followup", "left_out", "goal"]),
    at: z.int().min(0),
  }),
});
export type Modifier = z.infer<typeof modifierSchema>;

/** Doubts about which goal is meant. */
export const goalDoubts = ["unread", "compound", "strange", "spelling"] as const;
/** Why something that was understood is not simply done. */
export const doubtReasons = [
  "negated",
  "asked_about",
  "reported",
  "supposed",
  "conditional",
  "deferred",
  "recurring",
  "addressed",
  "corrected",
  "excepted",
  "limited",
  "ambiguous_scope",
  ...goalDoubts,
] as const;
export type DoubtReason = (typeof doubtReasons)[number];

/** A doubt as a value: its reason, and the words, or a sentence, that it comes from. */
export const doubtSchema = z.strictObject({
  reason: z.enum(doubtReasons),
  detail: z.string(),
  /** Whom the words name, where they say for whom something is: "pai" of "pro meu pai". */
  name: z.string().optional(),
});
export type Doubt = z.infer<typeof doubtSchema>;
const OF_THE_GOAL: ReadonlySet<DoubtReason> = new Set(goalDoubts);
/** True for a doubt about which goal is meant; false: it stands whichever goal that is. */
export const isAboutTheGoal = ({ reason }: Doubt): boolean => OF_THE_GOAL.has(reason);
const doubtsSchema = z.array(doubtSchema).optional();

/** Words that neither goal nor values nor modifiers account for. */
export const unreadSchema = z.strictObject({ text: z.string(), span: textSpan });
export type Unread = z.infer<typeof unreadSchema>;

/** Goal and values account for every word that was said. Absent: for less, or nobody counted. */
const readWhole = z.literal(true).optional();

/** One goal with what was said about it. */
export const goalFrame = z.strictObject({
  primary_domain: domainName,
  goal: goalName,
  entities: entitiesSchema,
  confidence: z.number().min(0).max(1),
  original_query: z.string(),
  /** Absent: none. */
  doubts: doubtsSchema,
  read_whole: readWhole,
});
export type GoalFrame = z.infer<typeof goalFrame>;

/** A capability that was asked to follow ("me avisa no telegram"), by its role. */
export const followupRequest = z.strictObject({
  role: z.string(),
  domain: domainName,
  capability: capabilityName,
  sets: z.record(z.string(), z.json()),
  phrase: z.string(),
  /** What it follows is only asked for to serve it: "manda o preço da vale no telegram". Absent: both are asked for. */
  point: z.literal(true).optional(),
  /** Absent: none. */
  doubts: doubtsSchema,
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
  /** Of the first goal. Absent: none. */
  doubts: doubtsSchema,
  /** The same. */
  read_whole: readWhole,
  /** What was said around the requests. Absent: nothing. */
  modifiers: z.array(modifierSchema).optional(),
  /** Absent: every word was read. */
  unread: z.array(unreadSchema).optional(),
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
