import { isJsonObject } from "../contracts/json.ts";
import { type Locale, locales } from "../contracts/names.ts";
import { visibleText } from "../plain-text/visible-text.ts";
import { DocumentError } from "./fault.ts";
import { type Operation, operationsOf, type Parameter } from "./operations.ts";

/** An operation by its name in the document, or by `GET /path`. */
export type Named = { id: string | undefined; method: string; path: string };

export type Draft = {
  overlay: object;
  opened: string[];
  /** Why an operation that was asked for is left out. */
  leftOut: { operation: string; why: string }[];
};

/** More would be a domain that no one has thought about. */
const MOST = 20;

/** Every operation of a document. */
export function operationsIn(document: Record<string, unknown>): Named[] {
  const paths = isJsonObject(document["paths"]) ? document["paths"] : {};
  return Object.entries(paths).flatMap(([path, item]) =>
    ["get", "post", "put", "patch", "delete"].flatMap((method) => {
      const operation = isJsonObject(item) ? item[method] : undefined;
      if (!isJsonObject(operation)) return [];
      const id = operation["operationId"];
      return [{ id: typeof id === "string" ? id : undefined, method, path }];
    }),
  );
}

/**
 * The first version of an overlay, for a person to edit: each operation that is wanted, with a goal, its questions and
 * templates in both languages. Without `wanted`: what only reads and needs one value at most.
 * Errors: DocumentError for an operation that the document does not have
 */
export function draftOverlay(
  document: Record<string, unknown>,
  domain: string,
  wanted: readonly string[],
): Draft {
  const all = operationsIn(document);
  const unknown = wanted.find((name) => !all.some((each) => isNamed(each, name)));
  if (unknown !== undefined) throw new DocumentError(unknown, "is no operation of this document");
  const chosen =
    wanted.length > 0
      ? all.filter((each) => wanted.some((name) => isNamed(each, name)))
      : all.filter(({ method }) => method === "get");
  const opened: { named: Named; operation: Operation }[] = [];
  const leftOut: Draft["leftOut"] = [];
  for (const named of chosen) {
    const read = readAlone(document, named);
    if ("why" in read) {
      if (wanted.length > 0) leftOut.push({ operation: nameOf(named), why: read.why });
      continue;
    }
    const { operation } = read;
    const isTaken = opened.some((each) => each.operation.capability === operation.capability);
    const isSimple = requiredOf(operation).length <= 1;
    if (wanted.length > 0 || (isSimple && !isTaken && opened.length < MOST))
      opened.push({ named, operation });
  }
  const info = isJsonObject(document["info"]) ? document["info"] : {};
  const title =
    typeof info["title"] === "string" ? visibleText(info["title"]).slice(0, 100) : domain;
  const actions = [
    {
      target: "$.info",
      update: { "x-regente": { description: { "pt-BR": title, en: title }, version: "0.1.0" } },
    },
    ...opened.map(({ named, operation }) => ({
      target: `$.paths[${quoted(named.path)}].${named.method}`,
      update: { "x-regente": notesFor(operation, domain) },
    })),
  ];
  const about = { title: `${domain} for Regente`, version: "0.1.0" };
  return {
    overlay: { overlay: "1.1.0", info: about, actions },
    opened: opened.map(({ operation }) => operation.capability),
    leftOut,
  };
}

const nameOf = ({ id, method, path }: Named): string => id ?? `${method.toUpperCase()} ${path}`;
const isNamed = (each: Named, name: string): boolean =>
  each.id === name || `${each.method.toUpperCase()} ${each.path}` === name;
