import { isJsonObject, jsonFault } from "../contracts/json.ts";
import { readYaml } from "../manifest-files/read-yaml.ts";
import { DocumentError } from "./document-error.ts";

/** Larger ones exist; nothing in them is needed that an extract would not hold. */
const MAX_CHARS = 16 * 1024 * 1024;

/**
 * A YAML or JSON text as an object.
 * Errors: DocumentError naming the line
 */
export function readDocument(file: string, text: string): Record<string, unknown> {
  if (text.length > MAX_CHARS)
    throw new DocumentError(file, `has more than ${MAX_CHARS} characters`);
  const value = text.trimStart().startsWith("{") ? parsedJson(file, text) : parsedYaml(file, text);
  const fault = jsonFault(value);
  if (fault !== undefined) throw new DocumentError(file, fault);
  if (!isJsonObject(value)) throw new DocumentError(file, "is no object");
  return value;
}

function parsedJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DocumentError(file, `is not JSON: ${String(cause)}`, { cause });
  }
}

function parsedYaml(file: string, text: string): unknown {
  const read = readYaml(file, text);
  if (!("faults" in read)) return read.value;
  const [first] = read.faults;
  throw new DocumentError(first?.path ?? file, first?.message ?? "cannot be read");
}

const MOST_HOPS = 50;

/**
 * What a value stands for: itself, or what its `$ref` names inside the same document. Nothing is ever fetched.
 * Errors: DocumentError for a reference out of the document, to nothing, or in a circle
 */
export function resolved(document: unknown, value: unknown, place: string): unknown {
  let current = value;
  for (let hops = 0; isJsonObject(current) && current["$ref"] !== undefined; hops += 1) {
    const { $ref } = current;
    if (typeof $ref !== "string" || !$ref.startsWith("#/"))
      throw new DocumentError(
        place,
        `"${String($ref)}" leads out of the document; only #/... is followed`,
      );
    if (hops >= MOST_HOPS) throw new DocumentError(place, `"${$ref}" goes round in a circle`);
    current = pointedTo(document, $ref, place);
  }
  return current;
}

function pointedTo(document: unknown, pointer: string, place: string): unknown {
  let value = document;
  for (const part of pointer.slice(2).split("/")) {
    const key = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
    const isThere =
      (isJsonObject(value) && Object.hasOwn(value, key)) ||
      (Array.isArray(value) && Object.hasOwn(value, key));
    if (!isThere) throw new DocumentError(place, `"${pointer}" leads to nothing`);
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
