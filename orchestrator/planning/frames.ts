import { howRead } from "#shared/contracts/frames.ts";
import type { Doubt, Entities, GoalFrame, IntentOutput, Tier } from "#shared/contracts/intent.ts";

export { framesOf } from "#shared/contracts/frames.ts";

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

/** The same intent with its goals replaced; followups and evidence stay. */
export function withFrames(intent: IntentOutput, frames: readonly GoalFrame[]): IntentOutput {
  const [first, ...also] = frames;
  if (first === undefined) return intent;
  const { primary_domain, goal, entities, confidence } = first;
  const { doubts: _before, read_whole: _whole, ...others } = intent;
  return { ...others, primary_domain, goal, entities, confidence, also, ...howRead(first) };
}

/** What is done although it was in doubt goes to no one else for that: for whom it is stays as it was said. */
export function withoutDoubts<T extends { readonly doubts?: readonly Doubt[] | undefined }>({
  doubts = [],
  ...rest
}: T): Omit<T, "doubts"> & { doubts?: Doubt[] } {
  const addressed = doubts.filter(({ reason }) => reason === "addressed");
  return { ...rest, ...(addressed.length > 0 && { doubts: addressed }) };
}

/** A goal that a program names, with its values: there is no sentence to understand. */
export type GivenGoal = { domain: string; goal: string; entities: Entities };

/** The intent of a typed call. Which goal is meant is certain; its values are resolved and its plan is gated like any other. */
export const intentGiven = (
  { domain, goal, entities }: GivenGoal,
  original_query: string,
): IntentOutput => ({
  ...intentWithout(original_query, "given", `${domain}.${goal}`),
  primary_domain: domain,
  goal,
  entities,
});
