import type { EntityValue, GoalFrame } from "#shared/contracts/intent.ts";
import type { EntitySchema } from "#shared/contracts/manifest.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";

export type MissingEntity = { entity: string; schema: EntitySchema };

/** The entities that a goal needs and that have neither a value nor a default, in manifest order. */
export function missingEntities(frame: GoalFrame, catalogue: Catalogue): MissingEntity[] {
  const entities = catalogue.goal(frame.primary_domain, frame.goal)?.spec.entities_schema ?? {};
  return Object.entries(entities)
    .filter(
      ([entity, schema]) =>
        schema.required && schema.default === undefined && !hasValue(frame, entity),
    )
    .map(([entity, schema]) => ({ entity, schema }));
}

/** An empty text or an empty list says nothing. */
export function hasValue({ entities }: GoalFrame, entity: string): boolean {
  const value: EntityValue | undefined = Object.hasOwn(entities, entity)
    ? entities[entity]
    : undefined;
  if (typeof value === "string") return value.trim() !== "";
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}
