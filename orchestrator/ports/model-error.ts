import { RegenteError } from "#shared/contracts/errors.ts";
import type { ModelUsage } from "./language-model.ts";
import { NO_USAGE } from "./model-usage.ts";

/**
 * Why a model gave nothing that can be used.
 * unavailable: down, overloaded, or asked too often in vain. spent: the account has no money left.
 * over_budget: our own limit; nothing was asked. not_allowed: a server that the operator does not list. rejected: key, model name or request are wrong. unreadable: the provider does not speak its own protocol.
 * invalid: the form is not filled in as it must be, also not after the repair.
 */
export type ModelErrorKind =
  | "unavailable"
  | "timeout"
  | "cancelled"
  | "rate_limited"
  | "spent"
  | "over_budget"
  | "not_allowed"
  | "rejected"
  | "unreadable"
  | "refused"
  | "cut_off"
  | "empty"
  | "invalid";

/** `retryAfterMs`: when the provider asked to be tried again. */
type Facts = {
  status?: number | undefined;
  retryAfterMs?: number | undefined;
  usage?: ModelUsage;
  /** Where the kind alone would say something else. */
  retryable?: boolean;
};

/** Its sentence is ours: nothing of the provider's answer, no address, no key; there is no `cause` for the same reason. */
export class ModelError extends RegenteError {
  override readonly name = "ModelError";
  readonly code = "MODEL_CALL_FAILED";
  override readonly retryable: boolean;
  readonly kind: ModelErrorKind;
  readonly detail: string;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** Everything that was spent on the request until it failed. */
  readonly usage: ModelUsage;
  constructor(kind: ModelErrorKind, detail: string, facts: Facts = {}) {
    super(`Language model: ${detail}`);
    this.kind = kind;
    this.detail = detail;
    this.status = facts.status;
    this.retryAfterMs = facts.retryAfterMs;
    this.usage = facts.usage ?? NO_USAGE;
    this.retryable = facts.retryable ?? (kind === "unavailable" || kind === "rate_limited");
  }
}
