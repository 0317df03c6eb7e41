import type { Alternative } from "#shared/contracts/intent.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import type { Heard } from "../intent/understand.ts";
import { capabilitiesOfGoal } from "../ports/capabilities-of-goal.ts";
import type { Catalogue, CatalogueGoal } from "../ports/catalogue.ts";
import type { MayUse } from "../ports/principal.ts";

/** Whose rights, against which promises. `mayUse` is undefined where the doors do not check who calls. */
export type Allowed = { catalogue: Catalogue; mayUse?: MayUse | undefined };

/** May the user get anywhere with this goal? */
export const mayPursue = (goal: CatalogueGoal, { catalogue, mayUse }: Allowed): boolean =>
  mayUse === undefined || capabilitiesOfGoal(goal, catalogue).some(mayUse);

/** The steps of a plan whose capabilities the user may not use. */
export const forbiddenSteps = (
  { steps }: ExecutionPlan,
  { catalogue, mayUse }: Allowed,
): ExecutionStep[] =>
  mayUse === undefined
    ? []
    : steps.filter(({ domain, capability }) => {
        const found = catalogue.capability(domain, capability);
        return found === undefined || !mayUse(found);
      });

/** What was heard, offering only goals that the user may pursue. What was asked for stays: it is refused in words. */
export function offeredTo(allowed: Allowed, heard: Heard): Heard {
  if (allowed.mayUse === undefined) return heard;
  const isOpen = ({ domain, goal }: Alternative): boolean => {
    const found = allowed.catalogue.goal(domain, goal);
    return found !== undefined && mayPursue(found, allowed);
  };
  const { intent, candidates } = heard;
  const alternatives = intent.alternatives.filter(isOpen);
  return {
    ...heard,
    intent: { ...intent, alternatives },
    candidates: candidates.filter(isOpen),
  };
}

/** The manifests as the user may be told of them: with the goals they may pursue. */
export function manifestsFor(allowed: Allowed): Manifest[] {
  const manifests = [...allowed.catalogue.manifests.values()];
  if (allowed.mayUse === undefined) return manifests;
  return manifests.map((manifest) => ({
    ...manifest,
    goals: manifest.goals.filter((spec) => mayPursue({ domain: manifest.domain, spec }, allowed)),
  }));
}
