import { z } from "zod";
import { agentMemory } from "./agent.ts";
import { artifacts } from "./artifact.ts";
import {
  entitiesSchema,
  executionIntent,
  followupRequest,
  goalFrame,
  intentOutput,
} from "./intent.ts";
import { domainName, fieldName, localeSchema } from "./names.ts";
import { fileSchema } from "./output.ts";
import { schedule, tellTo } from "./schedule.ts";

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

/** A longer answer is kept to its beginning, and is asked for again where all of it is needed. */
export const MOST_SHOWN_CHARS = 6000;

export const MOST_SHOWN_FILES = 10;

/** One thing that an answer showed: what it is called, what it is for its domain's goals, how it is said in a sentence. */
export const shownItem = z.strictObject({
  domain: domainName,
  label: z.string().max(300),
  entities: entitiesSchema,
  said_as: z.string().max(300),
  /** When it begins. Absent: its manifest does not say, or in an older version. */
  starts_at: z.number().optional(),
});

/** More of one answer are not kept. */
export const MOST_SHOWN_ITEMS = 50;

/** What one answer showed, and what had been asked for. */
export const shownAnswer = z.strictObject({
  /** The words that asked for it. */
  said: z.string().max(500),
  text: z.string().max(MOST_SHOWN_CHARS),
  /** The text is all of it, and so are the files. */
  whole: z.boolean(),
  /** What it had beside its text, behind links that end. Absent: nothing, or in an older version. */
  files: z.array(fileSchema).max(MOST_SHOWN_FILES).optional(),
  frames: z.array(goalFrame).max(10),
  followups: z.array(followupRequest).max(10),
  /** The items were a list, also where it held one: "the second" is one of these. */
  list: z.boolean(),
  items: z.array(shownItem).max(MOST_SHOWN_ITEMS),
  /** The goal's entity that says how many. */
  limit: fieldName.optional(),
  /** When it was shown. Absent: in an older version. */
  at: z.number().optional(),
  /** Something was changed by it. */
  acted: z.boolean(),
  /** Whose text from outside it holds: `web.read_web_page`. */
  outside: z.array(z.string().max(200)).max(20),
});
/** So many answers back something can be named. */
export const MOST_SHOWN_ANSWERS = 5;

/** The last answers, the newest last. */
export const shownAnswers = z.array(shownAnswer).max(MOST_SHOWN_ANSWERS);

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
  /** When standing requests were listed last: "the second" is one of these, unless something else was shown since. */
  schedules_shown_at: z.number().nullable().default(null),
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

export type ShownItem = z.infer<typeof shownItem>;
export type ShownAnswer = z.infer<typeof shownAnswer>;
