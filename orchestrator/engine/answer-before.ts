import type { Locale } from "#shared/contracts/names.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { combine } from "./combine.ts";

/** Stands for the words of the last step. */
const WORDS = "\u0000words\u0000";

/**
 * What stands in a run's answer before the words of this step, once all other steps are over. "" for a plan of one step.
 * undefined: another step may still have its say, or what this one says stands elsewhere in the answer. Pure.
 */
export function answerBefore(
  plan: ExecutionPlan,
  ended: ReadonlyMap<string, StepTrace>,
  step_id: string,
  locale: Locale,
): string | undefined {
  const last = plan.steps.at(-1);
  if (last === undefined || String(last.id) !== step_id) return undefined;
  const others = plan.steps.slice(0, -1).flatMap(({ id }) => ended.get(String(id)) ?? []);
  if (others.length < plan.steps.length - 1) return undefined;
  const { id, domain, capability, required } = last;
  const said = { result: null, explanation: WORDS, confidence: 1, metadata: {} };
  const told: StepTrace = {
    ...{ id, domain, capability, required, status: "success", attempts: 1, duration_ms: 0 },
    output: { ...said, status: "success" },
  };
  const text = combine(plan, [...others, told], locale).explanation;
  const at = text.indexOf(WORDS);
  return at === -1 ? undefined : text.slice(0, at);
}
