import { z } from "zod";
import { agentMemory } from "./agent.ts";
import { artifacts } from "./artifact.ts";
import { executionIntent, followupRequest, goalFrame, intentOutput } from "./intent.ts";
import { localeSchema } from "./names.ts";
import { schedule, tellTo } from "./schedule.ts";
import { shownAnswers } from "./shown.ts";

/** What a question asks for: one of some values, a value, a yes, or which goal is meant. */
export const pendingKind = z.enum(["select", "fill", "confirm", "choose_goal"]);

/** One choice of a question: what is shown, and what picking it means. */
export const pendingOption = z.strictObject({
  label: z.string().min(1),
  /** select: merged into the waiting step's parameters. */
  params: z.record(z.string(), z.json()).optional(),
  /** choose_goal: the goal that is meant. */
  frame: goalFrame.optional(),
});
export type PendingOption = z.infer<typeof pendingOption>;

/** Where the conversation goes on once the question is answered. */
export const pendingResume = z.discriminatedUnion("at", [
  /** A step of a stored run waits for parameters (select, fill) or for a yes (confirm). */
  z.strictObject({
    at: z.literal("step"),
    run_id: z.string(),
    step_id: z.string(),
    param: z.string().optional(),
    /** confirm: of the parameters that were shown; a yes is for no others. */
    params_digest: z.string().optional(),
    /** The steps that were finished when it was asked; only these are not run again. */
    finished: z.array(z.string()).default([]),
  }),
  /** A goal lacks an entity (fill): nothing has run yet. */
  z.strictObject({
    at: z.literal("entity"),
    intent: intentOutput,
    frame: z.int().nonnegative(),
    entity: z.string(),
  }),
  /** No goal was certain (choose_goal). */
  z.strictObject({
    at: z.literal("goal"),
    original_query: z.string(),
    followups: z.array(followupRequest),
    /** The other goals of the sentence, done after the chosen one. Absent: none. */
    also: z.array(goalFrame).optional(),
  }),
  /** The whole of it is done once it is wanted (confirm): what was done before, again; or what was only asked about. */
  z.strictObject({ at: z.literal("intent"), intent: intentOutput }),
  /** A standing request is being made or changed. */
  z.strictObject({
    at: z.literal("standing"),
    /**
     * What is asked for; `instant` and `which` are chosen, `confirm` and `already_true` are about the proposal, `wanted`
     * is about the very words, `all` about the ones that are named in `each`.
     */
    asked: z.enum([
      "time",
      "instant",
      "subject",
      "where",
      "already_true",
      "confirm",
      "which",
      "amount",
      "whom",
      "restore",
      "wanted",
      "all",
    ]),
    /** The request, or the command, as far as it was said. */
    text: z.string(),
    chosen_at: z.number().nullable(),
    subject: z.string().nullable(),
    tell: tellTo.nullable(),
    proposal: schedule.nullable(),
    /** all: what is done to each of them with a yes. */
    each: z
      .strictObject({ does: z.enum(["cancel", "pause"]), ids: z.array(z.string()).max(100) })
      .optional(),
  }),
]);
export type PendingResume = z.infer<typeof pendingResume>;

/** One open, expiring question of a session, answerable on any channel without a model. */
export const pendingAction = z.strictObject({
  id: z.string(),
  user_id: z.string(),
  session_id: z.string(),
  kind: pendingKind,
  question: z.string(),
  options: z.array(pendingOption).max(50),
  locale: localeSchema,
  resume: pendingResume,
  /** How often it was asked again after an answer that could not be used. */
  reasks: z.int().nonnegative(),
  /** A newer goal came first; the question stays answerable, but no longer takes free text. */
  parked: z.boolean().default(false),
  /** The digest of the front end's instruction that it was asked under; another one that is not trusted cannot answer. */
  instruction: z.string().optional(),
  created_at: z.number(),
  expires_at: z.number(),
});
export type PendingAction = z.infer<typeof pendingAction>;

/** A question that was answered by one of its options, for "no, the other one". */
export const lastChoice = z.strictObject({
  question: pendingAction,
  /** The option's place, from 0. */
  chosen: z.int().nonnegative(),
});
export type LastChoice = z.infer<typeof lastChoice>;

/** What was asked for, and not done because of what was said around it: "don't delete it", then "ok, delete it". */
export const heldRequest = z.strictObject({
  said: z.string().max(500),
  frames: z.array(goalFrame).min(1).max(10),
  followups: z.array(followupRequest).max(10),
  at: z.number(),
});
export type HeldRequest = z.infer<typeof heldRequest>;

/** What is kept of a session between messages. Small by design; it is read on every request. */
export const conversationState = z.strictObject({
  /** The last goal that ran, for "e da Vale?". */
  last_frame: goalFrame.nullable(),
  last_intents: z.array(executionIntent).max(20),
  last_answer: z.string(),
  /** What was chosen last; gone once another goal has run. */
  last_choice: lastChoice.nullable().default(null),
  /** What was held back last; gone once something has been done. */
  held: heldRequest.nullable().default(null),
  /** The last run that changed something: what "undo" takes back. */
  last_run_id: z.string().nullable(),
  /** The standing request that was made or changed after that run, and how it was before; null: it was not there. */
  last_standing: z
    .strictObject({
      id: z.string(),
      before: schedule.nullable(),
      /** That was an undo: another one would put it back. */
      undone: z.boolean().optional(),
      /** The others that were changed together with it. */
      others: z
        .array(z.strictObject({ id: z.string(), before: schedule }))
        .max(100)
        .optional(),
    })
    .nullable()
    .default(null),
  /** The standing request that was not agreed to, for "só me avisa então"; gone once another one has been made. */
  declined: z.strictObject({ proposal: schedule, at: z.number() }).nullable().default(null),
  /** `remember: true` entities, by name. */
  remembered: z.record(z.string(), z.json()),
  locale: localeSchema,
  /** What the user calls it, else how it began; "": it began before titles were kept. */
  title: z.string().max(200).default(""),
  turn_count: z.int().nonnegative(),
  summary: z.string(),
  key_facts: z.array(z.string()).max(50),
  /** What agents remember of the session. */
  agent_memory: agentMemory.default({}),
  /** What grows in versions. */
  artifacts: artifacts.default({}),
  /** What the last answers showed, the newest last: "the second", "both", "send me that". */
  shown: shownAnswers.default([]),
});
export type ConversationState = z.infer<typeof conversationState>;
