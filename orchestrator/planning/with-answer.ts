import type { GoalFrame } from "#shared/contracts/intent.ts";
import type { JsonObject } from "#shared/contracts/json.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import { escapeObject } from "#shared/contracts/references.ts";

/** Values with the answered ones in their places: what `period` says is void once `period_text` is answered again. */
export function withAnswered<T>(
  values: Readonly<Record<string, T>>,
  answer: Readonly<Record<string, T>>,
): Record<string, T> {
  const kept = Object.entries(values).filter(([name]) => !Object.hasOwn(answer, `${name}_text`));
  return { ...Object.fromEntries(kept), ...answer };
}

/** The plan with the user's answer in the step that asked; it is kept so, should the step ask again. */
export const withAnswer = (
  plan: ExecutionPlan,
  step_id: string,
  answer: JsonObject,
): ExecutionPlan => ({
  ...plan,
  steps: plan.steps.map((step) =>
    String(step.id) === step_id
      ? { ...step, params: withAnswered(step.params, escapeObject(answer)) }
      : step,
  ),
});

/** "petrobras" was PETR4: what is said next of "it" is about that. */
export function withChosen(frame: GoalFrame, params: JsonObject): GoalFrame {
  // What was said as `symbol_text` is chosen as `symbol`.
  const chosen = Object.entries(params).flatMap(([param, value]) =>
    [param, `${param}_text`].flatMap((name) =>
      typeof value === "string" && typeof frame.entities[name] === "string" ? [[name, value]] : [],
    ),
  );
  return chosen.length === 0
    ? frame
    : { ...frame, entities: withAnswered(frame.entities, Object.fromEntries(chosen)) };
}
