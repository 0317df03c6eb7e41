import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { Catalogue } from "../ports/catalogue.ts";
import { linkSteps } from "../ports/step-links.ts";

/**
 * The steps that the user must say yes to first.
 * `confirm: auto` asks when the step destroys something, or when outside text (an untrusted step
 * before it, at any distance) reaches a step that changes the world: foreign text gives no orders.
 * Shape:  step ids as text
 */
export function needsApproval(plan: ExecutionPlan, catalogue: Catalogue): ReadonlySet<string> {
  const tainted = fedByUntrusted(plan, catalogue);
  const asks = plan.steps.filter((step, at) => {
    const capability = catalogue.capability(step.domain, step.capability);
    if (capability === undefined || capability.spec.confirm === "always") return true;
    if (capability.spec.confirm === "never" || capability.effect === "read") return false;
    return capability.effect === "destructive" || tainted.has(at);
  });
  return new Set(asks.map(({ id }) => String(id)));
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

/** Positions of the steps that come, at any distance, after one whose answers carry outside text. */
export function fedByUntrusted(plan: ExecutionPlan, catalogue: Catalogue): ReadonlySet<number> {
  const sources = [...plan.steps.keys()].filter((at) => {
    const step = plan.steps[at];
    return (
      step !== undefined &&
      catalogue.capability(step.domain, step.capability)?.spec.trust === "untrusted"
    );
  });
  const fed = new Set<number>();
  if (sources.length === 0) return fed;
  const { dependents } = linkSteps(plan);
  const open = [...sources];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const next of dependents[at] ?? [])
      if (!fed.has(next)) {
        fed.add(next);
        open.push(next);
      }
  return fed;
}
