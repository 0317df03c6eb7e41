import type { GoalFrame } from "#shared/contracts/intent.ts";
import type { Goal } from "#shared/contracts/manifest.ts";
import type { Catalogue, CatalogueCapability } from "../../ports/catalogue.ts";

/** A capability that a model may put into a plan, as it calls it: `weather.forecast`. */
export type UsableCapability = CatalogueCapability & { name: string };

/** The capability at an address of a manifest: `forecast` of its own, `weather.forecast` of any. */
export function capabilityAt(
  address: string,
  domain: string,
  catalogue: Catalogue,
): CatalogueCapability | undefined {
  const dot = address.indexOf(".");
  return dot === -1
    ? catalogue.capability(domain, address)
    : catalogue.capability(address.slice(0, dot), address.slice(dot + 1));
}

/** All that a plan for these goals may be made of: what their manifests allow, and what the goals run by themselves. */
export function usableCapabilities(
  frames: readonly GoalFrame[],
  catalogue: Catalogue,
): UsableCapability[] {
  const usable = new Map<string, UsableCapability>();
  for (const { primary_domain: domain, goal } of frames) {
    const spec = catalogue.goal(domain, goal)?.spec;
    for (const address of spec === undefined ? [] : addressesOf(spec)) {
      const found = capabilityAt(address, domain, catalogue);
      if (found === undefined) continue;
      const name = `${found.domain}.${found.spec.capability}`;
      usable.set(name, { ...found, name });
    }
  }
  return [...usable.values()];
}

const addressesOf = ({ plan, capability, entities_schema }: Goal): string[] => [
  ...(plan?.may_use ?? []),
  ...(capability === undefined ? [] : [capability]),
  ...Object.values(entities_schema).flatMap(({ capability_map = {} }) =>
    Object.values(capability_map).flat(),
  ),
];
