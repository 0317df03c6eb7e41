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
  from = 0,
): readonly JsonSchema[] | undefined {
  if (schema === undefined) return undefined;
  if (schema.anyOf !== undefined) {
    const found = schema.anyOf.map((each) => schemaAt(each, path, from));
    return found.every((each) => each !== undefined) ? found.flat() : undefined;
  }
  const key = path[from];
  if (key === undefined) return [schema];
  const child = childOf(schema, key);
  if (child === "anything") return undefined;
  return child === undefined ? [] : schemaAt(child, path, from + 1);
}

function childOf(schema: JsonSchema, key: string): JsonSchema | "anything" | undefined {
  const { type, properties, additionalProperties, items } = schema;
  const mayBe = (name: "object" | "array") =>
    type === undefined || type === name || (Array.isArray(type) && type.includes(name));
  if (mayBe("object")) {
    if (properties !== undefined && Object.hasOwn(properties, key)) return properties[key];
    if (typeof additionalProperties === "object") return additionalProperties;
    if (additionalProperties === true) return "anything";
    if (properties === undefined && additionalProperties === undefined) return "anything";
  }
  return mayBe("array") && isPosition(key) ? (items ?? "anything") : undefined;
}

const isPosition = (key: string): boolean => /^\d+$/.test(key);

/** A set of JSON types, one bit for each. An integer is a number. */
export type Types = number;
const NAMES = ["string", "number", "boolean", "object", "array", "null"] as const;
const ANY: Types = 2 ** NAMES.length - 1;

/** The types that a value of these schemas may have. */
export function typesOf(schemas: readonly JsonSchema[] | undefined): Types {
  let types = schemas === undefined ? ANY : 0;
  for (const schema of schemas ?? []) types |= typesOfOne(schema);
  return types;
}

function typesOfOne({ type, enum: values, const: value }: JsonSchema): Types {
  if (typeof type === "string") return bitOf(type);
  if (type !== undefined) return type.reduce((types, each) => types | bitOf(each), 0);
  const known = values ?? (value === undefined ? undefined : [value]);
  return known?.reduce<Types>((types, each) => types | bitOf(jsonType(each)), 0) ?? ANY;
}

const bitOf = (type: string): Types =>
  1 << NAMES.indexOf(type === "integer" ? "number" : (type as (typeof NAMES)[number]));

const jsonType = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

/** "string or null" */
export const namesOf = (types: Types): string =>
  NAMES.filter((_, bit) => (types & (1 << bit)) !== 0).join(" or ");
