import { z } from "zod";
import { because, type Reason, reason } from "../messages/reason.ts";
import { ownValue } from "./json.ts";
import type { JsonSchema } from "./json-schema.ts";
import { fieldName, localizedText } from "./names.ts";
import { namesInPrompt } from "./prompt.ts";

export const pointer = z
  .string()
  .max(200)
  .regex(/^(?:\/[^/]+)*$/, { error: '"/items"|""' });

/** What a capability's answer shows, so that it can be named afterwards. */
export const resultItems = z.strictObject({
  path: pointer.describe(
    'Where the list stands in the result: /movers. Where an object stands there, "" for the result itself, it is the only one.',
  ),
  label: pointer.describe("The name of an item, within it: /name"),
  entity: z
    .record(fieldName, pointer)
    .refine((entities) => Object.keys(entities).length > 0, because("needs_entity"))
    .describe("An item's value for this domain's goals: {symbol_text: /symbol}"),
  said_as: localizedText
    .optional()
    .describe(
      'How one is said in a sentence, with its entities in braces: "item {id}". The value of the first entity when absent.',
    ),
  starts: pointer
    .optional()
    .describe(
      'When an item begins, within it, a date-time with an offset: /start. "Remind me an hour before" is counted from it.',
    ),
  named_by: fieldName
    .optional()
    .describe(
      "The goal's entity for the name of one item: what begins is looked up with it, “an hour before the dentist”.",
    ),
  limit: fieldName
    .optional()
    .describe("The goal's entity for the number of items: “só as 3 primeiras”, “5 more”."),
});
export type ResultItems = z.infer<typeof resultItems>;

/** The keys of a pointer: "/order/id" gives ["order", "id"]. */
export const keysOf = (path: string): string[] => path.split("/").slice(1);

type Fault = { path: (string | number)[]; why: Reason };

/** What a declaration of items promises that the result's schema does not have. Pure. */
export function checkResultItems(items: ResultItems, schema: JsonSchema | undefined): Fault[] {
  const faults: Fault[] = [];
  for (const [locale, said] of Object.entries(items.said_as ?? {}))
    for (const name of namesInPrompt(said ?? ""))
      if (!Object.hasOwn(items.entity, name))
        faults.push({ path: ["said_as", locale], why: reason("names_none_of_entities", { name }) });
  if (schema === undefined) return faults;
  const list = declaredAt(schema, keysOf(items.path));
  if (list === "missing")
    return [
      ...faults,
      { path: ["path"], why: reason("result_schema_has_no", { path: items.path }) },
    ];
  const item = isList(list) ? list.items : list;
  const check = (path: (string | number)[], at: string) => {
    if (declaredAt(item, keysOf(at)) === "missing")
      faults.push({
        path,
        why: reason("item_has_no", { place: items.path || reason("the_result"), path: at }),
      });
  };
  check(["label"], items.label);
  if (items.starts !== undefined) check(["starts"], items.starts);
  for (const [name, at] of Object.entries(items.entity)) check(["entity", name], at);
  return faults;
}

const isList = (schema: JsonSchema | undefined): schema is JsonSchema =>
  schema !== undefined && [schema.type].flat().includes("array");

/** The schema at a place; undefined where nothing is said about it, "missing" where it is ruled out. */
function declaredAt(
  schema: JsonSchema | undefined,
  keys: readonly string[],
): JsonSchema | undefined | "missing" {
  const [key, ...rest] = keys;
  if (schema === undefined || key === undefined) return schema;
  const { properties, additionalProperties } = schema;
  if (properties === undefined) return undefined;
  const child = ownValue(properties, key);
  if (child !== undefined) return declaredAt(child, rest);
  return additionalProperties === undefined || additionalProperties === false
    ? "missing"
    : undefined;
}
