import { isJsonObject } from "../contracts/json.ts";
import type { JsonSchema } from "../contracts/json-schema.ts";
import { reason } from "../messages/reason.ts";
import { DocumentError, resolved } from "./document.ts";
import { convertSchema, hasNoBlanks } from "./schema.ts";

/** Where a parameter goes. */
type Carrier = "path" | "query" | "header" | "body";

/** A parameter as the document has it: its schema is not read yet, for it may not be wanted. */
export type Given = {
  /** As the service calls it. */
  name: string;
  carrier: Carrier;
  required: boolean;
  schema: unknown;
  /** Where its schema stands. */
  place: string;
  description: string | undefined;
};

export type Parameter = Pick<Given, "name" | "carrier" | "required"> & {
  schema: JsonSchema;
  /** The document gives it a form that has no blanks. */
  isFormed: boolean;
};

/** How a body is written. */
export type MediaType = { name: string; form: "json" | "fields" };

/** Where an operation stands in a document. */
export type Place = {
  document: Record<string, unknown>;
  path: string;
  method: string;
  item: Record<string, unknown>;
  operation: Record<string, unknown>;
};

/** Headers that say who calls or how the call is carried: no parameter fills them. */
const NOT_A_PARAMETER = new Set([
  ...["authorization", "cookie", "host", "content-length", "content-type", "connection"],
  ...["transfer-encoding", "proxy-authorization", "accept", "idempotency-key"],
]);
const CARRIERS: ReadonlySet<string> = new Set(["path", "query", "header"]);

/** All that an operation takes. Errors: DocumentError naming the place of what cannot be sent */
export function givenOf(at: Place, place: string): { given: Given[]; mediaType?: MediaType } {
  const listed = parametersOf(at, place);
  // Many documents forget to list what their own path names.
  const inPath = [...at.path.matchAll(/\{([^}]*)\}/g)].flatMap(([, name = ""]): Given[] =>
    listed.some((each) => each.carrier === "path" && each.name === name)
      ? []
      : [{ name, carrier: "path", required: true, schema: { type: "string" }, place, ...UNTOLD }],
  );
  const body = bodyOf(at, place);
  return {
    given: [...listed, ...inPath, ...(body?.fields ?? [])],
    ...(body !== undefined && { mediaType: body.mediaType }),
  };
}
const UNTOLD = { description: undefined };

function parametersOf({ document, item, operation }: Place, place: string): Given[] {
  const listed = [item["parameters"], operation["parameters"]].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  // What the operation says of a parameter comes in the place of what its path says.
  const own = new Map<string, Given>();
  for (const [index, each] of listed.entries()) {
    const at = `${place}.parameters.${index}`;
    const value = resolved(document, each, at);
    if (!isJsonObject(value)) throw new DocumentError(at, reason("no_parameter"));
    const { name, in: carrier, schema, content } = value;
    if (typeof name !== "string" || typeof carrier !== "string")
      throw new DocumentError(at, reason("parameter_needs_place"));
    const required = value["required"] === true;
    const isOurs = carrier === "header" && NOT_A_PARAMETER.has(name.toLowerCase());
    if (carrier === "cookie" || (isOurs && name.toLowerCase() !== "idempotency-key")) {
      if (required && !isOurs) throw new DocumentError(at, reason("cookies_not_sent"));
      continue;
    }
    if (!CARRIERS.has(carrier))
      throw new DocumentError(at, reason("no_parameter_place", { place: carrier }));
    if (schema === undefined && content !== undefined) {
      if (!required) continue;
      throw new DocumentError(at, reason("parameter_media_type"));
    }
    const description = value["description"];
    own.set(`${carrier} ${name}`, {
      name,
      carrier: carrier as Carrier,
      required: required || carrier === "path",
      schema: schema ?? { type: "string" },
      place: `${at}.schema`,
      description: typeof description === "string" ? description.slice(0, 500) : undefined,
    });
  }
  return [...own.values()];
}

