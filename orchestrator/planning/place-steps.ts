import type { Fault } from "#shared/contracts/errors.ts";
import type { ExecutionPlan, GivenPlan } from "#shared/contracts/plan.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { PlanError } from "./plan-error.ts";

/**
 * A given plan with the domain of each step: the one it names, or the only one that has such a capability.
 * Errors: PlanError for a capability that no domain has, or that several have; it names them
 */
export function placeSteps(
  plan: GivenPlan,
  { capabilities }: Pick<Catalogue, "capabilities">,
): ExecutionPlan {
  const faults: Fault[] = [];
  const steps = plan.steps.map((step, at) => {
    const { domain, capability } = step;
    if (domain !== undefined) return { ...step, domain };
    const having = capabilities.filter(({ spec }) => spec.capability === capability);
    // What only stands in for another domain's capability of that name is not what is meant.
    const own = having.filter(({ spec }) => !spec.provides?.endsWith(`.${capability}`));
    const [only, ...others] = own.map((each) => each.domain);
    const path = `steps.${at}.capability`;
    if (only === undefined)
      faults.push({ path, message: `no domain has a capability ${capability}` });
    else if (others.length > 0)
      faults.push({
        path,
        message: `${[only, ...others].join(" and ")} have a capability ${capability}: say which by "domain"`,
      });
    return { ...step, domain: only ?? "" };
  });
  if (faults.length > 0) throw new PlanError(faults);
  return { ...plan, steps };
}
