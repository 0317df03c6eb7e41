import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import type { UsableCapability } from "./usable-capabilities.ts";

/** Of one description, characters. */
const LONG = 200;

/** A capability as a line of JSON: what it does, what it takes, what it gives. */
export function describeCapability(
  { name, spec, effect }: UsableCapability,
  locale: Locale,
): string {
  const { description, kind, params_schema, result_schema, gives_files } = spec;
  return JSON.stringify({
    capability: name,
    ...(description !== undefined && {
      does: (inLocale(description, locale) ?? "").slice(0, LONG),
    }),
    ...((kind === "reasoning" || kind === "agent") && {
      by: "a model: use it only where words have to be written",
    }),
    ...(effect !== "read" && { effect }),
    params: shapeOf(params_schema),
    gives: {
      explanation: "text",
      ...(kind === "reasoning" && result_schema === undefined && { result: { text: "string" } }),
      ...(result_schema !== undefined && { result: shapeOf(result_schema) }),
      ...(gives_files && { files: ["file"] }),
    },
  });
}

/** `{"city": "string, required", "days": "integer"}`: a schema as short as it can be read. */
function shapeOf(schema: JsonSchema, depth = 0): unknown {
  const { type, properties, required = [], items, enum: values, description, format } = schema;
  if (format === "file" || format === "recipient") return format;
  if (properties !== undefined && depth < 4)
    return Object.fromEntries(
      Object.entries(properties).map(([name, child]) => {
        const shape = shapeOf(child, depth + 1);
        const needed = depth === 0 && required.includes(name);
        return [name, needed && typeof shape === "string" ? `${shape}, required` : shape];
      }),
    );
  if (items !== undefined && depth < 4) return [shapeOf(items, depth + 1)];
  const kind = values === undefined ? [type ?? "any"].flat().join(" or ") : values.join(" | ");
  return description === undefined ? kind : `${kind}: ${description.slice(0, 80)}`;
}
