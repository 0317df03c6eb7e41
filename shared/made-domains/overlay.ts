import { z } from "zod";
import { checkCase, effects } from "../contracts/capability.ts";
import { parseContract } from "../contracts/errors.ts";
import { goalSchema } from "../contracts/goal.ts";
import { isJsonObject } from "../contracts/json.ts";
import { anyJson, jsonSchema } from "../contracts/json-schema.ts";
import { capabilityName, fieldName, isSafeKey, localizedText } from "../contracts/names.ts";
import { reason } from "../messages/reason.ts";
import { DocumentError } from "./document.ts";
import { said } from "./grammar/subject-of.ts";

/** `data.items`: the way into an answer, by names and places. */
const pathInto = z.string().regex(/^[\w-]+(\.[\w-]+)*$/, { error: '"data.items"' });

/** What is told of an answer. `{name}` stands for what is there, `{data.total}` for what is deeper. */
const told = z.strictObject({
  text: localizedText.optional().describe("Of the whole answer."),
  items: pathInto
    .optional()
    .describe("Where its list is; without it the answer itself, if it is one."),
  line: localizedText.optional().describe("Of each item: {name} ({status})"),
  none: localizedText.optional().describe("Of an empty list."),
});

/** What an overlay says under `x-regente` of an operation, or of a tool. Without it nothing is reachable. */
export const operationNotes = z.strictObject({
  capability: capabilityName
    .optional()
    .describe("Its name; made from the operation's when absent."),
  description: localizedText.optional(),
  effect: z
    .enum(effects)
    .optional()
    .describe(
      "Stricter than what its method says; looser only where the bootstrap file trusts the overlay.",
    ),
  confirm: z.enum(["never", "always", "auto"]).optional(),
  timeout_ms: z.int().min(10).max(600_000).optional(),
  requires: z.array(z.string().max(100)).optional(),
  parameters: z
    .record(fieldName, z.string().min(1).max(200))
    .default({})
    .describe("Parameters by another name than the document's: {status: filter[status]}"),
  leave_out: z
    .array(z.string())
    .default([])
    .describe("Optional parameters that must never be filled."),
  fixed: z
    .record(z.string(), anyJson)
    .default({})
    .describe("Parameters that always have this value."),
  result_schema: jsonSchema.optional().describe("What its answer keeps, where it is known to."),
  told: told.default({}),
  paging: z
    .strictObject({
      next: pathInto.describe("Where an answer names the next page."),
      parameter: z.string().describe("The query parameter that takes that name."),
      most: z.int().min(1).max(20).default(5).describe("Pages, at most."),
    })
    .optional(),
  idempotency_header: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/)
    .optional()
    .describe("The header by which the service does the same only once."),
  goals: z
    .array(
      goalSchema.omit({ capability: true, plan: true, fallback: true }).extend({
        said: said
          .optional()
          .describe("What its templates and examples are made from, beside its own hints."),
      }),
    )
    .max(20)
    .default([])
    .describe("What people ask for with it."),
  check: z.array(checkCase).max(20).optional(),
});
export type OperationNotes = z.infer<typeof operationNotes>;
/** The same of a tool. */
export const toolNotes = operationNotes.omit({
  parameters: true,
  fixed: true,
  paging: true,
  idempotency_header: true,
});
export type ToolNotes = z.infer<typeof toolNotes>;
export type Told = z.infer<typeof told>;

/** What an overlay says under `x-regente` of the document's info: of the domain itself. */
export const domainNotes = z.strictObject({
  description: localizedText.optional(),
  version: z
    .string()
    .regex(/^\d+\.\d+\.\d+/)
    .optional(),
});

const action = z.looseObject({
  target: z.string().min(1),
  description: z.string().optional(),
  update: z.unknown().optional(),
  remove: z.boolean().optional(),
  copy: z.string().optional(),
});

/** A file of the OpenAPI Overlay Specification 1.1. */
const overlayFile = z.looseObject({
  overlay: z.string().regex(/^1\.[01]\.\d+$/, { error: '"1.0.0"|"1.1.0"' }),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  actions: z.array(action).max(2000),
});

/**
 * A document with an overlay's actions carried out, one after the other. The document itself stays as it is.
 * Errors: ContractError for what is no overlay, DocumentError for an action that leads nowhere
 */
export function withOverlay(document: unknown, overlay: unknown): unknown {
  const { actions } = parseContract(overlayFile, overlay, "the overlay");
  const root: [unknown] = [structuredClone(document)];
  for (const { target, update, remove, copy } of actions) {
    const found = select(root[0], target);
    // A misspelt target would leave a goal out without a word.
    if (found.length === 0) throw new DocumentError(target, reason("target_leads_to_nothing"));
    const brought = copy === undefined ? update : copied(root[0], copy);
    // Backwards, so that what is taken out of a list moves nothing that is still to come.
    for (const each of found.toReversed()) {
      const { holder, key } = each;
      const isRoot = target === "$";
      if (remove === true) {
        if (isRoot) throw new DocumentError(target, reason("whole_document"));
        if (Array.isArray(holder)) holder.splice(Number(key), 1);
        else delete holder[String(key)];
        continue;
      }
      const merged = mergedWith(valueAt(each), brought);
      if (isRoot) root[0] = merged;
      else if (Array.isArray(holder)) holder[Number(key)] = merged;
      else holder[String(key)] = merged;
    }
  }
  return root[0];
}

