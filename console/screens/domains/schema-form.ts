import { isJsonObject } from "#shared/contracts/canonical-json.ts";

/** One field of a form that stands for a property of a JSON Schema. */
export type SchemaField = {
  name: string;
  kind: "text" | "number" | "boolean" | "choice" | "json";
  isRequired: boolean;
  choices: readonly string[];
  description: string;
};

/** The fields of an object's schema; what is no plain value is written as JSON. */
export function fieldsOf(schema: unknown): SchemaField[] {
  if (!isJsonObject(schema) || !isJsonObject(schema["properties"])) return [];
  const listed = schema["required"];
  const required: ReadonlySet<unknown> = new Set(Array.isArray(listed) ? listed : []);
  return Object.entries(schema["properties"]).map(([name, property]) => {
    const { type, enum: values, description } = isJsonObject(property) ? property : {};
    const isListed = Array.isArray(values) && values.every((each) => typeof each === "string");
    const choices = isListed ? values : type === "boolean" ? ["true", "false"] : [];
    const kind = choices.length > 0 && type !== "boolean" ? "choice" : kindOf(type);
    const text = typeof description === "string" ? description : "";
    return { name, kind, isRequired: required.has(name), choices, description: text };
  });
}

function kindOf(type: unknown): SchemaField["kind"] {
  if (type === "number" || type === "integer") return "number";
  if (type === "boolean") return "boolean";
  return type === "string" ? "text" : "json";
}

/** What was typed, as the values that it means; `bad` is the first field that cannot be read. */
export function valuesOf(
  fields: readonly SchemaField[],
  typed: Readonly<Record<string, string>>,
): { values: Record<string, unknown>; bad: string | undefined } {
  const values: Record<string, unknown> = {};
  for (const { name, kind } of fields) {
    const text = typed[name] ?? "";
    if (text === "") continue;
    const read = readValue(kind, text);
    if (read === undefined) return { values, bad: name };
    values[name] = read;
  }
  return { values, bad: undefined };
}

function readValue(kind: SchemaField["kind"], text: string): unknown {
  if (kind === "text" || kind === "choice") return text;
  if (kind === "boolean") return text === "true";
  if (kind === "number") {
    const value = Number(text.replace(",", "."));
    return Number.isFinite(value) ? value : undefined;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
