import { entityValue, type GoalFrame } from "#shared/contracts/intent.ts";
import { type Json, type JsonObject, ownValue } from "#shared/contracts/json.ts";
import type { EntitySchema } from "#shared/contracts/manifest.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import { escapeObject } from "#shared/contracts/references.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";

export type MissingEntity = { entity: string; schema: EntitySchema };

/** The entities that a goal needs and that have neither a default nor a value, or too few, in manifest order. */
export function missingEntities(frame: GoalFrame, catalogue: Catalogue): MissingEntity[] {
  const entities = catalogue.goal(frame.primary_domain, frame.goal)?.spec.entities_schema ?? {};
  return Object.entries(entities)
    .filter(
      ([entity, schema]) =>
        schema.required &&
        schema.default === undefined &&
        (!hasValue(frame, entity) || lacksMore(frame, entity, schema)),
    )
    .map(([entity, schema]) => ({ entity, schema }));
}

/** One value where the goal needs several: "compara a Vale". */
export function lacksMore({ entities }: GoalFrame, entity: string, schema: EntitySchema): boolean {
  const value = ownValue(entities, entity);
  return value !== undefined && [value].flat().length < (schema.at_least ?? 1);
}

/** An empty text or an empty list says nothing. */
export function hasValue({ entities }: GoalFrame, entity: string): boolean {
  const value = ownValue(entities, entity);
  if (typeof value === "string") return value.trim() !== "";
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

/**
 * Fill required entities that were not said with what the session remembers, where the manifest
 * allows it (`remember: true`). What was said is never replaced, and a remembered value that the
 * entity could not hold is left out.
 * Shape: the same frame when there is nothing to fill
 */
export function injectMemory(
  frame: GoalFrame,
  remembered: Readonly<Record<string, Json>>,
  catalogue: Catalogue,
): GoalFrame {
  const entities = catalogue.goal(frame.primary_domain, frame.goal)?.spec.entities_schema ?? {};
  const filled = Object.entries(entities).flatMap(([entity, schema]) => {
    if (!mayComeFromMemory(schema) || hasValue(frame, entity)) return [];
    const value = entityValue.safeParse(ownValue(remembered, entity));
    return value.success && holds(schema, value.data) ? [[entity, value.data] as const] : [];
  });
  if (filled.length === 0) return frame;
  return { ...frame, entities: { ...frame.entities, ...Object.fromEntries(filled) } };
}

/** True for an entity whose value need not have been said for this goal. */
export const mayComeFromMemory = ({ required, remember }: EntitySchema): boolean =>
  required && remember;

function holds(schema: EntitySchema, value: unknown): boolean {
  if (Array.isArray(value) && !schema.multiple) return false;
  return [value].flat().every((one) => schema.values?.includes(String(one)) ?? true);
}

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
