import { RegenteError } from "#shared/contracts/errors.ts";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  ownValue,
  weightOf,
} from "#shared/contracts/json.ts";
import { fileSchema } from "#shared/contracts/output.ts";
import {
  hasTemplate,
  isTemplate,
  parseTemplate,
  type Reference,
} from "#shared/contracts/references.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { listedInOutput } from "./output.ts";

/** What references may read: a step's status and, once it has answered, its output. */
export type Readable = Pick<StepTrace, "id" | "status" | "output">;
/** Finished steps by id or output_key; undefined for every other name. */
export type Outputs = (name: string) => Readable | undefined;

/** A reference that leads to nothing. The step cannot be sent; nothing has been. */
class UnresolvedReferenceError extends RegenteError {
  override readonly name = "UnresolvedReferenceError";
  readonly code: string = "UNRESOLVED_REFERENCE";
}

/** A search found nothing to take. */
class NoHitError extends UnresolvedReferenceError {
  override readonly code = "NO_HIT";
}

/** A search found more than one; the user has to say which. */
export class SeveralHitsError extends UnresolvedReferenceError {
  override readonly code = "SEVERAL_HITS";
  readonly search: Readable;
  readonly candidates: readonly JsonObject[];
  constructor(search: Readable, candidates: readonly JsonObject[]) {
    super(`step ${search.id} found ${candidates.length}, and only one can be meant`);
    this.search = search;
    this.candidates = candidates;
  }
}

/** All that references may bring into one step, characters: as much as any domain takes. */
const MOST_BROUGHT = 1024 * 1024;
/** An optional step that gave nothing; the parameter is left out. */
const ABSENT = Symbol("absent");

/**
 * Fill the references of a step's parameters with what finished steps gave.
 * Shape:  a whole-string reference keeps the type; inside text everything but text is written as JSON.
 *         A parameter that needs an optional step which gave nothing is left out.
 *         `chosen` is the candidate to take for a search, by the search step's id.
 * Errors: UnresolvedReferenceError, NoHitError, SeveralHitsError, ReferenceSyntaxError
 * Cost:   one pass; what a reference brings in is never read again
 * Source: docs/plan-language.md, "References"
 */
export function fillReferences(
  params: JsonObject,
  outputs: Outputs,
  chosen?: ReadonlyMap<string, JsonObject>,
): JsonObject {
  if (!hasTemplate(params)) return params;
  const filled: [string, Json][] = [];
  const sources: Sources = { outputs, chosen, brought: 0 };
  for (const [name, value] of Object.entries(params)) {
    const given = fill(value, sources);
    if (given !== ABSENT) filled.push([name, given]);
  }
  // Not `filled[name] = given`: a key named __proto__ would be written on the prototype.
  return Object.fromEntries(filled);
}

type Filled = Json | typeof ABSENT;
type Sources = {
  outputs: Outputs;
  chosen: ReadonlyMap<string, JsonObject> | undefined;
  /** So far, characters. A plan of a few letters can ask for the same long answer a thousand times. */
  brought: number;
};

function fill(value: Json, sources: Sources): Filled {
  if (typeof value === "string") return isTemplate(value) ? fillText(value, sources) : value;
  if (typeof value !== "object" || value === null) return value;
  const filled: [string, Json][] = [];
  for (const [key, child] of Object.entries(value)) {
    const given = fill(child, sources);
    if (given === ABSENT) return ABSENT;
    filled.push([key, given]);
  }
  if (!Array.isArray(value)) return Object.fromEntries(filled);
  return filled.flatMap(([key, given]) =>
    Array.isArray(given) && isAllFiles(value[Number(key)]) ? given : [given],
  );
}

/** `${1.files}` as an item of a list, where it stands for each of them. */
function isAllFiles(item: Json | undefined): boolean {
  if (typeof item !== "string" || !isTemplate(item)) return false;
  const [only, ...others] = parseTemplate(item);
  if (typeof only !== "object" || others.length > 0) return false;
  return only.field === "files" && only.path.length === 0;
}

function fillText(text: string, sources: Sources): Filled {
  const pieces = parseTemplate(text);
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined)
    return typeof only === "string" ? only : bring(only, sources);
  let filled = "";
  for (const piece of pieces) {
    const value = typeof piece === "string" ? piece : bring(piece, sources);
    if (value === ABSENT) return ABSENT;
    filled += typeof value === "string" ? value : JSON.stringify(value);
  }
  return filled;
}

function bring(reference: Reference, sources: Sources): Filled {
  const value = read(reference, sources);
  if (value === ABSENT) return ABSENT;
  sources.brought += weightOf(value);
  if (sources.brought <= MOST_BROUGHT) return value;
  throw new UnresolvedReferenceError(
    `"${reference.text}": the references of a step bring in ${MOST_BROUGHT} characters at most`,
  );
}

function read(reference: Reference, { outputs, chosen }: Sources): Filled {
  const step = outputs(reference.step);
  if (step === undefined)
    throw new UnresolvedReferenceError(`"${reference.text}" points to no finished step`);
  const { field, path } = reference;
  if (field === "status") return step.status;
  const { output } = step;
  if (step.status !== "success" || output === null) return ABSENT;
  if (field === "explanation" || field === "confidence") return output[field];
  let value: unknown =
    field === "hit"
      ? singleHit(step, chosen?.get(String(step.id)))
      : field === "files"
        ? listedInOutput(output, "files", fileSchema)
        : output[field];
  for (const key of path) value = ownValue(value, key);
  if (value === undefined)
    throw new UnresolvedReferenceError(
      `"${reference.text}": step ${step.id} gave no ${[field, ...path].join(".")}`,
    );
  // A domain's output is JSON: it was read from the wire.
  return value as Json;
}

function singleHit(search: Readable, chosen: JsonObject | undefined): JsonObject {
  if (chosen !== undefined) return chosen;
  const found = ownValue(search.output?.result, "candidates");
  const candidates = (Array.isArray(found) ? (found as unknown[]) : []).filter(
    (each): each is JsonObject => isJsonObject(each),
  );
  const [only] = candidates;
  if (only === undefined) throw new NoHitError(`step ${search.id} found nothing`);
  if (candidates.length > 1) throw new SeveralHitsError(search, candidates);
  return only;
}