/** The fields of a body as parameters of their own. */
function bodyOf(
  { document, method, operation }: Place,
  place: string,
): { mediaType: MediaType; fields: Given[] } | undefined {
  if (operation["requestBody"] === undefined) return undefined;
  const at = `${place}.requestBody`;
  const body = resolved(document, operation["requestBody"], at);
  if (method === "get" || method === "head") {
    if (!isJsonObject(body) || body["required"] !== true) return undefined;
    throw new DocumentError(at, reason("get_without_body"));
  }
  const content = isJsonObject(body) && isJsonObject(body["content"]) ? body["content"] : {};
  const mediaType = mediaTypeIn(Object.keys(content));
  if (mediaType === undefined) {
    if (Object.keys(content).length === 0) return undefined;
    throw new DocumentError(at, reason("only_json_and_forms"));
  }
  const written = content[mediaType.name];
  const schema = isJsonObject(written) ? written["schema"] : undefined;
  const { fields, required } = fieldsOf({ document, depth: 0 }, schema ?? {}, `${at}.schema`);
  const own = [...fields].map(
    ([name, field]): Given => ({
      ...{ name, carrier: "body", required: required.has(name) },
      ...{ schema: field.schema, place: field.place, ...UNTOLD },
    }),
  );
  return { mediaType, fields: own };
}

/** JSON where it is taken, also as `application/vnd.api+json`; else the fields of a form. */
function mediaTypeIn(names: readonly string[]): MediaType | undefined {
  const bare = (name: string) => name.split(";")[0]?.trim().toLowerCase() ?? "";
  const json =
    names.find((name) => bare(name) === "application/json") ??
    names.find((name) => /^application\/[\w.-]+\+json$/.test(bare(name)));
  if (json !== undefined) return { name: json, form: "json" };
  const fields = names.find((name) => bare(name) === "application/x-www-form-urlencoded");
  return fields === undefined ? undefined : { name: fields, form: "fields" };
}

type Field = { schema: unknown; place: string };
type Fields = { fields: Map<string, Field>; required: ReadonlySet<string> };
const MOST_DEPTH = 12;

/** The fields of an object: its own, those of all its parts, and those of its alternatives, of which each may be left out. */
function fieldsOf(
  { document, depth }: { document: unknown; depth: number },
  given: unknown,
  place: string,
): Fields {
  const refuse = () => new DocumentError(place, reason("body_must_be_object"));
  const schema = resolved(document, given, place);
  if (!isJsonObject(schema) || depth > MOST_DEPTH) throw refuse();
  const inside = (list: unknown, key: string): Fields[] =>
    (Array.isArray(list) ? (list as unknown[]) : []).map((each, index) =>
      fieldsOf({ document, depth: depth + 1 }, each, `${place}.${key}.${index}`),
    );
  const listed = Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : [];
  const names = listed.filter((name) => typeof name === "string");
  if (isJsonObject(schema["properties"])) {
    const fields = Object.entries(schema["properties"]).map(
      ([name, each]) => [name, { schema: each, place: `${place}.properties.${name}` }] as const,
    );
    const parts = inside(schema["allOf"], "allOf");
    return {
      fields: new Map([...parts.flatMap((part) => [...part.fields]), ...fields]),
      required: new Set([...parts.flatMap((part) => [...part.required]), ...names]),
    };
  }
  if (Array.isArray(schema["allOf"])) {
    // A part may only say which fields of the others are needed, or describe.
    const parts = schema["allOf"].filter(
      (part) => !isJsonObject(part) || saysFields(part) || part["$ref"] !== undefined,
    );
    const read = inside(parts, "allOf");
    const all = [...read.flatMap((part) => [...part.required]), ...names];
    if (read.length === 0) throw refuse();
    return { fields: new Map(read.flatMap((part) => [...part.fields])), required: new Set(all) };
  }
  for (const key of ["oneOf", "anyOf"] as const) {
    if (!Array.isArray(schema[key])) continue;
    const ways = inside(schema[key], key);
    const [first] = ways;
    if (first === undefined) throw refuse();
    const needed = [...first.required].filter((name) =>
      ways.every(({ required }) => required.has(name)),
    );
    return { fields: eachWay(ways), required: new Set([...needed, ...names]) };
  }
  throw refuse();
}

