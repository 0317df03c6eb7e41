import { z } from "zod";
import { because } from "../messages/reason.ts";
import { fieldName } from "./names.ts";

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
export const objectSchema = jsonSchema.refine(
  (schema) => schema.type === "object",
  because("must_be_object_schema"),
);

/**
 * What a capability takes: where its schema names properties, only those, unless it says by additionalProperties that there
 * may be others. A misspelt parameter is a fault, and not an effect without it.
 */
export const closedParams = (schema: JsonSchema): JsonSchema =>
  schema.properties === undefined || schema.additionalProperties !== undefined
    ? schema
    : { ...schema, additionalProperties: false };

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
