import type { GoalFrame } from "#shared/contracts/intent.ts";
import { capabilitiesOfGoal } from "../../catalogue/capabilities.ts";
import type { Catalogue, CatalogueCapability } from "../../catalogue/catalogue.ts";

/** A capability that a model may put into a plan, as it calls it: `weather.forecast`. */
export type UsableCapability = CatalogueCapability & { name: string };

/** All that a plan for these goals may be made of: what their manifests allow, and what the goals run by themselves. */
export function usableCapabilities(
  frames: readonly GoalFrame[],
  catalogue: Catalogue,
): UsableCapability[] {
  const usable = new Map<string, UsableCapability>();
  for (const { primary_domain: domain, goal } of frames) {
    const known = catalogue.goal(domain, goal);
    for (const found of known === undefined ? [] : capabilitiesOfGoal(known, catalogue)) {
      const name = `${found.domain}.${found.spec.capability}`;
      usable.set(name, { ...found, name });
    }
  }
  return [...usable.values()];
}
