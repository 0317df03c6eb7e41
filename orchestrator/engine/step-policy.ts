import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import type { TaskRun } from "#shared/contracts/run.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { MayUse } from "../ports/principal.ts";
import { needsApproval } from "./needs-approval.ts";
import type { StepPolicy } from "./plan-run.ts";

/** For a capability that the catalogue does not know: the most careful reading. */
const UNDECLARED: StepPolicy = {
  effect: "external",
  repeat: "once",
  timeoutMs: 5000,
  attempts: 1,
  backoffMs: 0,
  confirm: true,
  outside: [],
};

/** The policies of one plan's steps, with what the plan as a whole makes them ask for. */
export function stepPolicy(
  catalogue: Catalogue,
  plan: ExecutionPlan,
  answered?: TaskRun["outside"],
  mayUse?: MayUse,
): (step: ExecutionStep) => StepPolicy {
  const ask = needsApproval(plan, catalogue, answered);
  return (step) => {
    const capability = catalogue.capability(step.domain, step.capability);
    const outside = ask.get(String(step.id)) ?? [];
    if (capability === undefined) return { ...UNDECLARED, outside };
    const { repeat, timeout_ms, retry, agent } = capability.spec;
    return {
      effect: capability.effect,
      repeat,
      timeoutMs: agent?.timeout_ms ?? timeout_ms,
      attempts: retry.attempts,
      backoffMs: retry.backoff_ms,
      confirm: ask.has(String(step.id)),
      outside,
      ...(mayUse?.(capability) === false && { forbidden: true }),
    };
  };
}
