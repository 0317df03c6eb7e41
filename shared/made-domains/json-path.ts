import { isJsonObject } from "../contracts/json.ts";
import { reason } from "../messages/reason.ts";
import { DocumentError } from "./document-error.ts";

/** One step of a path: a child by its name or place, every child, or every value below. */
type Step = { name: string } | { every: true } | { below: true };

/** Where a value stands: the object or list that holds it, and under which key. */
export type Found = { holder: Record<string, unknown> | unknown[]; key: string | number };

const MOST_CHARS = 1000;
const MOST_VALUES = 200_000;
const CHILD =
  /^\.([A-Za-z_][\w-]*)|^\['((?:[^'\\]|\\.)*)'\]|^\["((?:[^"\\]|\\.)*)"\]|^\[(\d{1,6})\]/;

/**
 * The part of JSONPath (RFC 9535) that addresses by names and places: `$.paths['/pets'].get`, `$.paths.*.get`,
 * `$..parameters`. Filters, which bring patterns of their own, are refused.
 * Errors: DocumentError for anything else
 */
export function readPath(text: string): Step[] {
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
export function select(document: unknown, path: string): Found[] {
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
export const valueAt = ({ holder, key }: Found): unknown =>
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
