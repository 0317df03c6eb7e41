import type { Json } from "#shared/contracts/json.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";

/**
 * An argument that a model wrote as text, as what its schema takes: text stays text, everything else is JSON.
 * Shape: undefined for a text that is not the JSON that is needed
 */
export function readArgument(text: string, schema: JsonSchema | undefined): Json | undefined {
  if ([schema?.type ?? "string"].flat().includes("string")) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