const quoted = (path: string): string =>
  `'${path.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** One operation as if an overlay had opened it alone. */
function readAlone(
  document: Record<string, unknown>,
  { method, path }: Named,
): { operation: Operation } | { why: string } {
  const item = (document["paths"] as Record<string, Record<string, unknown>>)[path] ?? {};
  const own = item[method] as Record<string, unknown>;
  const shared = item["parameters"] === undefined ? {} : { parameters: item["parameters"] };
  const alone = { ...shared, [method]: { ...own, "x-regente": {} } };
  try {
    const [operation] = operationsOf({ ...document, paths: { [path]: alone } }, false);
    return operation === undefined ? { why: "cannot be opened" } : { operation };
  } catch (error) {
    if (error instanceof DocumentError) return { why: error.message };
    throw error;
  }
}

const requiredOf = ({ parameters }: Operation): [string, Parameter][] =>
  [...parameters].filter(([, { required }]) => required);

/** How requests for each kind of operation begin. */
const openings: Readonly<
  Record<Locale, Readonly<Record<"read" | "add" | "change" | "remove", string>>>
> = {
  "pt-BR": {
    read: "[você pode] (mostra|mostre|procura|procure|busca|busque|lista|liste|quero ver)",
    add: "[você pode] (cria|crie|adiciona|adicione|acrescenta|acrescente)",
    change: "[você pode] (muda|mude|atualiza|atualize|altera|altere)",
    remove: "[você pode] (apaga|apague|remove|remova|exclui|exclua)",
  },
  en: {
    read: "[can you|please] (show|show me|find|get|list|look up)",
    add: "[can you|please] (create|add|make)",
    change: "[can you|please] (change|update|edit)",
    remove: "[can you|please] (delete|remove)",
  },
};

const kinds: Readonly<Record<string, "read" | "add" | "change" | "remove">> = {
  GET: "read",
  POST: "add",
  PUT: "change",
  PATCH: "change",
  DELETE: "remove",
};

const asks: Readonly<Record<Locale, (label: string) => string>> = {
  "pt-BR": (label) => `Qual ${label}?`,
  en: (label) => `Which ${label}?`,
};
const withWord: Readonly<Record<Locale, string>> = { "pt-BR": "com", en: "with" };

function notesFor(operation: Operation, domain: string): object {
  const { capability, method } = operation;
  const required = requiredOf(operation);
  const noun = nounOf(operation, domain);
  const kind = kinds[method] ?? "read";
  const inEach = <T>(make: (locale: Locale) => T) =>
    Object.fromEntries(locales.map((locale) => [locale, make(locale)]));
  const [first, ...others] = required;
  const templates = inEach((locale) => {
    const begin = `${openings[locale][kind]} [o|a|os|as|the] ${noun}`;
    if (first === undefined) return [begin];
    const rest = others.map(([name]) => ` ${withWord[locale]} {${name}}`).join("");
    const label = labelOf(first[0]);
    return [
      `${begin} {${first[0]}}${rest}`,
      `${begin} ${withWord[locale]} ${label} {${first[0]}}${rest}`,
    ];
  });
  const described = operation.summary?.split("\n")[0]?.slice(0, 120) ?? `${kind} ${noun}`;
  const description = inEach(() => visibleText(described));
  const entities_schema = Object.fromEntries(
    required.map(([name, { schema }]) => [
      name,
      {
        ...entityType(schema),
        required: true,
        question: inEach((locale) => asks[locale](labelOf(name))),
      },
    ]),
  );
  const goal = `${domain}_${capability}`.toUpperCase().replaceAll(/\W/g, "_").slice(0, 64);
  return {
    capability,
    description,
    goals: [{ goal, description, hints: { templates }, entities_schema }],
  };
}

function entityType(schema: Parameter["schema"]): object {
  const values = schema.enum?.filter((value) => typeof value === "string");
  if (values !== undefined && values.length > 0) return { type: "enum", values };
  return schema.type === "integer" || schema.type === "number" || schema.type === "boolean"
    ? { type: schema.type }
    : {};
}

/** Parts of a path that say how, and not what. */
const HOW = /^(?:find|get|list|search|query|by|v\d+)(?![a-z])/;

/** What is talked about: the last part of the path that is no parameter, in words. */
function nounOf({ path }: Operation, domain: string): string {
  const parts = path.split("/").filter((part) => /^[A-Za-z]/.test(part));
  return labelOf(parts.findLast((part) => !HOW.test(part)) ?? domain);
}

/** `petId` as `pet id`: only letters and digits, so that no template reads it as more. */
const labelOf = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim() || "item";
