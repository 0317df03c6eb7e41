import { z } from "zod";
import { executionIntent } from "./intent.ts";
import { localeSchema } from "./names.ts";

/**
 * The circumstances of one call: whose request, in which language, and how long there is. What a receiver does not know
 * of it is ignored, so that it can grow; everything else is strict.
 */
export const executeContext = z.object({
  session_id: z.string().min(1).max(256),
  user_id: z.string().min(1).max(256),
  locale: localeSchema,
  /** IANA name, "America/Sao_Paulo" */
  timezone: z.string().min(1).max(64),
  run_id: z.string().min(1).max(128),
  step_id: z.string().min(1).max(64),
  /** 1 for the first try. */
  attempt: z.int().min(1),
  /** Epoch milliseconds; an answer after it is of no use. */
  deadline_at: z.number(),
  /** Say what would be done, and do nothing. */
  dry_run: z.boolean().default(false),
});
export type ExecuteContext = z.infer<typeof executeContext>;

/** The body of a domain's POST /execute. It answers 200 with a DomainOutput, also for a failure or a question. */
export const executeRequest = z.strictObject({ intent: executionIntent, context: executeContext });
export type ExecuteRequest = z.infer<typeof executeRequest>;
