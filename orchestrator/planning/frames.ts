import type { GoalFrame, IntentOutput, Tier } from "#shared/contracts/intent.ts";

/** An intent that no sentence had to be understood for. */
export const intentWithout = (text: string, tier: Tier, detail: string): IntentOutput => ({
  primary_domain: null,
  goal: null,
  entities: {},
  confidence: tier === "none" ? 0 : 1,
  original_query: text,
  tier,
  evidence: [{ kind: tier, detail }],
  alternatives: [],
  also: [],
  followups: [],
});

/** Every goal of an intent, the first one first. */
export function framesOf(intent: IntentOutput): GoalFrame[] {
  const { primary_domain, goal, entities, confidence, original_query, also } = intent;
  if (primary_domain === null || goal === null) return [];
  return [{ primary_domain, goal, entities, confidence, original_query }, ...also];
}

/** The same intent with its goals replaced; followups and evidence stay. */
export function withFrames(intent: IntentOutput, frames: readonly GoalFrame[]): IntentOutput {
  const [first, ...also] = frames;
  if (first === undefined) return intent;
  const { primary_domain, goal, entities, confidence } = first;
  return { ...intent, primary_domain, goal, entities, confidence, also };
}