const saysFields = (part: Record<string, unknown>): boolean =>
  ["properties", "allOf", "oneOf", "anyOf"].some((key) => part[key] !== undefined);

/** The fields of several alternatives: one that differs between them may be any of what it is. */
function eachWay(ways: readonly Fields[]): Map<string, Field> {
  const found = Map.groupBy(
    ways.flatMap(({ fields }) => [...fields]),
    ([name]) => name,
  );
  return new Map(
    [...found].flatMap(([name, all]) => {
      const [first] = all.map(([, field]) => field);
      if (first === undefined) return [];
      const texts = new Map(all.map(([, { schema }]) => [JSON.stringify(schema), schema]));
      const schema = texts.size === 1 ? first.schema : { anyOf: [...texts.values()] };
      return [[name, { schema, place: first.place }]];
    }),
  );
}

/** A parameter with what its schema says. Errors: DocumentError naming the place of what cannot be described here */
export function parameterOf(
  document: unknown,
  { name, carrier, required, schema, place, description }: Given,
): Parameter {
  const converted = convertSchema(document, schema, place);
  const told = description === undefined ? {} : { description };
  const isFormed = hasNoBlanks(resolved(document, schema, place));
  return { name, carrier, required, schema: { ...told, ...converted }, isFormed };
}

/** Whether an overlay speaks of a parameter: `limit`, or `query:limit` where another one has that name too. */
export const saidBy = (
  names: readonly string[],
  { name, carrier }: Pick<Given, "name" | "carrier">,
): boolean => names.some((each) => each === name || each === `${carrier}:${name}`);

/** Signs at the end of a name, and what they are called. */
const SIGNS: readonly (readonly [sign: string, word: string])[] = [
  ["<", "_below"],
  [">", "_above"],
];

/** A name as a manifest may have it. */
const plainName = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]+/g, "_").slice(0, 64);

/** Names for parameters that have none of their own, as an overlay says them: `{id_of_body: "body:id"}`. */
export function namesFor(given: readonly Given[]): Record<string, string> {
  const taken = new Set<string>();
  const names: Record<string, string> = {};
  for (const each of given) {
    const plain = plainName(each.name);
    const [sign = "", word = ""] = SIGNS.find(([end]) => each.name.endsWith(end)) ?? [];
    const told = plainName(`${each.name.slice(0, each.name.length - sign.length)}${word}`);
    const ours =
      [told, plain, `${plain}_of_${each.carrier}`, `a_${plain}`].find(
        (name) => /^[A-Za-z_]/.test(name) && !taken.has(name),
      ) ?? plain;
    taken.add(ours);
    const isShared = given.filter(({ name }) => name === each.name).length > 1;
    if (ours !== plain) names[ours] = isShared ? `${each.carrier}:${each.name}` : each.name;
  }
  return names;
}

/**
 * Each parameter by a name that a manifest may use; two of one name are told apart by the overlay only.
 * Errors: DocumentError for one without a name of its own, and for a name that stands for none
 */
export function named(
  given: readonly Parameter[],
  renamed: Readonly<Record<string, string>>,
  place: string,
): Map<string, Parameter> {
  const byName = new Map<string, Parameter>();
  for (const each of given) {
    const [ours] = Object.entries(renamed).find(([, theirs]) => saidBy([theirs], each)) ?? [];
    const name = ours ?? plainName(each.name);
    if (!/^[A-Za-z_]/.test(name) || byName.has(name))
      throw new DocumentError(
        `${place}.${each.name}`,
        reason("needs_own_name", { parameter: `${each.carrier}:${each.name}` }),
      );
    byName.set(name, each);
  }
  for (const theirs of Object.values(renamed))
    if (!given.some((each) => saidBy([theirs], each)))
      throw new DocumentError(
        `${place}.x-regente.parameters`,
        reason("no_such_parameter", { name: theirs }),
      );
  return byName;
}
