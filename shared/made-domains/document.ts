import { RegenteError } from "../contracts/errors.ts";
import { isJsonObject, jsonFault } from "../contracts/json.ts";
import { readYaml } from "../manifest-files/read-yaml.ts";
import { type Reason, reason } from "../messages/reason.ts";
import { decoded } from "../plain-text/decoded.ts";

/** Larger ones exist; nothing in them is needed that an extract would not hold. */
const MAX_CHARS = 16 * 1024 * 1024;

/**
 * A YAML or JSON text as an object.
 * Errors: DocumentError naming the line
 */
export function readDocument(file: string, text: string): Record<string, unknown> {
  if (text.length > MAX_CHARS)
    throw new DocumentError(file, reason("at_most_characters", { bound: MAX_CHARS }));
  const value = text.trimStart().startsWith("{") ? parsedJson(file, text) : parsedYaml(file, text);
  const fault = jsonFault(value);
  if (fault !== undefined) throw new DocumentError(file, fault);
  if (!isJsonObject(value)) throw new DocumentError(file, reason("no_object"));
  return value;
}

function parsedJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DocumentError(file, reason("not_json", { detail: String(cause) }), { cause });
  }
}

function parsedYaml(file: string, text: string): unknown {
  const read = readYaml(file, text);
  if (!("faults" in read)) return read.value;
  const [first] = read.faults;
  throw new DocumentError(
    first?.path ?? file,
    first?.why ?? first?.message ?? reason("cannot_be_used"),
  );
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
      throw new DocumentError(place, reason("leads_out", { reference: String($ref) }));
    if (hops >= MOST_HOPS)
      throw new DocumentError(place, reason("goes_in_circle", { reference: $ref }));
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
    if (!isThere)
      throw new DocumentError(place, reason("leads_to_nothing", { reference: pointer }));
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** What a document or an overlay says cannot be used; `place` is where in it. */
export class DocumentError extends RegenteError {
  override readonly name = "DocumentError";
  readonly code = "BAD_DOCUMENT";
  readonly place: string;
  constructor(place: string, why: Reason | string, options?: ErrorOptions) {
    super(place === "" ? why : reason("at", { path: place, why }), options);
    this.place = place;
  }
}
