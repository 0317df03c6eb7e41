import type { z } from "zod";
import { isJsonObject, ownValue } from "#shared/contracts/json.ts";

/**
 * The part of an answer that fits a client's schema: its result, all of it, or an object put together from
 * the keys that both have. undefined when nothing fits; nothing is made up. Pure.
 * Shape: `answer` is `{status, explanation, result, ...}`
 */
export function fitToSchema(
  answer: Record<string, unknown>,
  schema: Record<string, unknown>,
  checker: z.ZodType,
): unknown {
  const { result } = answer;
  const candidates = [result, answer, matchingKeys(answer, schema)];
  return candidates.find((value) => value !== undefined && checker.safeParse(value).success);
}

/** What the schema's own keys are called in the result, else in the answer around it. */
function matchingKeys(
  answer: Record<string, unknown>,
  schema: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const properties = schema["properties"];
  if (!isJsonObject(properties)) return undefined;
  const names = Object.keys(properties);
  const found = names.flatMap((name): [string, unknown][] => {
    const inResult = ownValue(answer["result"], name);
    const value = inResult === undefined ? ownValue(answer, name) : inResult;
    if (value !== undefined) return [[name, value]];
    // "Nothing known" is an answer where the schema takes it for one.
    return takesNull(properties[name]) ? [[name, null]] : [];
  });
  // An object with nothing but nulls says nothing.
  if (found.some(([, value]) => value !== null)) return Object.fromEntries(found);
  // A list has to be wrapped to be the root: {"elements": [...]}.
  return names.length === 1 && names[0] !== undefined
    ? { [names[0]]: answer["result"] }
    : undefined;
}

function takesNull(property: unknown): boolean {
  const type = ownValue(property, "type");
  if (type === "null" || (Array.isArray(type) && type.includes("null"))) return true;
  const either = ownValue(property, "anyOf");
  return Array.isArray(either) && either.some(takesNull);
}
