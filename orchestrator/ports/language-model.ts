import type { z } from "zod";
import { RegenteError } from "#shared/contracts/errors.ts";

/**
 * A piece of the instructions. What comes before and in a `reusable` piece is the same in many calls, so
 * that a provider may keep it instead of reading it again.
 */
export type PromptPart = { text: string; reusable?: boolean };

export type ModelMessage = { role: "user" | "assistant"; text: string };

/** A model of the asker's own choice. */
export type OwnModel = {
  /** Asked for where the provider lists it; else the one of the request's size. */
  model?: string;
  /** Another server, which speaks the OpenAI chat API; only where the operator allows it. */
  endpoint?: string;
};

/** One question to a model, and what it may cost. */
export type ModelRequest = {
  /** Which of the two configured models: `fast` understands, `smart` plans and writes. */
  size: "fast" | "smart";
  own?: OwnModel;
  system: readonly PromptPart[];
  messages: readonly ModelMessage[];
  /** Of the answer itself; what a model thinks before it comes on top. */
  maxTokens: number;
  /** Where the provider's defaults do not do; a provider that takes none leaves it out. */
  sampling?: { temperature?: number; top_p?: number };
  /** From now until the last byte of the last attempt, milliseconds. */
  timeoutMs: number;
  /** On the wire at most: attempts and the repair together. */
  maxCalls: number;
  /**
   * Asked before each further request on the wire, with what the ones before it took. Rejects with ModelError
   * "over_budget" where it may not be made; absent: it may.
   */
  admitAgain?(spent: ModelUsage): Promise<void>;
  signal: AbortSignal;
};

/** The answer must come back as `schema`; its refinements count, and their messages are shown to the model. */
export type FormRequest<T> = ModelRequest & { schema: z.ZodType<T> };

/** `onText` sees the answer while it is written. Before the promise resolves it may be shown, and nothing else. */
type TextRequest = ModelRequest & { onText?(piece: string): void };

/** What was spent, failed attempts included. `tokens_cached` are those of `tokens_input` that the provider had kept. */
export type ModelUsage = {
  llm_calls: number;
  tokens_input: number;
  tokens_output: number;
  tokens_cached: number;
};

/**
 * A model of some provider. It fills forms and writes text; it never executes anything.
 * Both methods reject with ModelError, within `timeoutMs`, also when the signal fires; what was spent until
 * then is in its `usage`. An outage is waited for with growing pauses, as long as calls and time allow it.
 */
export interface LanguageModel {
  /** For traces: provider and model, as far as they are known before it was asked. */
  nameOf(size: ModelRequest["size"], own?: OwnModel): string;
  /** A form. An answer that breaks the schema is shown its faults and asked for once more. */
  complete<T>(request: FormRequest<T>): Promise<{ value: T; usage: ModelUsage }>;
  /** A text, never empty and never cut. */
  write(request: TextRequest): Promise<{ text: string; usage: ModelUsage }>;
}

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

export const NO_USAGE: Readonly<ModelUsage> = Object.freeze({
  llm_calls: 0,
  tokens_input: 0,
  tokens_output: 0,
  tokens_cached: 0,
});

/** The two usages together. */
export const addUsage = (one: ModelUsage, other: ModelUsage): ModelUsage => ({
  llm_calls: one.llm_calls + other.llm_calls,
  tokens_input: one.tokens_input + other.tokens_input,
  tokens_output: one.tokens_output + other.tokens_output,
  tokens_cached: one.tokens_cached + other.tokens_cached,
});

/** As an answer says it. */
export const usageView = ({
  llm_calls,
  tokens_input,
  tokens_output,
}: ModelUsage): Omit<ModelUsage, "tokens_cached"> => ({
  llm_calls,
  tokens_input,
  tokens_output,
});

/** Today's tokenizers cut a token of Portuguese, English and JSON at about this many bytes; rather too many than too few. */
const BYTES_A_TOKEN = 3;

/** How many tokens a text is for a model, roughly: providers count exactly, and only afterwards. */
export const estimateTokens = (text: string): number =>
  Math.ceil(Buffer.byteLength(text) / BYTES_A_TOKEN);
