import type { Alternative } from "#shared/contracts/intent.ts";
import type { Goal } from "#shared/contracts/manifest.ts";
import { addressesOfGoal, capabilityAt } from "../ports/capability-at.ts";
import type { Catalogue, CatalogueCapability } from "../ports/catalogue.ts";

/** A goal that a model may choose. */
export type OfferedGoal = {
  /** `weather.FORECAST`: what the model says. */
  name: string;
  domain: string;
  spec: Goal;
  /** How likely the words alone make it, 0..1. */
  likely: number;
  effects: readonly CatalogueCapability["effect"][];
  /** Its domain lets any confidence act. */
  isExempt: boolean;
};

/** More are never shown. */
const MOST_OFFERED = 5;

/** The likeliest goals of the words alone; nothing else exists for a model. */
export function offerGoals(
  candidates: readonly Alternative[],
  catalogue: Catalogue,
): OfferedGoal[] {
  return candidates.slice(0, MOST_OFFERED).flatMap(({ domain, goal, confidence }) => {
    const spec = catalogue.goal(domain, goal)?.spec;
    if (spec === undefined) return [];
    const effects = effectsOf(domain, spec, catalogue);
    const isExempt = catalogue.gateOf(domain, effects) === undefined;
    return [{ name: `${domain}.${goal}`, domain, spec, likely: confidence, effects, isExempt }];
  });
}

/** What a goal may do to the world, whichever of its capabilities serves it, also in a plan. */
export const effectsOf = (
  domain: string,
  goal: Goal,
  catalogue: Catalogue,
): CatalogueCapability["effect"][] =>
  addressesOfGoal(goal).map(
    (address) => capabilityAt(address, domain, catalogue)?.effect ?? "external",
  );
