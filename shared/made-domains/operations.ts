import { type Effect, effects as fromWeakest } from "../contracts/capability.ts";
import { parseContract } from "../contracts/errors.ts";
import { isJsonObject } from "../contracts/json.ts";
import type { JsonSchema } from "../contracts/json-schema.ts";
import { resolved } from "./document.ts";
import { DocumentError } from "./fault.ts";
import { convertSchema } from "./schema.ts";
import { type OperationNotes, operationNotes } from "./x-regente.ts";

/** Where a parameter goes. */
type Carrier = "path" | "query" | "header" | "body";

export type Parameter = {
  /** As the service calls it. */
  name: string;
  carrier: Carrier;
  required: boolean;
  schema: JsonSchema;
};

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

/** Headers that say who calls or how the call is carried: no parameter fills them. */
const NOT_A_PARAMETER = new Set([
  ...["authorization", "cookie", "host", "content-length", "content-type", "connection"],
  ...["transfer-encoding", "proxy-authorization", "accept", "idempotency-key"],
]);

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
  if (twice !== undefined) throw new DocumentError(twice, "is the name of two operations");
  return operations;
}

/** Errors: DocumentError for what is older, or something else */
function mustBeKnown(version: unknown): void {
  if (typeof version === "string" && /^3\.[0-2]\.\d+/.test(version)) return;
  throw new DocumentError("openapi", "must be 3.0, 3.1 or 3.2; convert an older document first");
}

type Place = {
  document: Record<string, unknown>;
  path: string;
  method: string;
  item: Record<string, unknown>;
  operation: Record<string, unknown>;
  isTrusted: boolean;
};

function operationAt(at: Place): Operation {
  const { path, method, operation, isTrusted } = at;
  const place = `paths.${path}.${method}`;
  if (!path.startsWith("/")) throw new DocumentError(place, "a path must begin with /");
  const notes = parseContract(operationNotes, operation["x-regente"], `${place}.x-regente`);
  const given = [...parametersOf(at, place), ...bodyOf(at, place)];
  const keyHeader = keyHeaderOf(given, notes);
  const parameters = named(
    given.filter(
      ({ name }) => !Object.hasOwn(notes.fixed, name) && !notes.leave_out.includes(name),
    ),
    notes,
    place,
  );
  for (const [, name] of path.matchAll(/\{([^}]*)\}/g))
    if (!given.some((each) => each.carrier === "path" && each.name === name))
      throw new DocumentError(place, `{${name}} of the path is no parameter`);
  const summary = operation["summary"] ?? operation["description"];
  return {
    capability: notes.capability ?? capabilityOf(operation["operationId"], method, path),
    id: typeof operation["operationId"] === "string" ? operation["operationId"] : undefined,
    method: method.toUpperCase(),
    path,
    parameters,
    params_schema: schemaOf(parameters),
    isKeyed: keyHeader !== undefined,
    effect: stricter(EFFECT_OF[method] ?? "external", notes.effect, isTrusted),
    notes,
    keyHeader,
    summary: typeof summary === "string" ? summary : undefined,
  };
}

