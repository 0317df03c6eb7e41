import type { ModelUsage } from "./language-model.ts";

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
