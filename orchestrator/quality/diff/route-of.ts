import type { GoalFrame } from "#shared/contracts/intent.ts";
import type { Route, RouteCost } from "#shared/contracts/routing.ts";
import { gateOfGoal } from "../../catalogue/capabilities-of-goal.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { Understanding } from "../../understanding/understand.ts";

/** A catalogue, and how sentences are heard against it. */
export type Router = { catalogue: Catalogue; understanding: Understanding };

/** Where a sentence leads when nothing was said before it. */
export function routeOf({ catalogue, understanding }: Router, text: string): Route {
  const { intent } = understanding.understand(text, { lastFrame: null });
  const { primary_domain: domain, goal, entities, confidence, tier, also } = intent;
  const first =
    domain === null || goal === null ? [] : [{ primary_domain: domain, goal, confidence }];
  return {
    domain,
    goal,
    entities,
    confidence,
    tier,
    cost: costOf([...first, ...also], catalogue),
    also: also.map((frame) => `${frame.primary_domain}.${frame.goal}`),
  };
}

type Decided = Pick<GoalFrame, "primary_domain" | "goal" | "confidence">;

function costOf(frames: readonly Decided[], catalogue: Catalogue): RouteCost {
  const acts = frames.every(
    ({ primary_domain, goal, confidence }) =>
      confidence >= (gateOfGoal(primary_domain, goal, catalogue) ?? 0),
  );
  if (frames.length === 0 || !acts) return "unsure";
  const needsModel = frames.some(
    ({ primary_domain, goal }) =>
      catalogue.goal(primary_domain, goal)?.spec.action_type !== "deterministic",
  );
  return needsModel ? "model" : "zero_tokens";
}
