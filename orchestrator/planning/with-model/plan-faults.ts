import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { PlanError } from "../plan-error.ts";
import { validatePlan } from "../validate-plan.ts";

/** Each text that a model writes costs tokens and may be wrong. */
const MOST_REASONING_STEPS = 2;

/** What is wrong with a plan that a model wrote: as with every plan, and what is asked of models beside that. */
export function planFaults(plan: ExecutionPlan, catalogue: Catalogue): string[] {
  const specOf = ({ domain, capability }: ExecutionPlan["steps"][number]) =>
    catalogue.capability(domain, capability)?.spec;
  const reasoning = plan.steps.filter((step) => specOf(step)?.kind === "reasoning");
  const faults =
    reasoning.length > MOST_REASONING_STEPS
      ? [
          `${reasoning.length} steps are written by a model; at most ${MOST_REASONING_STEPS} are needed`,
        ]
      : [];
  const agents = plan.steps.filter((step) => specOf(step)?.kind === "agent");
  if (agents.length > 1) faults.push("at most one step is an agent's");
  // An effect is planned once: twice the same is a mistake, or mischief.
  const effects = plan.steps
    .filter(({ domain, capability }) => catalogue.capability(domain, capability)?.effect !== "read")
    .map(({ domain, capability, params }) => JSON.stringify([domain, capability, params]));
  if (new Set(effects).size < effects.length) faults.push("the same effect is planned twice");
  try {
    validatePlan(plan, catalogue);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    faults.push(...error.faults.map(({ path, message }) => `${path}: ${message}`));
  }
  return faults;
}