function copied(document: unknown, path: string): unknown {
  const [only, ...others] = select(document, path);
  if (only === undefined || others.length > 0)
    throw new DocumentError(path, reason("copy_needs_source"));
  return structuredClone(valueAt(only));
}

/** Objects are merged key by key, a list gets one more, and anything else takes the place of what was there. */
function mergedWith(value: unknown, update: unknown): unknown {
  if (update === undefined) return value;
  if (Array.isArray(value)) return [...(value as unknown[]), update];
  if (!isJsonObject(value) || !isJsonObject(update)) return update;
  const merged = new Map(Object.entries(value));
  for (const [key, each] of Object.entries(update)) {
    if (!isSafeKey(key)) throw new DocumentError(key, reason("reserved_name"));
    const before: unknown = merged.get(key);
    const isList = Array.isArray(before) && Array.isArray(each);
    merged.set(
      key,
      isList ? [...(before as unknown[]), ...(each as unknown[])] : mergedWith(before, each),
    );
  }
  return Object.fromEntries(merged);
}

/** One step of a path: a child by its name or place, every child, or every value below. */
type Step = { name: string } | { every: true } | { below: true };

/** Where a value stands: the object or list that holds it, and under which key. */
type Found = { holder: Record<string, unknown> | unknown[]; key: string | number };

const MOST_CHARS = 1000;
const MOST_VALUES = 200_000;
const CHILD =
  /^\.([A-Za-z_][\w-]*)|^\['((?:[^'\\]|\\.)*)'\]|^\["((?:[^"\\]|\\.)*)"\]|^\[(\d{1,6})\]/;

/**
 * The part of JSONPath (RFC 9535) that addresses by names and places: `$.paths['/pets'].get`, `$.paths.*.get`,
 * `$..parameters`. Filters, which bring patterns of their own, are refused.
 * Errors: DocumentError for anything else
 */
function readPath(text: string): Step[] {
  if (text.length > MOST_CHARS || !text.startsWith("$"))
    throw new DocumentError(text.slice(0, 80), reason("target_begins_with_dollar"));
  const steps: Step[] = [];
  for (let rest = text.slice(1); rest !== ""; ) {
    if (rest.startsWith("..")) {
      steps.push({ below: true });
      rest = rest.slice(rest.startsWith("..[") ? 2 : 1);
      continue;
    }
    const every = /^(?:\.\*|\[\*\])/.exec(rest);
    const child = every ?? CHILD.exec(rest);
    if (child === null)
      throw new DocumentError(text, reason("no_json_path_step", { text: rest.slice(0, 40) }));
    const [whole, plain, single, double, place] = child;
    const name = plain ?? single ?? double ?? place;
    steps.push(every === null ? { name: unescaped(name ?? "") } : { every: true });
    rest = rest.slice(whole.length);
  }
  return steps;
}

const unescaped = (text: string): string => text.replaceAll(/\\(.)/g, "$1");

/** Every place that a path leads to, in the document's order. The root itself is held by a list of one. */
function select(document: unknown, path: string): Found[] {
  let found: Found[] = [{ holder: [document], key: 0 }];
  for (const step of readPath(path)) {
    const next: Found[] = [];
    for (const each of found) {
      if ("below" in step) next.push(...below(each));
      else next.push(...childrenOf(each, "name" in step ? step.name : undefined));
      if (next.length > MOST_VALUES) throw new DocumentError(path, reason("leads_to_too_many"));
    }
    found = next;
  }
  return found;
}

/** The value that stands there. */
const valueAt = ({ holder, key }: Found): unknown =>
  Array.isArray(holder) ? holder[Number(key)] : holder[String(key)];

function childrenOf(at: Found, name: string | undefined): Found[] {
  const value = valueAt(at);
  if (Array.isArray(value))
    return value.flatMap((_, key) =>
      name === undefined || name === String(key) ? [{ holder: value, key }] : [],
    );
  if (!isJsonObject(value)) return [];
  if (name !== undefined) return Object.hasOwn(value, name) ? [{ holder: value, key: name }] : [];
  return Object.keys(value).map((key) => ({ holder: value, key }));
}

/** The value and all that is in it. A document is a tree: it was read from a text. */
function below(at: Found): Found[] {
  const all: Found[] = [at];
  for (const each of all) {
    all.push(...childrenOf(each, undefined));
    if (all.length > MOST_VALUES) throw new DocumentError("$..", reason("leads_to_too_many"));
  }
  return all;
}
