import type { GoalFrame, IntentOutput } from "./intent.ts";

/** Every goal of an intent, the first one first. */
export function framesOf(intent: IntentOutput): GoalFrame[] {
  const { primary_domain, goal, entities, confidence, original_query, also } = intent;
  if (primary_domain === null || goal === null) return [];
  const first = { primary_domain, goal, entities, confidence, original_query };
  return [{ ...first, ...howRead(intent) }, ...also];
}

/** What may be absent is absent, and not undefined. */
export const howRead = ({ doubts, read_whole }: Pick<GoalFrame, "doubts" | "read_whole">) => ({
  ...(doubts !== undefined && { doubts }),
  ...(read_whole !== undefined && { read_whole }),
});
