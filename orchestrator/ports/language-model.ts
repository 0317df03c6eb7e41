import type { z } from "zod";

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
export type TextRequest = ModelRequest & { onText?(piece: string): void };

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
