import { z } from "zod";
import { effects } from "./capability.ts";
import { errorBody, pendingView, usageSchema } from "./endpoints.ts";
import { reasonSchema } from "./errors.ts";
import { MAX_INPUT_CHARS } from "./intent.ts";
import { anyJson } from "./json.ts";
import { domainName, goalName, localeFromCode, localeSchema } from "./names.ts";
import { conversationState } from "./pending.ts";
import { receiptSchema, runHostName, runStatus, stepTrace, taskRun } from "./run.ts";
import { serviceUrl } from "./service-url.ts";
import { countedOutcomes, modelCallRow, modelTotalsRow, usageTotalsRow } from "./usage.ts";

const id = z.string().min(1).max(256);
const MAX_PAGE = 100;
const limit = z.coerce.number().int().min(1).max(MAX_PAGE).default(20);
/** `next` of the page before. */
const before = z.string().min(1).max(600).optional();
const next = z.string().nullable();
const searched = z.string().trim().min(1).max(200).optional();
/** Epoch milliseconds. */
const moment = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();

/** GET /v1/runs */
export const runsQuery = z.strictObject({
  status: runStatus.optional(),
  session_id: id.optional(),
  goal: goalName.optional(),
  /** Runs with a step of this domain. */
  domain: domainName.optional(),
  /** Words of what was asked or answered; letters count without case and accents. */
  q: searched,
  /** Begun at this time or later. */
  since: moment,
  /** Begun before this time. */
  until: moment,
  sort: z.enum(["newest", "oldest", "longest"]).default("newest"),
  limit,
  before,
});

/** Which process has a run that is under way, and whether it goes on. */
export const hostedBy = z.strictObject({
  host: runHostName,
  /** A digest of the process's name, as its log says it; null: no one has it. */
  process: z.string().nullable(),
  /** The process that answers this request is the one. */
  is_here: z.boolean(),
  /** Why it stands still, in words; null: it goes on, or will by itself. */
  stands_still: z.string().nullable(),
  stands_still_reason: reasonSchema.optional(),
});
export type HostedBy = z.infer<typeof hostedBy>;

/** A run in a list: without its plan and its steps. */
export const runSummary = taskRun
  .pick({
    run_id: true,
    session_id: true,
    status: true,
    input_text: true,
    answer: true,
    created_at: true,
    updated_at: true,
  })
  .extend({ goal: z.string().nullable(), steps: z.int(), hosted_by: hostedBy.optional() });
export type RunSummary = z.infer<typeof runSummary>;

export const runsPage = z.strictObject({ runs: z.array(runSummary), next });

/** GET /v1/runs/:id */
export const runDetail = taskRun.extend({
  steps: z.array(stepTrace),
  /** What models were asked for it. */
  model_calls: z.array(modelCallRow).default([]),
  /** What each step does to the world, by its id. */
  effects: z.record(z.string(), z.enum(effects)),
  /** What it has done for sure. */
  receipts: z.array(receiptSchema),
  /** Absent for a run that is not under way. */
  hosted_by: hostedBy.optional(),
});

export type RunDetail = z.infer<typeof runDetail>;

/** POST /v1/runs/:id/cancel: `running` when its reads are told to stop and its effects still finish. */
export const runCancelled = z.strictObject({
  run_id: z.string(),
  status: z.enum(["running", "cancelled"]),
});

/** A call as a plan has it: where a param takes what comes before, it names that: `${1.result}`. */
export const plannedCall = z.strictObject({
  domain: z.string(),
  capability: z.string(),
  effect: z.enum(effects),
  params: z.record(z.string(), anyJson),
});
export type PlannedCall = z.infer<typeof plannedCall>;

/** GET /v1/pending */
export const pendingQuery = z.strictObject({ session_id: id.optional() });
export const openQuestion = pendingView.extend({
  id: z.string(),
  session_id: z.string(),
  locale: localeSchema,
  /** Epoch milliseconds. */
  created_at: z.number(),
  expires_at: z.number(),
  /** The run that waits for the answer; null: nothing has begun. */
  run_id: z.string().nullable(),
  /** What has an effect each time, where a yes to a schedule is asked for. */
  would_call: z.array(plannedCall).optional(),
});
export type OpenQuestion = z.infer<typeof openQuestion>;
export const openQuestions = z.strictObject({ pending: z.array(openQuestion) });

