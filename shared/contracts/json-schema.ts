import { z } from "zod";
import { fieldName } from "./names.ts";

const scalarType = z.enum(["string", "number", "integer", "boolean", "object", "array", "null"]);

/**
 * The part of JSON Schema that manifests may use. `pattern` is left out on purpose: a regular
 * expression from outside must never reach a backtracking engine; use `enum`, `format` or the domain.
 */
export const jsonSchema = z.strictObject({
  type: z.union([scalarType, z.array(scalarType).min(1)]).optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  default: z.json().optional(),
  examples: z.array(z.json()).optional(),
  enum: z.array(z.json()).min(1).optional(),
  const: z.json().optional(),
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
  format: z.enum(["date", "date-time", "time", "email", "uri", "uuid"]).optional(),
  get anyOf() {
    return z.array(jsonSchema).min(1).optional();
  },
});
export type JsonSchema = z.infer<typeof jsonSchema>;

/** A schema whose root is an object: what parameters and results are described by. */
export const objectSchema = jsonSchema.refine((schema) => schema.type === "object", {
  error: 'must be an object schema: {"type": "object", ...}',
});

/**
 * A checker for values of `schema`. Build it once per catalogue, not per request (60 us against 3 us).
 * Errors: throws when zod cannot express the schema; call it while the manifest is being loaded.
 */
export function compileSchema(schema: JsonSchema): z.ZodType {
  return z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema);
}
