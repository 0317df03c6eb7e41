import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { TaskRun } from "#shared/contracts/run.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { OutsideFeed } from "./plan-run.ts";
import { traceOutsideText } from "./trace-outside-text.ts";

/**
 * The steps that the user must say yes to first, and what text from outside they would be given.
 * `confirm: auto` asks when the step destroys something, or when text from outside reaches a parameter
 * of a step that changes the world: foreign text gives no orders.
 * Shape:  by step id as text
 */
export function needsApproval(
  plan: ExecutionPlan,
  catalogue: Catalogue,
  answered?: TaskRun["outside"],
): ReadonlyMap<string, readonly OutsideFeed[]> {
  const outside = traceOutsideText(plan, catalogue, answered);
  const asks = new Map<string, readonly OutsideFeed[]>();
  for (const { id, domain, capability: name } of plan.steps) {
    const feeds = outside.get(String(id)) ?? [];
    const capability = catalogue.capability(domain, name);
    const confirm = capability === undefined ? "always" : capability.spec.confirm;
    const isRisky =
      capability?.effect === "destructive" || (capability?.effect !== "read" && feeds.length > 0);
    if (confirm === "always" || (confirm === "auto" && isRisky)) asks.set(String(id), feeds);
  }
  return asks;
}

/**
 * The steps of a plan that a model wrote which the user must say yes to: everything that leaves the house or
 * destroys, whatever its manifest says, unless the user's own words asked for that capability.
 * Shape: step ids as text
 */
export function effectsOfModelPlan(
  plan: ExecutionPlan,
  catalogue: Catalogue,
  wasAskedFor: (domain: string, capability: string) => boolean,
): ReadonlySet<string> {
  const risky = plan.steps.filter(({ domain, capability }) => {
    const effect = catalogue.capability(domain, capability)?.effect ?? "external";
    const leaves = effect === "external" || effect === "destructive";
    return leaves && !wasAskedFor(domain, capability);
  });
  return new Set(risky.map(({ id }) => String(id)));
}
