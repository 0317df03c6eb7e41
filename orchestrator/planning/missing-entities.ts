import type { EntityValue, GoalFrame } from "#shared/contracts/intent.ts";
import type { EntitySchema } from "#shared/contracts/manifest.ts";
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
  const value = Object.hasOwn(entities, entity) ? entities[entity] : undefined;
  return value !== undefined && [value].flat().length < (schema.at_least ?? 1);
}

/** An empty text or an empty list says nothing. */
export function hasValue({ entities }: GoalFrame, entity: string): boolean {
  const value: EntityValue | undefined = Object.hasOwn(entities, entity)
    ? entities[entity]
    : undefined;
  if (typeof value === "string") return value.trim() !== "";
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}
