import type { Alternative } from "#shared/contracts/intent.ts";
import type { Goal } from "#shared/contracts/manifest.ts";
import {
  addressesOfGoal,
  type Catalogue,
  type CatalogueCapability,
  capabilityAt,
} from "../../catalogue/catalogue.ts";

/** A goal that a model may choose. */
export type OfferedGoal = {
  /** `weather.FORECAST`: what the model says. */
  name: string;
  domain: string;
  spec: Goal;
  /** How likely the words alone make it, 0..1. */
  likely: number;
  effects: readonly CatalogueCapability["effect"][];
  /** Any confidence may act: its domain says so, or it is for what no goal covers. */
  isExempt: boolean;
};

/** More are never shown, but for those that are for what no goal covers. */
const MOST_OFFERED = 5;

/** The likeliest goals of the words alone, and those that words never lead to; nothing else exists for a model. */
export function offerGoals(
  candidates: readonly Alternative[],
  catalogue: Catalogue,
): OfferedGoal[] {
  const known = candidates.flatMap(({ domain, goal, confidence }): OfferedGoal[] => {
    const spec = catalogue.goal(domain, goal)?.spec;
    if (spec === undefined) return [];
    const effects = effectsOf(domain, spec, catalogue);
    const isExempt = spec.fallback !== undefined || catalogue.gateOf(domain, effects) === undefined;
    return [{ name: `${domain}.${goal}`, domain, spec, likely: confidence, effects, isExempt }];
  });
  const isFallback = ({ spec }: OfferedGoal) => spec.fallback !== undefined;
  const likely = known.filter((each) => !isFallback(each)).slice(0, MOST_OFFERED);
  // First: where the descriptions are too long for a prompt, the last ones are left out.
  return [...known.filter(isFallback), ...likely];
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
