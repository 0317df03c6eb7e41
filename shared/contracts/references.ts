import { reason } from "../messages/reason.ts";
import { RegenteError } from "./errors.ts";
import type { Json, JsonObject } from "./json.ts";
import { isSafeKey } from "./names.ts";

/**
 * What a reference may read of a finished step. `hit` is the single candidate that a search found; `files` is the
 * list of the files that it made, and in a list it stands for all of them.
 */
export const referenceFields = [
  "explanation",
  "status",
  "confidence",
  "result",
  "metadata",
  "hit",
  "files",
] as const;
export type ReferenceField = (typeof referenceFields)[number];

/** `${2.result.rows.0.price}`: the step's id or output_key, what of it, and the way into that. */
export type Reference = {
  step: string;
  field: ReferenceField;
  path: readonly string[];
  /** As it was written. */
  text: string;
};

/** A string of a plan, read: literal text and references in the order they stand. */
export type Template = readonly (string | Reference)[];

/** A `${` in a plan that is neither a reference nor an escape. */
export class ReferenceSyntaxError extends RegenteError {
  override readonly name = "ReferenceSyntaxError";
  readonly code = "BAD_REFERENCE";
}

const OPEN = "${";
/** Stands for one dollar sign, so that `${$}{` is the text `${`. */
const DOLLAR = "$";
const MAX_LENGTH = 300;
/** Step, field, and the path that only the last four fields have. */
const REFERENCE =
  /^([A-Za-z0-9_][A-Za-z0-9_-]{0,63})\.(explanation|status|confidence|result|metadata|hit|files)((?:\.[^\s.${}"'`]+)*)$/;
const WITH_PATH = new Set<ReferenceField>(["result", "metadata", "hit", "files"]);

/** True when a string has to be read as a template; plain text needs no second look. */
export const isTemplate = (text: string): boolean => text.includes(OPEN);

/** True for a value in which some text has to be read as a template. */
export function hasTemplate(value: Json): boolean {
  if (typeof value === "string") return isTemplate(value);
  if (typeof value !== "object" || value === null) return false;
  for (const key in value) if (hasTemplate((value as JsonObject)[key] ?? null)) return true;
  return false;
}

/** Plans say the same few things again and again: `${1.explanation}`. */
const alreadyRead = new Map<string, Template>();
const MAX_KEPT = 1000;
const MAX_KEPT_LENGTH = 200;

/**
 * Read a string of a plan.
 * Shape:  "PETR4: ${1.explanation}" gives ["PETR4: ", {step: "1", field: "explanation", path: [], ...}]
 * Errors: ReferenceSyntaxError for a `${` that begins no reference
 * Cost:   one pass over the text; a short one that was read before costs a look-up
 * Source: docs/plan-language.md, "References"
 */
export function parseTemplate(text: string): Template {
  const known = alreadyRead.get(text);
  if (known !== undefined) return known;
  const template = readTemplate(text);
  if (text.length <= MAX_KEPT_LENGTH) {
    if (alreadyRead.size >= MAX_KEPT) alreadyRead.clear();
    alreadyRead.set(text, template);
  }
  return template;
}

function readTemplate(text: string): Template {
  const pieces: (string | Reference)[] = [];
  let literal = "";
  let from = 0;
  for (let at = text.indexOf(OPEN); at !== -1; at = text.indexOf(OPEN, from)) {
    const end = text.indexOf("}", at);
    if (end === -1) throw notAReference(text.slice(at));
    literal += text.slice(from, at);
    const inner = text.slice(at + OPEN.length, end);
    from = end + 1;
    if (inner === DOLLAR) literal += DOLLAR;
    else {
      if (literal !== "") pieces.push(literal);
      literal = "";
      pieces.push(parseReference(inner, text.slice(at, from)));
    }
  }
  literal += text.slice(from);
  if (literal !== "" || pieces.length === 0) pieces.push(literal);
  return pieces;
}

function parseReference(inner: string, text: string): Reference {
  const [, step = "", name = "", rest = ""] =
    (inner.length <= MAX_LENGTH ? REFERENCE.exec(inner) : null) ?? [];
  // One of the names in the expression, or "" when it did not match.
  const field = name as ReferenceField;
  const path = rest === "" ? [] : rest.slice(1).split(".");
  if (step === "" || (rest !== "" && !WITH_PATH.has(field)) || !path.every(isSafeKey))
    throw notAReference(text);
  return { step, field, path, text };
}

function notAReference(text: string): ReferenceSyntaxError {
  const shown = text.length > 60 ? `${text.slice(0, 60)}...` : text;
  return new ReferenceSyntaxError(
    reason("no_reference", { text: shown, fields: referenceFields.join("|") }),
  );
}

/** Text that stays what it is when a plan is carried out: `parseTemplate(escapeText(text))` is `[text]`. */
export const escapeText = (text: string): string =>
  isTemplate(text) ? text.replaceAll(OPEN, "${$}{") : text;

/** `escapeText` for every string in a value; how other people's words get into a plan. */
export function escapeJson(value: Json): Json {
  if (typeof value === "string") return escapeText(value);
  if (Array.isArray(value)) return value.map(escapeJson);
  if (typeof value !== "object" || value === null) return value;
  return escapeObject(value);
}

export function escapeObject(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, escapeJson(child)]));
}
