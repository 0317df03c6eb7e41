import { compileSchema } from "../contracts/compile-schema.ts";
import { faultsOf, whyOf } from "../contracts/errors.ts";
import { isJsonObject } from "../contracts/json.ts";
import { type JsonSchema, jsonSchema } from "../contracts/json-schema.ts";
import { reason } from "../messages/reason.ts";
import { DocumentError, resolved } from "./document.ts";

/** What would be another schema without it. Patterns never reach an engine of ours, so none is kept; the service checks them. */
const REFUSED = new Set([
  ...["not", "if", "then", "else", "patternProperties", "propertyNames", "prefixItems"],
  ...["contains", "minContains", "maxContains", "dependentSchemas", "dependentRequired"],
  ...["dependencies", "additionalItems", "unevaluatedProperties", "unevaluatedItems"],
  ...["$dynamicRef", "$recursiveRef"],
]);
/** What is kept as it is; each other word only describes, or is not known to JSON Schema either. */
const KEPT = new Set([
  ...["type", "description", "enum", "const", "required", "minItems", "maxItems", "minLength"],
  ...["maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
]);
/** Words that say nothing of a value of another type. */
const OF_TYPE: readonly (readonly [types: readonly string[], words: readonly string[]])[] = [
  [["object"], ["properties", "required", "additionalProperties"]],
  [["array"], ["items", "minItems", "maxItems"]],
  [["string"], ["minLength", "maxLength"]],
  [
    ["number", "integer"],
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ],
];
const FORMATS = new Set(["date", "date-time", "time", "email", "uri", "uuid"]);
const MOST_DEPTH = 12;
const MOST_DESCRIPTION = 500;

/**
 * A schema of an OpenAPI document (3.0 or 3.1) or of a tool as the part of JSON Schema that manifests may use.
 * Errors: DocumentError naming the place of what that part lacks (not, if, patternProperties, a schema that holds itself, ...)
 */
export function convertSchema(document: unknown, schema: unknown, place: string): JsonSchema {
  const converted = convert({ document, depth: 0 }, schema, place);
  const parsed = jsonSchema.safeParse(converted);
  if (parsed.success) {
    try {
      compileSchema(parsed.data);
    } catch (error) {
      throw new DocumentError(place, whyOf(error));
    }
    return parsed.data;
  }
  const [fault] = faultsOf(parsed.error);
  throw new DocumentError(
    [place, fault?.path].filter(Boolean).join("."),
    fault?.why ?? fault?.message ?? reason("cannot_be_used"),
  );
}

type At = { document: unknown; depth: number };
type Converted = Record<string, unknown>;

function convert({ document, depth }: At, given: unknown, place: string): Converted {
  if (depth > MOST_DEPTH) throw new DocumentError(place, reason("holds_itself"));
  const schema = resolved(document, given, place);
  if (schema === true) return {};
  if (!isJsonObject(schema)) throw new DocumentError(place, reason("no_schema"));
  const inner: At = { document, depth: depth + 1 };
  const made: Converted = {};
  for (const [key, value] of Object.entries(schema)) {
    const at = `${place}.${key}`;
    if (KEPT.has(key)) made[key] = value;
    else if (key === "format") {
      if (FORMATS.has(String(value)) && schema["type"] === "string") made["format"] = value;
    } else if (key === "properties") made["properties"] = properties(inner, value, at);
    else if (key === "items") made["items"] = convert(inner, value, at);
    else if (key === "additionalProperties")
      made["additionalProperties"] = typeof value === "boolean" ? value : convert(inner, value, at);
    else if (key === "anyOf" || key === "oneOf") made["anyOf"] = alternatives(inner, value, at);
    else if (key === "allOf") Object.assign(made, allOf(inner, value, at, made));
    else if (REFUSED.has(key)) throw new DocumentError(at, reason("not_in_json_schema"));
  }
  return tidied(made, schema, place);
}

function properties(at: At, value: unknown, place: string): Converted {
  if (!isJsonObject(value)) throw new DocumentError(place, reason("no_object"));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, convert(at, each, `${place}.${name}`)]),
  );
}

function alternatives(at: At, value: unknown, place: string): Converted[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new DocumentError(place, reason("no_list"));
  return value.map((each, index) => convert(at, each, `${place}.${index}`));
}

/** All of several objects are one object with what each of them has. */
function allOf(at: At, value: unknown, place: string, own: Converted): Converted {
  const parts = alternatives(at, value, place);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return { ...only, ...own };
  // A part that only describes beside one that says what it is: `allOf: [{$ref}, {description}]`.
  const telling = parts.filter((part) => Object.keys(part).some((key) => key !== "description"));
  const [told = {}] = telling;
  if (telling.length <= 1) return { ...Object.assign({}, ...parts), ...told, ...own } as Converted;
  const all = [own, ...parts];
  for (const [index, part] of parts.entries())
    if (part["anyOf"] !== undefined || (part["type"] ?? "object") !== "object")
      throw new DocumentError(`${place}.${index}`, reason("only_objects_together"));
  const lists = all.flatMap((part) =>
    Array.isArray(part["required"]) ? (part["required"] as unknown[]) : [],
  );
  return {
    type: "object",
    properties: Object.assign({}, ...all.map((part) => part["properties"] ?? {})) as Converted,
    ...(lists.length > 0 && { required: [...new Set<unknown>(lists)] }),
  };
}

/** OpenAPI 3.0 says some things in its own way, and says some that mean nothing. */
function tidied(made: Converted, source: Record<string, unknown>, place: string): Converted {
  const { required, properties: own, description } = made;
  if (own !== undefined && made["type"] === undefined) made["type"] = "object";
  if (Array.isArray(required)) {
    const known = isJsonObject(own) ? own : {};
    const kept = required.filter((name) => typeof name === "string" && Object.hasOwn(known, name));
    if (kept.length > 0) made["required"] = kept;
    else delete made["required"];
  }
  for (const [flag, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const)
    if (typeof made[flag] === "boolean") {
      if (made[flag] === true) {
        made[flag] = made[bound];
        delete made[bound];
      } else delete made[flag];
    }
  if (source["nullable"] === true && typeof made["type"] === "string") {
    made["type"] = [made["type"], "null"];
    if (Array.isArray(made["enum"]) && !made["enum"].includes(null))
      made["enum"] = [...(made["enum"] as unknown[]), null];
  }
  if (typeof description === "string") made["description"] = description.slice(0, MOST_DESCRIPTION);
  const types = [made["type"] ?? []].flat();
  for (const [own, words] of OF_TYPE)
    if (!types.some((type) => own.includes(String(type))))
      for (const word of words) delete made[word];
  if (Array.isArray(made["enum"]) && made["enum"].length === 0)
    throw new DocumentError(`${place}.enum`, reason("is_empty"));
  return made;
}

/** No name that people give is as short. */
const MOST_CODE = 8;

/** Whether a string's own schema says that it is one word. Its pattern is looked at, and never run. */
export function hasNoBlanks(schema: unknown): boolean {
  if (!isJsonObject(schema)) return false;
  const { format, pattern, maxLength, example, examples } = schema;
  if (format === "uuid" || (typeof maxLength === "number" && maxLength <= MOST_CODE)) return true;
  if (typeof pattern === "string")
    return /^\^.*\$$/.test(pattern) && !/[ .]|\\[sWDPx]|\[\^/.test(pattern.replaceAll("\\.", ""));
  const shown = [example, ...(Array.isArray(examples) ? (examples as unknown[]) : [])];
  return shown.some((each) => typeof each === "string" && /^\S*\d\S*$/.test(each));
}