/** POST /v1/pending/:id/answer; a TurnResponse comes back. */
export const pendingAnswerRequest = z.strictObject({
  text: z.string().min(1).max(MAX_INPUT_CHARS),
  /** As in a turn. */
  follows_ticks: z.boolean().optional(),
});
export const pendingExpired = z.strictObject({ id: z.string(), expired: z.literal(true) });

/** GET /v1/sessions */
export const sessionsQuery = z.strictObject({
  /** Words of its title or of its last answer; letters count without case and accents. */
  q: searched,
  limit,
  before,
});
export const sessionSummary = z.strictObject({
  session_id: z.string(),
  /** What the user calls it, else how it began. */
  title: z.string(),
  /** Epoch milliseconds. */
  updated_at: z.number(),
  turn_count: z.int(),
  locale: localeSchema,
  last_answer: z.string(),
});
export const sessionsPage = z.strictObject({ sessions: z.array(sessionSummary), next });

/** PATCH /v1/sessions/:id */
export const sessionChange = z.strictObject({ title: z.string().trim().min(1).max(200) });

/** GET /v1/sessions/:id: what is kept of it, and the part of that which a model would be shown. */
export const sessionDetail = z.strictObject({
  session_id: z.string(),
  state: conversationState,
  pending: openQuestion.nullable(),
  context: conversationState
    .pick({ summary: true, key_facts: true, turn_count: true })
    .extend({ last_intent: conversationState.shape.last_frame }),
});
export const sessionReset = z.strictObject({ session_id: z.string(), reset: z.literal(true) });
export const sessionDeleted = z.strictObject({ session_id: z.string(), deleted: z.literal(true) });

/** DELETE /v1/users/:id */
const keptOfUser = z.strictObject({
  sessions: z.int(),
  questions: z.int(),
  runs: z.int(),
  schedules: z.int(),
});
export const userForgotten = z.strictObject({
  user_id: z.string(),
  forgotten: z.literal(true),
  /** All zero: nothing was known of them but, at most, usage, links and settings. */
  deleted: keptOfUser,
});

/** GET /v1/users/:id: of what deleting the user would delete. */
export const userKept = z.strictObject({ user_id: z.string(), kept: keptOfUser });

/** POST /v1/domains/:domain/approve: the manifest of this digest, which waits for it. */
export const domainApproval = z.strictObject({
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "must be the `held.digest` of that domain, 64 hexadecimal digits"),
});

/** POST /v1/domains/:domain/capabilities/:capability/execute: a plan of this one step. */
export const capabilityExecuteRequest = z.strictObject({
  parameters: z.record(z.string(), anyJson).default({}),
  session_id: id.optional(),
  user_id: id.optional(),
  locale: localeFromCode.optional(),
  dry_run: z.boolean().optional(),
});

