import type { Entities, ExecutionIntent, GoalFrame } from "#shared/contracts/intent.ts";
import type { Goal } from "#shared/contracts/manifest.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { readParams } from "./accepted-params.ts";
import { PlanError } from "./plan-error.ts";

/**
 * What to call for a goal, by the manifest's tables alone: same frame, same capabilities.
 * Shape:  one intent, or several where a value maps to several capabilities or several values were given;
 *         parameters are the entities that the capability can use, absent ones with their default
 * Errors: PlanError when the goal is not in the catalogue
 */
export function resolveGoal(frame: GoalFrame, catalogue: Catalogue): ExecutionIntent[] {
  const { primary_domain: domain, goal, confidence, original_query } = frame;
  const spec = catalogue.goal(domain, goal)?.spec;
  if (spec === undefined)
    throw new PlanError([{ path: "goal", message: `${domain} has no goal ${goal}` }]);
  const entities = withDefaults(frame.entities, spec);
  return capabilitiesFor(spec, entities).map((capability) => {
    const known = catalogue.capability(domain, capability)?.spec;
    const parameters = known === undefined ? entities : readParams(known, entities);
    return { domain, capability, parameters, confidence, original_query };
  });
}

/** The goal's own entities and no others, each with its value or its default. */
function withDefaults(entities: Entities, { entities_schema }: Goal): Entities {
  const given: [string, Entities[string]][] = [];
  for (const [name, schema] of Object.entries(entities_schema)) {
    const value = Object.hasOwn(entities, name) ? entities[name] : undefined;
    const used = value ?? schema.default;
    if (used !== undefined) given.push([name, used]);
  }
  return Object.fromEntries(given);
}

function capabilitiesFor(goal: Goal, entities: Entities): string[] {
  const { capability, entities_schema } = goal;
  const mapped = Object.entries(entities_schema).find(
    ([, schema]) => schema.capability_map !== undefined,
  );
  const [name = "", schema] = mapped ?? [];
  const map = schema?.capability_map ?? {};
  const of = (value: unknown): string[] => {
    const key = String(value);
    return Object.hasOwn(map, key) ? [map[key] ?? []].flat() : [];
  };
  const values = [Object.hasOwn(entities, name) ? entities[name] : undefined].flat();
  const chosen = [...new Set(values.flatMap(of))];
  if (chosen.length > 0) return chosen;
  // A value that no one mapped: what the author calls the ordinary case.
  const byDefault = of(schema?.default);
  if (byDefault.length > 0) return byDefault;
  const first = capability ?? Object.values(map).flat()[0];
  return first === undefined ? [] : [first];
}
