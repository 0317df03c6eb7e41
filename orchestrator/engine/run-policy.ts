import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import type { TaskRun } from "#shared/contracts/run.ts";
import { type Catalogue, type CatalogueCapability, effectAt } from "../catalogue/catalogue.ts";
import { framesOf } from "../planning/frames.ts";
import type { MayUse } from "../ports/principal.ts";
import type { Counter, OutsideFeed, StepPolicy } from "./plan-run.ts";
import { traceOutsideText } from "./trace-outside-text.ts";

/**
 * How the steps of a run may be carried out: as their manifests declare it, and more carefully where a model wrote
 * the plan. It follows from the stored run alone, so that it holds after any pause; `mayUse` is asked of whoever goes
 * on with it, and absent where no one does (a recovery). `asksFirst`: see Instruction.
 */
export function runPolicy(
  catalogue: Catalogue,
  plan: ExecutionPlan,
  intent: IntentOutput,
  answered?: TaskRun["outside"],
  mayUse?: MayUse,
  asksFirst = false,
): (step: ExecutionStep) => StepPolicy {
  const declared = stepPolicy(catalogue, plan, answered, mayUse);
  const policyOf = asksFirst ? asking(declared) : declared;
  if (!wasPlannedByModel(intent)) return policyOf;
  const asks = effectsOfModelPlan(plan, catalogue, (domain, capability) =>
    intent.followups.some((each) => each.domain === domain && each.capability === capability),
  );
  return (step) => {
    const policy = policyOf(step);
    return asks.has(String(step.id)) ? { ...policy, confirm: true } : policy;
  };
}

/** Whatever the manifests say, nothing is changed without a yes. */
const asking =
  (policyOf: (step: ExecutionStep) => StepPolicy) =>
  (step: ExecutionStep): StepPolicy => {
    const policy = policyOf(step);
    return policy.effect === "read" ? policy : { ...policy, confirm: true };
  };

/** The evidence that a plan is a model's; kept with the run's intent. */
export const PLANNED_BY_MODEL = "model_plan";

/** True for a run whose plan no table made. */
export const wasPlannedByModel = (intent: IntentOutput): boolean =>
  framesOf(intent).length > 0 && intent.evidence.some(({ kind }) => kind === PLANNED_BY_MODEL);

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
    const { repeat, timeout_ms, retry, agent, bulk } = capability.spec;
    const counter = bulk && catalogue.capability(step.domain, bulk.counted_by);
    const mayCount = counter !== undefined && mayUse?.(counter) !== false;
    return {
      effect: capability.effect,
      repeat,
      timeoutMs: agent?.timeout_ms ?? timeout_ms,
      attempts: retry.attempts,
      backoffMs: retry.backoff_ms,
      confirm: ask.has(String(step.id)),
      outside,
      ...(bulk && { bulk: mayCount ? { counter: counterOf(counter, bulk.total) } : {} }),
      ...(mayUse?.(capability) === false && { forbidden: true }),
    };
  };
}

const counterOf = ({ spec }: CatalogueCapability, total: string): Counter => ({
  capability: spec.capability,
  total,
  ...(spec.params_schema.properties && {
    takes: new Set(Object.keys(spec.params_schema.properties)),
  }),
  isTrusted: spec.trust === "trusted",
  timeoutMs: spec.timeout_ms,
});

/**
 * The steps that the user must say yes to first, and what text from outside they would be given.
 * `confirm: auto` asks when the step destroys something, or when text from outside reaches a parameter
 * of a step that changes the world: foreign text gives no orders.
 * Shape:  by step id as text
 */
export function needsApproval(
  plan: ExecutionPlan,
  catalogue: Catalogue,
  answered?: TaskRun["outside"],
): ReadonlyMap<string, readonly OutsideFeed[]> {
  const outside = traceOutsideText(plan, catalogue, answered);
  const asks = new Map<string, readonly OutsideFeed[]>();
  for (const { id, domain, capability: name } of plan.steps) {
    const feeds = outside.get(String(id)) ?? [];
    const capability = catalogue.capability(domain, name);
    const confirm = capability === undefined ? "always" : capability.spec.confirm;
    const isRisky =
      capability?.effect === "destructive" || (capability?.effect !== "read" && feeds.length > 0);
    if (confirm === "always" || (confirm === "auto" && isRisky)) asks.set(String(id), feeds);
  }
  return asks;
}

/**
 * The steps of a plan that a model wrote which the user must say yes to: everything that leaves the house or
 * destroys, whatever its manifest says, unless the user's own words asked for that capability.
 * Shape: step ids as text
 */
function effectsOfModelPlan(
  plan: ExecutionPlan,
  catalogue: Catalogue,
  wasAskedFor: (domain: string, capability: string) => boolean,
): ReadonlySet<string> {
  const risky = plan.steps.filter((step) => {
    const effect = effectAt(step, catalogue);
    const leaves = effect === "external" || effect === "destructive";
    return leaves && !wasAskedFor(step.domain, step.capability);
  });
  return new Set(risky.map(({ id }) => String(id)));
}
