import type { Effect } from "#shared/contracts/manifest.ts";
import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import type { TaskRun } from "#shared/contracts/run.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { MayUse } from "../ports/principal.ts";
import { needsApproval } from "./needs-approval.ts";
import type { OutsideFeed } from "./trace-outside-text.ts";

/** How a step may be carried out, as its manifest declares it. */
export type StepPolicy = {
  effect: Effect;
  /** once: never sent again by itself when it may have arrived. */
  repeat: "keyed" | "once";
  /** For one attempt, milliseconds. */
  timeoutMs: number;
  /** The first one included. */
  attempts: number;
  backoffMs: number;
  /** The user has to say yes first. */
  confirm: boolean;
  /** What text from outside it would be given. */
  outside: readonly OutsideFeed[];
  /** The user has no right to it: it is not sent. */
  forbidden?: true;
};

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
