import { z } from "zod";
import { canonicalJson, isJsonObject } from "./canonical-json.ts";
import { isSafeKey } from "./names.ts";

export { canonicalJson, isJsonObject };

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/**
 * Any JSON, in what a caller sends. It has come out of JSON.parse, which makes nothing else, and `jsonFault` has looked
 * through it: to do so again, as `z.json()` does, takes 2 us for each value.
 */
export const anyJson = z.unknown() as unknown as z.ZodType<Json>;

const MAX_DEPTH = 64;
/** Much more than anyone says, and no more than is read in a tenth of a second. */
const MOST_VALUES = 100_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const LIST = 0x5b;
const OBJECT = 0x7b;

/**
 * What is wrong with the bytes of a JSON text before it is parsed, or undefined. A few megabytes of `{},` are millions of
 * objects, which take seconds and a gigabyte; a long text takes no time.
 * Shape:  "more than 100000 values"
 * Cost:   nothing for a short text, which cannot hold so many; else one pass, 2 ms for each megabyte
 */
export function jsonTextFault(bytes: Uint8Array, mostValues = MOST_VALUES): string | undefined {
  if (bytes.length <= mostValues) return undefined;
  let values = 1;
  let isInText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isInText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) isInText = true;
    else if (byte === COMMA || byte === LIST || byte === OBJECT) values += 1;
    if (values > mostValues) return `more than ${mostValues} values`;
  }
  return undefined;
}

/** A container on the way down, and how it was reached. */
type Place = { value: object; key: string | number; parent: Place | undefined; depth: number };

/**
 * What is wrong with a value that came over the wire, or undefined when it is plain, shallow JSON.
 * Shape:  path and reason, e.g. "result.rows.0.__proto__: reserved key"
 * Cost:   one pass without recursion, so a 100,000-deep answer cannot overflow the stack; half of what
 *         JSON.parse takes
 */
export function jsonFault(value: unknown): string | undefined {
  if (isEndless(value)) return "value: not a finite number";
  const stack: Place[] = [];
  const visit = (child: unknown, key: string | number, parent: Place | undefined) => {
    if (typeof child === "object" && child !== null)
      stack.push({ value: child, key, parent, depth: parent === undefined ? 0 : parent.depth + 1 });
  };
  visit(value, "", undefined);
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    const { value: container, depth } = place;
    if (depth >= MAX_DEPTH)
      return `${pathTo(place.key, place.parent)}: deeper than ${MAX_DEPTH} levels`;
    const isList = Array.isArray(container);
    const keys = isList ? container.keys() : Object.keys(container);
    for (const key of keys) {
      if (!isList && !isSafeKey(String(key))) return `${pathTo(key, place)}: reserved key`;
      const child = (container as Record<string | number, unknown>)[key];
      if (isEndless(child)) return `${pathTo(key, place)}: not a finite number`;
      visit(child, key, place);
    }
  }
  return undefined;
}

const isEndless = (value: unknown): boolean => typeof value === "number" && !Number.isFinite(value);

/** Put together only for a fault: most values have none. */
function pathTo(key: string | number, place: Place | undefined): string {
  const path = [key];
  for (let at = place; at?.parent !== undefined; at = at.parent) path.push(at.key);
  return path.reverse().join(".");
}

/** An own property of an object, never an inherited one; undefined for anything else. */
export function ownValue(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

/**
 * What a JSON value takes to keep, roughly, in characters.
 * Cost: some 10 ns for each value in it; no deeper than what comes over the wire
 */
export function weightOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 8;
  let weight = 16;
  if (Array.isArray(value)) {
    for (const child of value as unknown[]) weight += 1 + weightOf(child);
    return weight;
  }
  // A third of what for-in costs, which looks up each value by its name; and of pairs, each would be an array.
  for (const key of Object.keys(value)) weight += key.length;
  for (const child of Object.values(value)) weight += weightOf(child);
  return weight;
}
