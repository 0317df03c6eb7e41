import type { GoalFrame } from "#shared/contracts/intent.ts";
import type { Route, RouteCost } from "#shared/contracts/routing.ts";
import { gateOfGoal } from "../../catalogue/capabilities-of-goal.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { framesOf } from "../../planning/frames.ts";
import { gateOfFrame } from "../../planning/gate-of-frame.ts";
import type { Understanding } from "../../understanding/understand.ts";

/** A catalogue, and how sentences are heard against it. */
export type Router = { catalogue: Catalogue; understanding: Understanding };

/** Where a sentence leads when nothing was said before it. */
export function routeOf({ catalogue, understanding }: Router, text: string): Route {
  const { intent } = understanding.understand(text, { lastFrame: null });
  const { primary_domain: domain, goal, entities, confidence, tier, also } = intent;
  return {
    domain,
    goal,
    entities,
    confidence,
    tier,
    cost: costOf(framesOf(intent), catalogue),
    also: also.map((frame) => `${frame.primary_domain}.${frame.goal}`),
  };
}

function costOf(frames: readonly GoalFrame[], catalogue: Catalogue): RouteCost {
  const acts = frames.every(
    (frame) =>
      frame.confidence >= (gateOfGoal(frame.primary_domain, frame.goal, catalogue) ?? 0) &&
      (gateOfFrame(frame, [], catalogue).doubts ?? []).length === 0,
  );
  if (frames.length === 0 || !acts) return "unsure";
  const needsModel = frames.some(
    ({ primary_domain, goal }) =>
      catalogue.goal(primary_domain, goal)?.spec.action_type !== "deterministic",
  );
  return needsModel ? "model" : "zero_tokens";
}
