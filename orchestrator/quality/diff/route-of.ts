import type { GoalFrame } from "#shared/contracts/intent.ts";
import type { Route, RouteCost } from "#shared/contracts/routing.ts";
import { gateOfGoal } from "../../catalogue/capabilities.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { framesOf } from "../../planning/frames.ts";
import { gateOfFrame } from "../../planning/gate.ts";
import type { Follower } from "../../planning/plan-followups.ts";
import { enabledFollowups } from "../../planning/plan-followups.ts";
import type { Understanding } from "../../understanding/understanding.ts";

/** A catalogue, and how sentences are heard against it. */
export type Router = {
  catalogue: Catalogue;
  understanding: Understanding;
  /** Where sentences are known to lead; what is found out is put there too. */
  known?: Map<string, Route>;
};

/** Where a sentence leads when nothing was said before it. */
export function routeOf(router: Router, text: string): Route {
  const found = router.known?.get(text) ?? heardRoute(router, text);
  router.known?.set(text, found);
  return found;
}

function heardRoute({ catalogue, understanding }: Router, text: string): Route {
  const { intent } = understanding.understand(text, { lastFrame: null });
  const { primary_domain: domain, goal, entities, confidence, tier, also } = intent;
  const frames = framesOf(intent);
  const followers = [
    ...intent.followups,
    ...frames.flatMap((frame) => enabledFollowups(frame, catalogue)),
  ];
  return {
    domain,
    goal,
    entities,
    confidence,
    tier,
    cost: costOf(frames, followers, catalogue),
    also: also.map((frame) => `${frame.primary_domain}.${frame.goal}`),
    followups: [...new Set(followers.map((each) => `${each.domain}.${each.capability}`))],
  };
}

function costOf(
  frames: readonly GoalFrame[],
  followers: readonly Follower[],
  catalogue: Catalogue,
): RouteCost {
  const effects = followers.map(
    ({ domain, capability }) => catalogue.capability(domain, capability)?.effect ?? "external",
  );
  const acts = frames.every((frame) => {
    const { primary_domain, goal, confidence } = frame;
    if ((gateOfFrame(frame, [], catalogue).doubts ?? []).length > 0) return false;
    const own = gateOfGoal(primary_domain, goal, catalogue) ?? 0;
    // What follows carries the answer away: its effects count as well.
    const following = effects.length > 0 ? (catalogue.gateOf(primary_domain, effects) ?? 0) : 0;
    return confidence >= Math.max(own, following);
  });
  if (frames.length === 0 || !acts) return "unsure";
  const needsModel = frames.some(
    ({ primary_domain, goal }) =>
      catalogue.goal(primary_domain, goal)?.spec.action_type !== "deterministic",
  );
  return needsModel ? "model" : "zero_tokens";
}
