import { z } from "zod";
import { ContractError, type Fault } from "./errors.ts";
import { fieldName } from "./names.ts";
import { CURRENCY_FORM, PERIOD_FORM } from "./value-forms.ts";

/** Any JSON value; one schema, so that the published manifest schema names it once. */
export const anyJson = z
  .json()
  .register(z.globalRegistry, { id: "json", description: "Any JSON value." });

const scalarType = z.enum(["string", "number", "integer", "boolean", "object", "array", "null"]);

/**
 * The part of JSON Schema that manifests may use. `pattern` is left out on purpose: a regular
 * expression from outside must never reach a backtracking engine; use `enum`, `format` or the domain.
 */
export const jsonSchema = z
  .strictObject({
    type: z.union([scalarType, z.array(scalarType).min(1)]).optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    default: anyJson.optional(),
    examples: z.array(anyJson).optional(),
    enum: z.array(anyJson).min(1).optional(),
    const: anyJson.optional(),
    get properties() {
      return z.record(fieldName, jsonSchema).optional();
    },
    required: z.array(fieldName).optional(),
    get additionalProperties() {
      return z.union([z.boolean(), jsonSchema]).optional();
    },
    get items() {
      return jsonSchema.optional();
    },
    minItems: z.int().nonnegative().optional(),
    maxItems: z.int().nonnegative().optional(),
    minLength: z.int().nonnegative().optional(),
    maxLength: z.int().nonnegative().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    exclusiveMaximum: z.number().optional(),
    multipleOf: z.number().positive().optional(),
    format: z
      .enum([
        ...(["date", "date-time", "time", "email", "uri", "uuid"] as const),
        ...(["period", "currency", "file", "recipient"] as const),
      ])
      .optional()
      .describe(
        "file, on an object of parameters: the domain gets the file itself, as a data: URL. recipient, on an object of parameters: whom to send to, as {name} or {id}; the domain gets the address of a chat that was linked and has agreed. period: ISO 8601 (2026-10-10, 2026-10, 2026-03-01/2026-05-01, P6M/2026-11-18; .. leaves an end open). currency: ISO 4217.",
      ),
    get anyOf() {
      return z.array(jsonSchema).min(1).optional();
    },
  })
  .meta({ id: "json_schema", description: "The part of JSON Schema that manifests may use." });
export type JsonSchema = z.infer<typeof jsonSchema>;

/** A schema whose root is an object: what parameters and results are described by. */
export const objectSchema = jsonSchema.refine((schema) => schema.type === "object", {
  error: 'must be an object schema: {"type": "object", ...}',
});

/**
 * What a capability takes: where its schema names properties, only those, unless it says by additionalProperties that there
 * may be others. A misspelt parameter is a fault, and not an effect without it.
 */
export const closedParams = (schema: JsonSchema): JsonSchema =>
  schema.properties === undefined || schema.additionalProperties !== undefined
    ? schema
    : { ...schema, additionalProperties: false };

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

const text: JsonSchema = { type: "string" };
/** What `format: file` stands for: a fileSchema of output.ts. */
export const FILE: JsonSchema = {
  type: "object",
  properties: { name: text, media_type: text, url: text },
  required: ["name", "media_type", "url"],
  additionalProperties: false,
};

/** What `format: recipient` stands for: an addressedRecipient of recipient.ts. */
export const RECIPIENT: JsonSchema = {
  type: "object",
  properties: {
    ...{ id: text, name: text, channel: text, address: text, user_id: text },
    ...{ self: { type: "boolean" }, only_user: { type: "boolean" } },
  },
  additionalProperties: false,
};

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
  const say = (key: string, message: string): Fault => ({
    path: [...path, key].join("."),
    message,
  });
  const { properties = {}, required = [], additionalProperties, items, anyOf = [] } = schema;
  const types = [schema.type ?? []].flat().map((type) => (type === "integer" ? "number" : type));
  const scalars = [...(schema.enum ?? []), ...("const" in schema ? [schema.const] : [])];
  const formatted = schema.format === "file" || schema.format === "recipient" ? "object" : "string";
  return [
    ...(schema.format !== undefined && !types.includes(formatted)
      ? [say("format", `needs type "${formatted}" beside it`)]
      : []),
    ...Object.entries(KEYWORDS_OF).flatMap(([type, keys]) =>
      keys
        .filter((key) => schema[key] !== undefined && !types.some((each) => each === type))
        .map((key) => say(key, `needs type "${type}" beside it`)),
    ),
    ...required
      .filter((name) => !Object.hasOwn(properties, name))
      .map((name) => say("required", `${name} is not one of the properties`)),
    ...(scalars.some((value) => typeof value === "object" && value !== null)
      ? [say(schema.enum ? "enum" : "const", "may only hold texts, numbers, booleans and null")]
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
