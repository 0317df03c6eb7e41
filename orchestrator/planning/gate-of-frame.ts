import type { Evidence, FollowupRequest, GoalFrame } from "#shared/contracts/intent.ts";
import type { Effect } from "#shared/contracts/manifest.ts";
import { capabilitiesOfGoal } from "../catalogue/capabilities.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { stoppingDoubts } from "./doubts.ts";
import { enabledFollowups } from "./enabled-followups.ts";
import { type Gate, passes } from "./gate.ts";
import { resolveGoal } from "./resolve-goal.ts";

/**
 * May a goal act? What would be done decides, with what is to follow it: the follow-ups carry its answer away.
 * Where no table but a model plans, everything that its plan may hold counts. What no goal covers may come to a
 * goal that is for that and reads at any confidence: only a model leads there.
 */
export function gateOfFrame(
  frame: GoalFrame,
  followups: readonly FollowupRequest[],
  catalogue: Catalogue,
): Gate {
  const { primary_domain: domain, goal, confidence, doubts = [] } = frame;
  const following = [...followups, ...enabledFollowups(frame, catalogue)];
  const followed = following.map((each) => effectAt(each.domain, each.capability, catalogue));
  const own = effectsOf(frame, catalogue);
  const effects = [...own, ...followed];
  const isFallback = catalogue.goal(domain, goal)?.spec.fallback !== undefined;
  if (!isFallback || effects.some((effect) => effect !== "read"))
    return passes(catalogue, domain, confidence, own, doubts, followed);
  const stopping = stoppingDoubts(doubts, { effects: ["read"], isExempt: true });
  const stopped = stopping.length > 0 && { doubts: stopping };
  return { passed: stopping.length === 0, threshold: undefined, effect: "read", ...stopped };
}

function effectsOf(frame: GoalFrame, catalogue: Catalogue): Effect[] {
  const goal = catalogue.goal(frame.primary_domain, frame.goal);
  if (goal === undefined) return [];
  const own = resolveGoal(frame, catalogue);
  return own.length > 0
    ? own.map(({ domain, capability }) => effectAt(domain, capability, catalogue))
    : capabilitiesOfGoal(goal, catalogue).map(({ effect }) => effect);
}

const effectAt = (domain: string, capability: string, catalogue: Catalogue): Effect =>
  catalogue.capability(domain, capability)?.effect ?? "external";

/** What the gate compared, for the trace of a goal that it held back. */
export const gateEvidence = (
  { primary_domain, goal, confidence }: GoalFrame,
  { threshold, effect, doubts = [] }: Gate,
): Evidence => {
  const needs = threshold === undefined ? "" : `, ≥ ${threshold}`;
  const doubtful = doubts.map(({ reason, detail }) => `; ${reason}: "${detail}"`).join("");
  return {
    kind: "gate",
    detail: `${primary_domain}.${goal}: ${effect}${needs}${doubtful}`,
    weight: confidence,
  };
};
