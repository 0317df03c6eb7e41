import { isSafeKey } from "./names.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

const MAX_DEPTH = 64;

/**
 * What is wrong with a value that came over the wire, or undefined when it is plain, shallow JSON.
 * Shape:  path and reason, e.g. "result.rows.0.__proto__: reserved key"
 * Cost:   one pass without recursion, so a 100,000-deep answer cannot overflow the stack
 */
export function jsonFault(value: unknown): string | undefined {
  const stack: { value: unknown; path: string; depth: number }[] = [{ value, path: "", depth: 0 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { path, depth } = next;
    if (typeof next.value === "number" && !Number.isFinite(next.value))
      return `${path || "value"}: not a finite number`;
    if (typeof next.value !== "object" || next.value === null) continue;
    if (depth >= MAX_DEPTH) return `${path || "value"}: deeper than ${MAX_DEPTH} levels`;
    const entries: [string, unknown][] = Object.entries(next.value);
    for (const [key, child] of entries) {
      const childPath = path === "" ? key : `${path}.${key}`;
      if (!isSafeKey(key)) return `${childPath}: reserved key`;
      // Scalars other than numbers cannot be wrong; they are not worth a stack entry.
      if (typeof child === "object" || typeof child === "number")
        stack.push({ value: child, path: childPath, depth: depth + 1 });
    }
  }
  return undefined;
}

/** An own property of an object, never an inherited one; undefined for anything else. */
export function ownValue(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

/** True for a JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One text for equal values, whatever the order of their keys: for digests and comparisons. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? "null";
  const keys = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`).join(",")}}`;
}
