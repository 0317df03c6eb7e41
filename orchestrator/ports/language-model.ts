import type { z } from "zod";

export type ModelMessage = { role: "user" | "assistant"; text: string };

/** One call that must come back as `schema`. The model fills it; it never executes anything. */
export type ModelRequest<T> = {
  /** Which of the two configured models: `fast` understands, `smart` plans and writes. */
  size: "fast" | "smart";
  system: string;
  messages: readonly ModelMessage[];
  schema: z.ZodType<T>;
  maxTokens: number;
  signal: AbortSignal;
};

export type ModelUsage = { tokens_input: number; tokens_output: number; tokens_cached: number };

/** Rejects with ModelError: absent, slow, over budget, refusing or not keeping the schema. */
export interface LanguageModel {
  readonly name: string;
  complete<T>(request: ModelRequest<T>): Promise<{ value: T; usage: ModelUsage }>;
}
