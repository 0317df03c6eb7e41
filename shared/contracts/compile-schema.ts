import { z } from "zod";
import { type Reason, reason } from "../messages/reason.ts";
import { ContractError, type Fault, faultAt } from "./errors.ts";
import { FILE, type JsonSchema, RECIPIENT } from "./json-schema.ts";
import { CURRENCY_FORM, PERIOD_FORM } from "./names.ts";

/** Keywords, and the types without which they say nothing. */
const KEYWORDS_OF = {
  object: ["properties", "required", "additionalProperties"],
  array: ["items", "minItems", "maxItems"],
  string: ["minLength", "maxLength"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
} as const satisfies Record<string, (keyof JsonSchema)[]>;

/**
 * A checker for values of `schema`. Build it once per catalogue, not per request (60 us against 3 us).
 * Errors: ContractError naming each part that zod would leave out without a word, and zod's own error
 *         for what it cannot express; call it while the manifest is being loaded
 */
export function compileSchema(schema: JsonSchema): z.ZodType {
  const faults = uncheckedParts(schema, []);
  if (faults.length > 0) throw new ContractError("schema", faults);
  return z.fromJSONSchema(writtenOut(schema) as z.core.JSONSchema.JSONSchema);
}

/** The forms that zod does not know, as the patterns they are. They are ours: none comes from a manifest. */
const FORMS: Partial<Record<NonNullable<JsonSchema["format"]>, string>> = {
  period: PERIOD_FORM.source,
  currency: CURRENCY_FORM.source,
};

/** The schema with all that our own formats say written out. */
function writtenOut({ format, ...rest }: JsonSchema): JsonSchema & { pattern?: string } {
  if (format === "file") return FILE;
  if (format === "recipient") return RECIPIENT;
  const pattern = format === undefined ? undefined : FORMS[format];
  const schema =
    pattern === undefined ? { ...rest, ...(format && { format }) } : { ...rest, pattern };
  const { properties, additionalProperties, items, anyOf } = schema;
  const inEach = (each: Record<string, JsonSchema>) =>
    Object.fromEntries(Object.entries(each).map(([name, child]) => [name, writtenOut(child)]));
  return {
    ...schema,
    ...(properties && { properties: inEach(properties) }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: writtenOut(additionalProperties),
    }),
    ...(items && { items: writtenOut(items) }),
    ...(anyOf && { anyOf: anyOf.map(writtenOut) }),
  };
}

/** The parts of a schema that would never refuse anything, or everything. */
function uncheckedParts(schema: JsonSchema, path: readonly (string | number)[]): Fault[] {
  const say = (key: string, why: Reason) => faultAt([...path, key].join("."), why);
  const { properties = {}, required = [], additionalProperties, items, anyOf = [] } = schema;
  const types = [schema.type ?? []].flat().map((type) => (type === "integer" ? "number" : type));
  const scalars = [...(schema.enum ?? []), ...("const" in schema ? [schema.const] : [])];
  const formatted = schema.format === "file" || schema.format === "recipient" ? "object" : "string";
  return [
    ...(schema.format !== undefined && !types.includes(formatted)
      ? [say("format", reason("needs_type", { type: formatted }))]
      : []),
    ...Object.entries(KEYWORDS_OF).flatMap(([type, keys]) =>
      keys
        .filter((key) => schema[key] !== undefined && !types.some((each) => each === type))
        .map((key) => say(key, reason("needs_type", { type }))),
    ),
    ...required
      .filter((name) => !Object.hasOwn(properties, name))
      .map((name) => say("required", reason("none_of_properties", { name }))),
    ...(scalars.some((value) => typeof value === "object" && value !== null)
      ? [say(schema.enum ? "enum" : "const", reason("only_plain_values"))]
      : []),
    ...Object.entries(properties).flatMap(([name, each]) =>
      uncheckedParts(each, [...path, "properties", name]),
    ),
    ...anyOf.flatMap((each, at) => uncheckedParts(each, [...path, "anyOf", at])),
    ...(items ? uncheckedParts(items, [...path, "items"]) : []),
    ...(typeof additionalProperties === "object"
      ? uncheckedParts(additionalProperties, [...path, "additionalProperties"])
      : []),
  ];
}
