import { type Effect, effects as fromWeakest } from "../contracts/capability.ts";
import { parseContract } from "../contracts/errors.ts";
import { isJsonObject } from "../contracts/json.ts";
import type { JsonSchema } from "../contracts/json-schema.ts";
import { reason } from "../messages/reason.ts";
import { DocumentError, resolved } from "./document.ts";
import { paramsSchemaOf } from "./grammar/entities.ts";
import { type OperationNotes, operationNotes } from "./overlay.ts";
import {
  type Given,
  givenOf,
  type MediaType,
  named,
  namesFor,
  type Parameter,
  type Place,
  parameterOf,
  saidBy,
} from "./parameters.ts";

/** A capability that an overlay has opened, whatever it is opened of. */
export type Opened = {
  capability: string;
  params_schema: JsonSchema;
  effect: Effect;
  /** The same key makes it happen once. */
  isKeyed: boolean;
  notes: Pick<
    OperationNotes,
    "description" | "confirm" | "timeout_ms" | "requires" | "result_schema" | "check" | "goals"
  >;
  summary: string | undefined;
};

/** One operation of a document that an overlay has opened. */
export type Operation = Opened & {
  /** The document's own name for it. */
  id: string | undefined;
  method: string;
  /** `/pets/{petId}` */
  path: string;
  /** By the name that the capability calls it. */
  parameters: ReadonlyMap<string, Parameter>;
  notes: OperationNotes;
  /** How its body is written; undefined where it has none. */
  mediaType: MediaType | undefined;
  /** Sends the key of the call, where the service takes one. */
  keyHeader: string | undefined;
};

/** What each method may do to the world, unless the overlay says worse. */
const EFFECT_OF: Readonly<Record<string, Effect>> = {
  get: "read",
  head: "read",
  post: "external",
  put: "external",
  patch: "external",
  delete: "destructive",
};

/**
 * The operations with an `x-regente`, in the document's order. Without one an operation does not exist.
 * Errors: DocumentError naming the place of what cannot be called from here
 */
export function operationsOf(document: Record<string, unknown>, isTrusted: boolean): Operation[] {
  mustBeKnown(document["openapi"]);
  const paths = isJsonObject(document["paths"]) ? document["paths"] : {};
  const operations = Object.entries(paths).flatMap(([path, item]) => {
    const own = resolved(document, item, `paths.${path}`);
    if (!isJsonObject(own)) return [];
    return Object.keys(EFFECT_OF).flatMap((method) => {
      const operation = own[method];
      if (!isJsonObject(operation) || operation["x-regente"] === undefined) return [];
      return [operationAt({ document, path, method, item: own, operation, isTrusted })];
    });
  });
  const names = operations.map(({ capability }) => capability);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new DocumentError(twice, reason("two_operations"));
  return operations;
}

/** Errors: DocumentError for what is older, or something else */
function mustBeKnown(version: unknown): void {
  if (typeof version === "string" && /^3\.[0-2]\.\d+/.test(version)) return;
  throw new DocumentError("openapi", reason("openapi_version"));
}

function operationAt(at: Place & { isTrusted: boolean }): Operation {
  const { document, path, method, operation, isTrusted } = at;
  const place = `paths.${path}.${method}`;
  if (!path.startsWith("/")) throw new DocumentError(place, reason("path_begins_with_slash"));
  const notes = parseContract(operationNotes, operation["x-regente"], `${place}.x-regente`);
  const { given, mediaType } = givenOf(at, place);
  const keyHeader = keyHeaderOf(given, notes);
  const open = given.filter((each) => !saidBy(Object.keys(notes.fixed), each));
  const needed = open.find((each) => each.required && saidBy(notes.leave_out, each));
  if (needed !== undefined)
    throw new DocumentError(`${place}.${needed.name}`, reason("needed_parameter"));
  const filled = open.filter((each) => !saidBy(notes.leave_out, each));
  const parameters = named(
    filled.map((each) => parameterOf(document, each)),
    notes.parameters,
    place,
  );
  const summary = operation["summary"] ?? operation["description"];
  return {
    capability: notes.capability ?? capabilityOf(operation["operationId"], method, path),
    id: typeof operation["operationId"] === "string" ? operation["operationId"] : undefined,
    method: method.toUpperCase(),
    path,
    parameters,
    params_schema: paramsSchemaOf(
      [...parameters].map(([name, { schema, required }]) => ({ name, schema, required })),
    ),
    isKeyed: keyHeader !== undefined,
    effect: effectOf(EFFECT_OF[method] ?? "external", notes.effect, isTrusted, place),
    notes,
    mediaType,
    keyHeader,
    summary: typeof summary === "string" ? summary : undefined,
  };
}

/**
 * What the overlay says, else what is usual.
 * Errors: DocumentError for an overlay that says less than is usual, where the operator does not trust it
 */
export function effectOf(
  usual: Effect,
  said: Effect | undefined,
  isTrusted: boolean,
  place: string,
): Effect {
  if (said === undefined) return usual;
  if (isTrusted || fromWeakest.indexOf(said) >= fromWeakest.indexOf(usual)) return said;
  throw new DocumentError(
    `${place}.x-regente.effect`,
    reason("less_than_usual", { effect: said, usual }),
  );
}

/** `findPetsByStatus` as `find_pets_by_status`; without a name of its own `get_pets_by_pet_id`. */
function capabilityOf(operationId: unknown, method: string, path: string): string {
  const name =
    typeof operationId === "string"
      ? operationId
      : `${method}_${path.replaceAll(/\{([^}]*)\}/g, "by_$1")}`;
  return snake(name);
}

/** Words of any spelling as `a_name`, as long as names may be. */
export const snake = (text: string): string =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+/, "")
    .slice(0, 60)
    .replace(/_+$/, "");

/** The header that makes the service do the same only once: one that the document or the overlay names. */
function keyHeaderOf(given: Given[], notes: OperationNotes): string | undefined {
  const at = given.findIndex(
    ({ carrier, name }) => carrier === "header" && name.toLowerCase() === "idempotency-key",
  );
  const [own] = at === -1 ? [] : given.splice(at, 1);
  return own?.name ?? notes.idempotency_header;
}

/**
 * What an overlay has to say before an operation can be opened: the optional parameters that cannot be described here, and names
 * for those that have none of their own.
 * Errors: DocumentError for what is needed and cannot be described
 */
export function neededNotes(
  document: Record<string, unknown>,
  method: string,
  path: string,
): Pick<OperationNotes, "leave_out" | "parameters"> {
  const place = `paths.${path}.${method}`;
  const paths = isJsonObject(document["paths"]) ? document["paths"] : {};
  const item = resolved(document, paths[path], `paths.${path}`);
  const operation = isJsonObject(item) ? item[method] : undefined;
  if (!isJsonObject(item) || !isJsonObject(operation)) return { leave_out: [], parameters: {} };
  const { given } = givenOf({ document, path, method, item, operation }, place);
  const [leftOut, taken] = [[] as Given[], [] as Given[]];
  for (const each of given)
    try {
      parameterOf(document, each);
      taken.push(each);
    } catch (error) {
      if (!(error instanceof DocumentError) || each.required) throw error;
      leftOut.push(each);
    }
  const isPlain = ({ name }: Given) => given.filter((each) => each.name === name).length === 1;
  const leave_out = leftOut.map((each) =>
    isPlain(each) ? each.name : `${each.carrier}:${each.name}`,
  );
  return { leave_out, parameters: namesFor(taken) };
}
