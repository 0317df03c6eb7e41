import { addressesOfGoal, capabilityAt } from "./capability-at.ts";
import type { Catalogue, CatalogueCapability, CatalogueGoal } from "./catalogue.ts";

/** The capabilities that a goal can lead to, by its tables or by a plan. */
export const capabilitiesOfGoal = (
  { domain, spec }: CatalogueGoal,
  catalogue: Catalogue,
): CatalogueCapability[] =>
  addressesOfGoal(spec).flatMap((address) => capabilityAt(address, domain, catalogue) ?? []);

/** True for a goal that changes nothing, whichever of its capabilities serves it. */
export const onlyReads = (goal: CatalogueGoal, catalogue: Catalogue): boolean =>
  capabilitiesOfGoal(goal, catalogue).every(({ effect }) => effect === "read");

/**
 * The least confidence that may act on a goal, whichever of its capabilities serves it; undefined: any may.
 * A plan that only reads may act on less than this, where the goal can do both.
 */
export function gateOfGoal(domain: string, goal: string, catalogue: Catalogue): number | undefined {
  const found = catalogue.goal(domain, goal);
  const capabilities = found === undefined ? [] : capabilitiesOfGoal(found, catalogue);
  return catalogue.gateOf(
    domain,
    capabilities.map(({ effect }) => effect),
  );
}
