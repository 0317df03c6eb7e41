import type { IsoDate } from "../calendar/days.ts";
import type { ExecuteContext } from "../contracts/execute.ts";
import type { ExecutionIntent } from "../contracts/intent.ts";
import type { Locale } from "../contracts/names.ts";
import type { DomainOutput } from "../contracts/output.ts";
import type { Logger } from "./log.ts";

/** Everything about one call beside its parameters. */
export type Call = {
  intent: ExecutionIntent;
  /**
   * Whose request this is, and of which run. `context.user_id` is the same for one user on every channel: the name of their
   * API key, of their token, or of the chat that was linked; "local" where no one shows who they are. It was checked
   * against the call's token. Keep what belongs to a user by it, and by nothing that came as a parameter.
   */
  context: ExecuteContext;
  /** The language to answer in. */
  locale: Locale;
  /** Fires at the deadline; for reads also when no one waits for the answer any more. */
  signal: AbortSignal;
  /** Carries domain, capability, run_id and step_id already. */
  log: Logger;
  /** Whole milliseconds until the deadline: from 0 to MAX_TIMER_MS (24.8 days), so that any timer can wait for it. */
  remainingMs(): number;
  /** The day that it is where the user is, "2026-10-30". */
  today(): IsoDate;
};

/**
 * Does one capability. The parameters keep its params_schema, with the schema's defaults filled in.
 * Says what happened with `success`, `failure` or `ask`. To throw means that the service itself is
 * broken and that nothing was done; an effect that may or may not have happened is a failure with
 * the code OUTCOME_UNKNOWN.
 */
export type Handler = (params: Record<string, unknown>, call: Call) => Promise<DomainOutput>;

/** Epoch milliseconds; tests bring their own. */
export type KitClock = { now(): number };