/** GET /v1/usage; `since` is a day in UTC, `2026-03-31`. */
export const usageQuery = z.strictObject({ since: z.iso.date().optional() });
const counted = usageSchema.extend({
  calls: z.int(),
  /** Of these, understood and done without a model. */
  zero_token_calls: z.int().default(0),
  ...countedOutcomes,
  /** Of the tokens in, those that the provider had kept. */
  tokens_cached: z.int().default(0),
  /** What the same messages would have cost a router that is only a model. */
  tokens_counterfactual: z.int().default(0),
  duration_ms: z.number(),
});
export const usageReport = z.strictObject({
  /** Epoch milliseconds, the start of a day in UTC. */
  since: z.number(),
  total: counted,
  by_day: z.array(counted.extend({ day: z.iso.date() })),
  by_goal: z.array(counted.extend({ goal: z.string() })),
  by_tier: z.array(counted.extend({ tier: z.string() })),
  /** In front of a model: who answered. null: nothing was passed on. */
  in_front: z
    .strictObject({
      answered_here: z.int(),
      passed_on: z.int(),
      /** Of these, requests of goals whose domain lacks a setting, such as a key. */
      not_configured: z.int().default(0),
      /** In and out, as the upstream told them. */
      tokens_passed_on: z.int(),
    })
    .nullable()
    .default(null),
  /** By goal and who planned it: tables, a prompt, a model's plan, an agent. */
  usage_summary: z
    .array(
      z.strictObject({
        goal: z.string(),
        action_type: z.string(),
        total_calls: z.int(),
        /** In and out, of one call. */
        avg_tokens: z.number(),
        zero_token_calls: z.int(),
        avg_time_ms: z.number(),
      }),
    )
    .default([]),
  /** Requests to models, by model and purpose; `cost` where the operator's table has a price for the model. */
  by_model: z
    .array(modelTotalsRow.extend({ cost: z.number().nullable().default(null) }))
    .default([]),
  /** The same by version, for prompts that have several. */
  by_version: z
    .array(
      modelTotalsRow
        .omit({ purpose: true, model: true })
        .extend({ capability: z.string(), version: z.string() }),
    )
    .default([]),
  /** In money; null: the operator gave no prices. */
  cost: z
    .strictObject({
      currency: z.string(),
      total: z.number(),
      /** Of all messages, those that no model was asked for too; null: there are none. */
      per_thousand_messages: z.number().nullable().default(null),
      /** What a router that is only a model would have cost; null: the table names no model for it. */
      counterfactual: z.number().nullable(),
      /** Models that have no price: they are not in the total. */
      unpriced: z.array(z.string()),
    })
    .nullable()
    .default(null),
  /** The limits that are set, and what is used of them today; `day` is everybody's, and told to operators only. */
  limits: z
    .array(z.strictObject({ limit: z.enum(["user_day", "day"]), tokens: z.int(), spent: z.int() }))
    .default([]),
  rows: z.array(usageTotalsRow),
});
export type UsageReport = z.infer<typeof usageReport>;

/** GET /health and /ready */
export const healthReport = z.looseObject({ status: z.string() });

/** An error for clients that accept `application/problem+json` (RFC 9457). */
export const problemBody = errorBody.extend({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
});

/** POST /v1/domains: a service to take in, under the name that its manifest says; another name is refused. */
export const domainRegistration = z.strictObject({ name: domainName.optional(), url: serviceUrl });

/** GET /v1/settings: how this installation is set up; no secret is in it. */
export const settingsReport = z.strictObject({
  /** null: there is no model. */
  model: z.strictObject({ fast: z.string(), smart: z.string() }).nullable(),
  /** null: there is no bot; `bot` is its name once Telegram has said it. */
  telegram: z.strictObject({ bot: z.string().nullable() }).nullable(),
  /** IANA name, for whoever has not chosen one. */
  timezone: z.string(),
  access: z.strictObject({
    /** false: the endpoints are open to whoever reaches them. */
    is_checked: z.boolean(),
    /** null: no file of keys is in use. */
    keys: z
      .array(
        z.strictObject({
          id: z.string(),
          user_id: z.string(),
          scopes: z.array(z.string()),
          created_at: z.string(),
          expires_at: z.string().nullable(),
        }),
      )
      .nullable(),
  }),
  /** What is over is deleted after so many days; null: it is kept. */
  keep_days: z.int().nullable(),
});
export type SettingsReport = z.infer<typeof settingsReport>;

export const testedSetting = z.enum(["model", "telegram", "retention"]);

/** POST /v1/settings/:setting/test */
export const settingTest = z.strictObject({ locale: localeFromCode.optional() });
export const settingTested = z.strictObject({
  works: z.boolean(),
  /** not_set; of a model its error's kind; of Telegram why nothing was sent; null: it works. */
  code: z.string().nullable(),
  /** What the other side said, as it said it. */
  detail: z.string(),
  took_ms: z.number(),
  /** Runs and conversations that would be deleted now; absent for other settings. */
  would_delete: z.strictObject({ runs: z.int(), conversations: z.int() }).optional(),
});
export type SettingTested = z.infer<typeof settingTested>;
