import type { Entities, ExecutionIntent, GoalFrame } from "#shared/contracts/intent.ts";
import { type Json, type JsonObject, ownValue } from "#shared/contracts/json.ts";
import { closedParams } from "#shared/contracts/json-schema.ts";
import type { Capability, Goal } from "#shared/contracts/manifest.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { PlanError } from "./plan-error.ts";
import { namesOf, schemaAt, typesOf } from "./schema-at.ts";

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
    const used = ownValue(entities, name) ?? schema.default;
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
  const of = (value: unknown): string[] => [ownValue(map, String(value)) ?? []].flat();
  const values = [ownValue(entities, name)].flat();
  const chosen = [...new Set(values.flatMap(of))];
  if (chosen.length > 0) return chosen;
  // A value that no one mapped: what the author calls the ordinary case.
  const byDefault = of(schema?.default);
  if (byDefault.length > 0) return byDefault;
  const first = capability ?? Object.values(map).flat()[0];
  return first === undefined ? [] : [first];
}

/** True when the capability's params_schema takes a parameter of this name. */
function acceptsParam({ params_schema }: Capability, name: string): boolean {
  const { properties, additionalProperties } = closedParams(params_schema);
  return additionalProperties !== false || Object.hasOwn(properties ?? {}, name);
}

/** Only the parameters that the capability's params_schema takes. */
export const acceptedParams = (capability: Capability, params: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(params).filter(([name]) => acceptsParam(capability, name)));

/**
 * The same of what was said. An entity of several values is one value where only one was said: it becomes a list where the
 * schema takes nothing but lists, and a list of one becomes its value where it takes none.
 */
export const saidParams = (capability: Capability, said: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(acceptedParams(capability, said)).map(([name, value]) => [
      name,
      asListed(capability, name, value),
    ]),
  );

function asListed({ params_schema }: Capability, name: string, value: Json): Json {
  const types = typesOf(schemaAt(params_schema, [name]));
  if (!Array.isArray(value)) return namesOf(types) === "array" ? [value] : value;
  const [only] = value;
  const takesLists = namesOf(types).split(" or ").includes("array");
  return value.length === 1 && only !== undefined && !takesLists ? only : value;
}

/** The parameter that holds the words a search before this step looks for. */
export const searchedFrom = (pre: { param: string; from?: string | undefined }): string =>
  pre.from ?? `${pre.param}_text`;

/** The parameters that a capability takes, or that its metadata reads while it is being planned. */
function readParams(capability: Capability, params: JsonObject): JsonObject {
  const { decomposition, flow, composition } = capability.metadata;
  const read = new Set([
    ...(decomposition?.array_params ?? []).map(({ param_name }) => param_name),
    ...(flow?.pre ?? []).map(searchedFrom),
    ...Object.values(composition?.param_map ?? {}).flatMap((each) => each.from_parameters),
  ]);
  return Object.fromEntries(
    Object.entries(params).filter(([name]) => read.has(name) || acceptsParam(capability, name)),
  );
}
