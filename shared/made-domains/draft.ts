import { isJsonObject, ownValue } from "../contracts/json.ts";
import { reason } from "../messages/reason.ts";
import { visibleText } from "../plain-text/clean-text.ts";
import { DocumentError } from "./document.ts";
import { entitiesOf } from "./grammar/entities.ts";
import { singular, wordsOf } from "./grammar/nouns.ts";
import { type Deed, deedOf } from "./grammar/openings.ts";
import {
  actingSubjectOf,
  changingSubjectOf,
  type Subject,
  saidOf,
  subjectOf,
} from "./grammar/subject-of.ts";
import { neededNotes, type Operation, operationsOf } from "./operations.ts";
import type { Parameter } from "./parameters.ts";
import { ANSWER_PARAM, type OpenedTool, type PinnedTool, toolsOf } from "./pinned-tools.ts";
import { hasNoBlanks } from "./schema.ts";

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

/** The parameters that a path names. */
const namesIn = (path: string): string[] =>
  [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);

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
  if (unknown !== undefined) throw new DocumentError(unknown, reason("no_such_operation"));
  const chosen =
    wanted.length > 0
      ? all.filter((each) => wanted.some((name) => isNamed(each, name)))
      : all.filter(({ method }) => method === "get");
  const opened: { named: Named; operation: Operation }[] = [];
  const taken = new Set<string>();
  const leftOut: Draft["leftOut"] = [];
  for (const named of chosen) {
    const read = readAlone(document, named);
    if ("why" in read) {
      if (wanted.length > 0) leftOut.push({ operation: nameOf(named), why: read.why });
      continue;
    }
    const { operation } = read;
    const isTaken = taken.has(operation.capability);
    const isSimple = requiredOf(operation).length <= 1;
    if (wanted.length === 0 && (!isSimple || isTaken || opened.length >= MOST)) continue;
    const capability = untaken(operation.capability, taken);
    opened.push({ named, operation: { ...operation, capability } });
  }
  const info = isJsonObject(document["info"]) ? document["info"] : {};
  const title =
    typeof info["title"] === "string" ? visibleText(info["title"]).slice(0, 100) : domain;
  const every = opened.map(({ operation }) => operation);
  const goals = new Set<string>();
  const inPaths = new Set(all.flatMap(({ path }) => namesIn(path)));
  const actions = [
    {
      target: "$.info",
      update: { "x-regente": { description: { "pt-BR": title, en: title }, version: "0.1.0" } },
    },
    ...opened.map(({ named, operation }) => ({
      target: `$.paths[${quoted(named.path)}].${named.method}`,
      update: { "x-regente": notesFor(operation, { domain, opened: every, goals, inPaths }) },
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
  try {
    const needed = neededNotes(document, method, path);
    const alone = { ...shared, [method]: { ...own, "x-regente": needed } };
    const [operation] = operationsOf({ ...document, paths: { [path]: alone } }, false);
    return operation === undefined ? { why: "cannot be opened" } : { operation };
  } catch (error) {
    if (error instanceof DocumentError) return { why: error.message };
    throw error;
  }
}

const requiredOf = ({ parameters }: Operation): [string, Parameter][] =>
  [...parameters].filter(([, { required }]) => required);

/** "business services" and "service" are called by the same word. */
const headOf = ({ noun }: { noun: readonly string[] }): string => singular(noun.at(-1) ?? "");

/** What each method does with a thing, where the operation's name does not say. */
const deedOfMethod: Readonly<Record<string, Deed>> = {
  GET: "read",
  POST: "add",
  PUT: "change",
  PATCH: "change",
  DELETE: "remove",
};
/** A name that no other one has, which is taken from then on: two long ones may begin alike. */
function untaken(name: string, taken: Set<string>): string {
  let own = name;
  for (let count = 2; taken.has(own); count += 1) own = `${name.slice(0, 56)}_${count}`;
  taken.add(own);
  return own;
}

/** What an operation is drafted among. */
type Among = {
  domain: string;
  opened: readonly Operation[];
  /** Names that are taken. */
  goals: Set<string>;
  /** What stands in an address of the document stands for a thing elsewhere in it as well. */
  inPaths: ReadonlySet<string>;
};

function notesFor(operation: Operation, { domain, opened, goals, inPaths }: Among): object {
  const { capability, summary, parameters, notes } = operation;
  const { deed, noun, verb } = subjectFor(operation, domain);
  const heads = opened.map((each) => headOf(subjectFor(each, domain)));
  const isOnlyOne = heads.filter((head) => head === headOf({ noun })).length <= 1;
  // No one says what an optional header is to be.
  const headers = [...parameters].filter(([, each]) => each.carrier === "header" && !each.required);
  const unsaid = new Set(headers.map(([name]) => name));
  const slots = [...parameters]
    .filter(([name]) => !unsaid.has(name))
    .map(([name, { name: theirs, schema, required, isFormed }]) => ({
      ...{ name, schema, required },
      mayBeCode: isFormed || inPaths.has(theirs),
    }));
  const [line = ""] = visibleText(summary ?? "")
    .trim()
    .split("\n");
  const described = line.slice(0, 120) || `${deed} ${noun.join(" ")}`;
  const full = `${domain}_${capability}`.toUpperCase().replaceAll(/\W/g, "_").slice(0, 64);
  const needsValue = slots.some((slot) => slot.required);
  const leave_out = [...notes.leave_out, ...headers.map(([, { name }]) => `header:${name}`)];
  const { parameters: names } = notes;
  return {
    capability,
    ...(leave_out.length > 0 && { leave_out }),
    ...(Object.keys(names).length > 0 && { parameters: names }),
    goals: [
      {
        goal: untaken(full, goals),
        description: { "pt-BR": described, en: described },
        said: saidOf({ deed, noun, ...(verb && { verb }), isOnlyOne, needsValue }),
        entities_schema: entitiesOf(slots, noun),
      },
    ],
  };
}

/** By the operation's own name where it has one; else by its method and what its path names. */
function subjectFor({ id, method, path }: Operation, domain: string): Subject {
  const parts = path.split("/").filter((part) => part !== "");
  const isWord = (part: string) => /^[A-Za-z]/.test(part);
  const deed = deedOfMethod[method] ?? "read";
  if (method === "GET") {
    const last = parts.filter(isWord).findLast((part) => deedOf(part.toLowerCase()) === undefined);
    return subjectOf(id ?? "", { deed, noun: wordsOf(last ?? domain).slice(-2) }, true);
  }
  // Several of it, or one of several: the rest says what is done.
  const named = parts.filter(
    (part, at) => isWord(part) && (singular(part) !== part || parts[at + 1]?.startsWith("{")),
  );
  const [behind = "", last = ""] = parts.slice(-2);
  const isAction = behind.startsWith("{") && isWord(last) && !named.includes(last);
  const thing = named.at(-1) ?? parts.filter(isWord).at(-1) ?? domain;
  return changingSubjectOf({
    name: id ?? (isAction || named.length === 0 ? last : ""),
    things: new Set(named.flatMap(wordsOf).map(singular)),
    isAction,
    otherwise: { deed, noun: wordsOf(thing).slice(-2) },
  });
}

/** The first version of an overlay for tools: each that is wanted (the first twenty, when none is named), with a goal. */
export function draftToolOverlay(
  tools: Readonly<Record<string, PinnedTool>>,
  title: string,
  domain: string,
  wanted: readonly string[],
): Draft {
  const unknown = wanted.find((name) => !Object.hasOwn(tools, name));
  if (unknown !== undefined) throw new DocumentError(unknown, reason("no_such_tool"));
  const names = wanted.length > 0 ? wanted : Object.keys(tools).slice(0, MOST);
  const leftOut: Draft["leftOut"] = [];
  const opened = names.flatMap((name) => {
    const alone = { info: { title }, tools: { [name]: { ...tools[name], "x-regente": {} } } };
    try {
      return toolsOf(alone, false);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      leftOut.push({ operation: name, why: error.message });
      return [];
    }
  });
  const actions = opened.map((tool) => ({
    target: `$.tools['${tool.tool.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`,
    update: {
      "x-regente": notesForTool(tool, domain, tools[tool.tool]),
    },
  }));
  const about = { title: `${domain} for Regente`, version: "0.1.0" };
  return {
    overlay: { overlay: "1.1.0", info: about, actions },
    opened: opened.map(({ capability }) => capability),
    leftOut,
  };
}

function notesForTool(
  { capability, params_schema, summary }: OpenedTool,
  domain: string,
  pinned: PinnedTool | undefined,
): object {
  // As its server says, which is enough to choose words by.
  const onlyReads = pinned?.annotations?.["readOnlyHint"] === true;
  const given = ownValue(pinned?.inputSchema, "properties");
  const subject =
    (onlyReads ? undefined : actingSubjectOf(capability, domain)) ??
    subjectOf(capability, { deed: "read", noun: [domain] });
  const required = new Set(params_schema.required);
  const slots = Object.entries(params_schema.properties ?? {})
    .filter(([name]) => name !== ANSWER_PARAM)
    .map(([name, schema]) => ({
      ...{ name, schema, required: required.has(name) },
      mayBeCode: hasNoBlanks(ownValue(given, name)),
    }));
  const [line = ""] = visibleText(summary ?? "").split("\n");
  const described = line.slice(0, 120) || capability.replaceAll("_", " ");
  const goal = `${domain}_${capability}`.toUpperCase().replaceAll(/\W/g, "_").slice(0, 64);
  const needsValue = slots.some((slot) => slot.required);
  return {
    capability,
    goals: [
      {
        goal,
        description: { "pt-BR": described, en: described },
        said: saidOf({ ...subject, isOnlyOne: false, needsValue }),
        entities_schema: entitiesOf(slots, subject.noun),
      },
    ],
  };
}
