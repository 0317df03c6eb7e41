import type { JsonSchema } from "#shared/contracts/json-schema.ts";

/**
 * The schemas that a path inside a value may meet.
 * Shape:  several where the schema has alternatives; [] when it rules the path out; undefined when it
 *         says nothing about it. Declared properties are taken as the whole list unless
 *         additionalProperties says otherwise: a misspelt path is the commonest fault there is.
 */
export function schemaAt(
  schema: JsonSchema | undefined,
  path: readonly string[],
): readonly JsonSchema[] | undefined {
  let here: readonly JsonSchema[] | undefined = schema === undefined ? undefined : [schema];
  for (const key of path) {
    const next: JsonSchema[] = [];
    for (const each of alternatives(here)) {
      const child = childOf(each, key);
      if (child === "anything") return undefined;
      if (child !== undefined) next.push(child);
    }
    if (here === undefined) return undefined;
    here = next;
  }
  return here;
}

const alternatives = (schemas: readonly JsonSchema[] | undefined): readonly JsonSchema[] =>
  (schemas ?? []).flatMap((schema) =>
    schema.anyOf === undefined ? [schema] : alternatives(schema.anyOf),
  );

function childOf(schema: JsonSchema, key: string): JsonSchema | "anything" | undefined {
  const { type, properties, additionalProperties, items } = schema;
  const types = [type ?? []].flat();
  const mayBe = (name: "object" | "array") => types.length === 0 || types.includes(name);
  if (mayBe("object")) {
    if (properties !== undefined && Object.hasOwn(properties, key)) return properties[key];
    if (typeof additionalProperties === "object") return additionalProperties;
    if (additionalProperties === true) return "anything";
    if (properties === undefined && additionalProperties === undefined) return "anything";
  }
  if (mayBe("array") && /^\d+$/.test(key)) return items ?? "anything";
  return undefined;
}

/** The JSON types that a value of these schemas may have; undefined when they do not say. */
export function typesOf(
  schemas: readonly JsonSchema[] | undefined,
): ReadonlySet<string> | undefined {
  if (schemas === undefined) return undefined;
  const types = new Set<string>();
  for (const { type, enum: values, const: value } of alternatives(schemas)) {
    const known = type ?? (values ?? (value === undefined ? undefined : [value]))?.map(jsonType);
    if (known === undefined) return undefined;
    for (const each of [known].flat()) types.add(each === "integer" ? "number" : each);
  }
  return types;
}

const jsonType = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
