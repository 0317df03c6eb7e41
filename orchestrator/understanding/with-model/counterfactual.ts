import type { IntentOutput } from "#shared/contracts/intent.ts";
import { canonicalJson } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { estimateTokens } from "../../ports/language-model.ts";
import { describeGoal } from "./describe-goal.ts";
import { INSTRUCTIONS } from "./understand-with-model.ts";

/** What every prompt of a catalogue has in common, counted once. */
const counted = new WeakMap<Catalogue, Partial<Record<Locale, number>>>();

function promptTokens(catalogue: Catalogue, locale: Locale): number {
  const known = counted.get(catalogue) ?? {};
  const before = known[locale];
  if (before !== undefined) return before;
  const lines = catalogue.goals.map(({ domain, spec }) =>
    describeGoal({ name: `${domain}.${spec.goal}`, spec }, locale, "all"),
  );
  const tokens = estimateTokens([INSTRUCTIONS, ...lines].join("\n"));
  counted.set(catalogue, { ...known, [locale]: tokens });
  return tokens;
}

/**
 * What one message would have cost a router that is only a model: a prompt that describes every goal, the
 * message, and the intent as its answer. Nothing is sent. One call, without a history and without the model
 * that such a system would also let write the answer, so rather too little than too much.
 * Shape: tokens, in and out together
 * Cost:  the catalogue's part is counted once, 10 us a goal; then a microsecond
 */
export function counterfactualTokens(
  { original_query, goal, entities }: IntentOutput,
  catalogue: Catalogue,
  locale: Locale,
): number {
  return (
    promptTokens(catalogue, locale) +
    estimateTokens(original_query) +
    estimateTokens(canonicalJson({ goal, entities }))
  );
}
