import type { Json, JsonObject } from "#shared/contracts/json.ts";
import { closedParams } from "#shared/contracts/json-schema.ts";
import type { Capability } from "#shared/contracts/manifest.ts";
import { namesOf, schemaAt, typesOf } from "./schema-at.ts";

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
export function readParams(capability: Capability, params: JsonObject): JsonObject {
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

/** An own parameter, or undefined. */
export const paramOf = (params: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(params, name) ? params[name] : undefined;