function schemaOf(parameters: Operation["parameters"]): JsonSchema {
  const required = [...parameters].flatMap(([name, each]) => (each.required ? [name] : []));
  return {
    type: "object",
    properties: Object.fromEntries([...parameters].map(([name, { schema }]) => [name, schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The worse of the two; what the overlay says, where the operator trusts it. */
export function stricter(usual: Effect, said: Effect | undefined, isTrusted: boolean): Effect {
  if (said === undefined) return usual;
  return isTrusted || fromWeakest.indexOf(said) > fromWeakest.indexOf(usual) ? said : usual;
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

const CARRIERS: ReadonlySet<string> = new Set(["path", "query", "header"]);

function parametersOf({ document, item, operation }: Place, place: string): Parameter[] {
  const listed = [item["parameters"], operation["parameters"]].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  // What the operation says of a parameter comes in the place of what its path says.
  const own = new Map<string, Parameter>();
  for (const [index, each] of listed.entries()) {
    const at = `${place}.parameters.${index}`;
    const value = resolved(document, each, at);
    if (!isJsonObject(value)) throw new DocumentError(at, "is no parameter");
    const { name, in: carrier, schema, content } = value;
    if (typeof name !== "string" || typeof carrier !== "string")
      throw new DocumentError(at, "needs a name, and where it goes");
    const required = value["required"] === true;
    const isOurs = carrier === "header" && NOT_A_PARAMETER.has(name.toLowerCase());
    if (carrier === "cookie" || (isOurs && name.toLowerCase() !== "idempotency-key")) {
      if (required && !isOurs) throw new DocumentError(at, "cookies are not sent");
      continue;
    }
    if (!CARRIERS.has(carrier))
      throw new DocumentError(at, `"${carrier}" is no place for a parameter`);
    if (schema === undefined && content !== undefined)
      throw new DocumentError(at, "a parameter with a media type of its own is not sent");
    const converted = convertSchema(document, schema ?? { type: "string" }, `${at}.schema`);
    const description = value["description"];
    const told = typeof description === "string" ? { description: description.slice(0, 500) } : {};
    own.set(`${carrier} ${name}`, {
      name,
      carrier: carrier as Carrier,
      required: required || carrier === "path",
      schema: { ...told, ...converted },
    });
  }
  return [...own.values()];
}

/** The fields of a JSON body as parameters of their own. */
function bodyOf({ document, operation }: Place, place: string): Parameter[] {
  if (operation["requestBody"] === undefined) return [];
  const at = `${place}.requestBody`;
  const body = resolved(document, operation["requestBody"], at);
  const content = isJsonObject(body) ? body["content"] : undefined;
  const json = isJsonObject(content) ? content["application/json"] : undefined;
  if (!isJsonObject(json)) {
    if (isJsonObject(body) && body["required"] !== true) return [];
    throw new DocumentError(at, "only application/json is sent");
  }
  const schema = convertSchema(document, json["schema"] ?? {}, `${at}.schema`);
  if (schema.type !== "object" || schema.properties === undefined)
    throw new DocumentError(`${at}.schema`, "a body must be an object whose properties are named");
  return Object.entries(schema.properties).map(([name, each]) => ({
    name,
    carrier: "body",
    required: schema.required?.includes(name) === true,
    schema: each,
  }));
}

/** The header that makes the service do the same only once: one that the document or the overlay names. */
function keyHeaderOf(given: Parameter[], notes: OperationNotes): string | undefined {
  const at = given.findIndex(
    ({ carrier, name }) => carrier === "header" && name.toLowerCase() === "idempotency-key",
  );
  const [own] = at === -1 ? [] : given.splice(at, 1);
  return own?.name ?? notes.idempotency_header;
}

/** Each parameter by a name that a manifest may use; two of one name are told apart by the overlay only. */
function named(
  given: readonly Parameter[],
  { parameters }: OperationNotes,
  place: string,
): Map<string, Parameter> {
  const renamed = new Map(Object.entries(parameters).map(([ours, theirs]) => [theirs, ours]));
  const byName = new Map<string, Parameter>();
  for (const each of given) {
    const name =
      renamed.get(each.name) ?? each.name.replaceAll(/[^A-Za-z0-9_-]+/g, "_").slice(0, 64);
    if (!/^[A-Za-z_]/.test(name) || byName.has(name))
      throw new DocumentError(
        `${place}.${each.name}`,
        `needs a name of its own: x-regente.parameters: {a_name: "${each.name}"}`,
      );
    byName.set(name, each);
  }
  for (const theirs of renamed.keys())
    if (!given.some(({ name }) => name === theirs))
      throw new DocumentError(`${place}.x-regente.parameters`, `there is no parameter "${theirs}"`);
  return byName;
}
