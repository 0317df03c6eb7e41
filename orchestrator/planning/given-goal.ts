import type { Entities, IntentOutput } from "#shared/contracts/intent.ts";
import { intentWithout } from "./frames.ts";

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
