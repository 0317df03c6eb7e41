import { z } from "zod";
import { parseContract } from "../contracts/errors.ts";
import { isJsonObject } from "../contracts/json.ts";
import { isSafeKey } from "../contracts/names.ts";
import { reason } from "../messages/reason.ts";
import { DocumentError } from "./document-error.ts";
import { select, valueAt } from "./json-path.ts";

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
