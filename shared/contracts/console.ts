import { z } from "zod";
import { because } from "../messages/reason.ts";
import { explainRequest, explainResponse } from "./endpoints.ts";
import { inputText } from "./intent.ts";
import { lintFinding } from "./lint.ts";
import { domainName, isZone, localeFromCode, localeSchema } from "./names.ts";
import { openQuestion, runSummary } from "./native-endpoints.ts";
import { route, routingDiff } from "./routing.ts";
import { tick } from "./schedule.ts";

/** GET /v1/me: who calls, and which rights these credentials have. */
export const meResponse = z.strictObject({
  user_id: z.string(),
  rights: z.array(z.string()),
  /** false: the endpoints are open to whoever reaches them. */
  is_checked: z.boolean(),
  /** IANA name: what counts where a request names none. */
  timezone: z.string(),
  /** What the caller has chosen; null: the installation's counts. */
  chosen_timezone: z.string().nullable(),
});
/** PATCH /v1/me */
export const meChange = z.strictObject({
  /** null: the installation's counts again. */
  timezone: z.string().refine(isZone, because("must_be_time_zone")).nullable(),
});
export type MeResponse = z.infer<typeof meResponse>;

/** GET /v1/live: what changes for the caller, as it changes. The SSE event is named like `type`. */
export const liveEvent = z.discriminatedUnion("type", [
  /** All questions that are open now: first of all, and whenever they are others. */
  z.strictObject({ type: z.literal("pending"), pending: z.array(openQuestion) }),
  /** Runs that began or went on, newest first; first of all none. */
  z.strictObject({ type: z.literal("runs"), runs: z.array(runSummary) }),
  /** What became of occurrences of standing requests since the last look: fired, late, skipped, failed. */
  z.strictObject({ type: z.literal("ticks"), ticks: z.array(tick) }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

export const MOST_EXPLAINED = 50;

/** POST /v1/explanations: several sentences, each by itself as POST /v1/explain has it. */
export const explanationsRequest = explainRequest.omit({ input_text: true }).extend({
  input_texts: z.array(inputText).min(1).max(MOST_EXPLAINED),
});
/** A message that has no explanation, and why. */
export const unexplained = z.strictObject({
  input_text: inputText,
  error: z.strictObject({ message: z.string(), code: z.string() }),
});
export const explanationsResponse = z.strictObject({
  /** Of the catalogue that was asked. */
  digest: z.string(),
  /** One for each message; what leads to no valid plan says so, and the others are told. */
  explanations: z.array(z.union([explainResponse, unexplained])),
});
export type ExplanationsResponse = z.infer<typeof explanationsResponse>;

/** POST /v1/diff: the manifest of one domain as it might be, against all that is in force. */
export const diffRequest = z.strictObject({
  /** YAML or JSON. Absent: the manifest of `held` that waits for approval. */
  manifest: z
    .string()
    .min(1)
    .max(512 * 1024)
    .optional(),
  held: domainName.optional(),
  /** Where these lead before and after is told as well, changed or not. */
  input_texts: z.array(inputText).max(MOST_EXPLAINED).default([]),
});
/** One thing that is wrong with the candidate; `line` counts from 1 in the text that was sent. */
export const candidateFinding = lintFinding
  .omit({ domain: true, goal: true, rule: true })
  .extend({ line: z.int().nullable(), rule: z.string() });
export type CandidateFinding = z.infer<typeof candidateFinding>;
/** POST /v1/lint: a text that may become a manifest; what is wrong with its form, in milliseconds. */
export const formRequest = diffRequest.pick({ manifest: true }).required();
export const formResponse = z.strictObject({ findings: z.array(candidateFinding) });
export type FormResponse = z.infer<typeof formResponse>;
export const diffResponse = z.strictObject({
  /** null: the text is no manifest; `findings` say why. */
  domain: domainName.nullable(),
  version: z.string().nullable(),
  /** Of the candidate manifest; what approving names it by. */
  digest: z.string().nullable(),
  findings: z.array(candidateFinding),
  change: routingDiff.nullable(),
  routes: z.array(z.strictObject({ text: z.string(), before: route, after: route })),
});
export type DiffResponse = z.infer<typeof diffResponse>;

const share = z.number().nullable();
/** GET /v1/evaluation: how well the catalogue in force understands its own examples, each left out in its turn. */
export const evaluationReport = z.strictObject({
  /** Of the catalogue that it is about. */
  digest: z.string(),
  /** working: it is being worked out, which takes a minute or more; ask again. */
  state: z.enum(["working", "ready", "failed"]),
  evaluation: z
    .strictObject({
      sentences: z.int(),
      accuracy: share,
      entity_f1: share,
      ece: share,
      goals: z.array(
        z.strictObject({
          goal: z.string(),
          locale: localeSchema,
          sentences: z.int(),
          accuracy: share,
          coverage: share,
          precision: share,
        }),
      ),
      reliability: z.array(
        z.strictObject({
          from: z.number(),
          to: z.number(),
          sentences: z.int(),
          confidence: z.number(),
          right: z.number(),
        }),
      ),
      confusable: z.array(
        z.strictObject({
          goals: z.tuple([z.string(), z.string()]),
          times: z.int(),
          sentences: z.array(
            z.strictObject({
              text: z.string(),
              expected: z.string(),
              found: z.string(),
              confidence: z.number(),
            }),
          ),
        }),
      ),
    })
    .nullable(),
});
export type EvaluationReport = z.infer<typeof evaluationReport>;

/** GET /v1/audit */
export const auditQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  /** `next` of the page before. */
  before: z
    .string()
    .max(300)
    .regex(/\.jsonl~\d{1,15}$/, "must be the next of an answer")
    .optional(),
  user_id: z.string().min(1).max(256).optional(),
  domain: z.string().min(1).max(64).optional(),
});
/** A page of the audit log, newest first. Each record is as it was written, so that whoever reads it can verify its hash. */
export const auditPage = z.strictObject({
  records: z.array(
    z.strictObject({
      file: z.string(),
      /** undefined keys are none: the record's own, with `seq`, `at`, `prev` and `hash`. */
      record: z.record(z.string(), z.json()),
    }),
  ),
  next: z.string().nullable(),
});
export type AuditPage = z.infer<typeof auditPage>;

/** GET /v1/domains/:domain/manifest */
export const domainManifest = z.strictObject({
  domain: domainName,
  version: z.string(),
  digest: z.string(),
  /** With every default filled in. */
  manifest: z.record(z.string(), z.json()),
  /** The same as YAML, to begin a change with. */
  yaml: z.string(),
});
/** POST /v1/domains/:domain/manifest */
export const manifestChange = z.strictObject({
  /** YAML or JSON. */
  manifest: formRequest.shape.manifest,
  /** Of the manifest in force that the change began with. */
  digest: z.string().max(64),
});
export type DomainManifest = z.infer<typeof domainManifest>;

/** GET /v1/domains/:domain/latencies */
export const domainLatencies = z.strictObject({
  domain: domainName,
  /** Whether calls go through: closed, open after failures, or half open while one call tries. null: none was made yet. */
  breaker: z.enum(["closed", "open", "half_open"]).nullable(),
  capabilities: z.array(
    z.strictObject({
      capability: z.string(),
      /** Of its newest successful runs, newest first. */
      durations_ms: z.array(z.number()),
      p50_ms: z.number().nullable(),
      p95_ms: z.number().nullable(),
    }),
  ),
});
export type DomainLatencies = z.infer<typeof domainLatencies>;

/** GET /v1/examples: sentences that work now, of what the caller may use; what is written can be undone. */
export const examplesQuery = z.strictObject({ locale: localeFromCode.optional() });
export const examplesResponse = z.strictObject({
  examples: z.array(
    z.strictObject({
      domain: domainName,
      text: z.string(),
      effect: z.enum(["read", "write"]).default("read"),
    }),
  ),
});
export type ExamplesResponse = z.infer<typeof examplesResponse>;
