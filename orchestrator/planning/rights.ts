import type { Manifest } from "#shared/contracts/manifest.ts";
import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import { type Catalogue, type CatalogueGoal, capabilitiesOfGoal } from "../catalogue/catalogue.ts";
import type { MayUse, Rights } from "../ports/principal.ts";

/** Whose rights, against which promises. `mayUse` is undefined where the endpoints do not check who calls. */
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

/** Scopes that would let the user use these; none are known where rights are no scopes. */
export function missingScopes(
  capabilities: readonly { domain: string; capability: string }[],
  catalogue: Catalogue,
  lacks: Rights["lacks"] = () => [],
): string[] {
  const found = capabilities.map((each) => catalogue.capability(each.domain, each.capability));
  return [...new Set(found.flatMap((each) => (each === undefined ? [] : lacks(each))))];
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
