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

/** What is wrong with a value, and the way to it from the inside out. */
type Found = { why: string; path: (string | number)[] };

/**
 * What is wrong with a value that came over the wire, or undefined when it is plain, shallow JSON.
 * Shape:  path and reason, e.g. "result.rows.0.__proto__: reserved key"
 * Cost:   one pass that makes nothing where nothing is wrong, and goes no deeper than MAX_DEPTH: an answer of 100,000
 *         levels cannot overflow the stack
 */
export function jsonFault(value: unknown): string | undefined {
  const found = faultIn(value, 0);
  return found && `${found.path.reverse().join(".") || "value"}: ${found.why}`;
}

function faultIn(value: unknown, depth: number): Found | undefined {
  if (typeof value === "number")
    return Number.isFinite(value) ? undefined : { why: "not a finite number", path: [] };
  if (typeof value !== "object" || value === null) return undefined;
  if (depth >= MAX_DEPTH) return { why: `deeper than ${MAX_DEPTH} levels`, path: [] };
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const found = faultIn(value[at], depth + 1);
      if (found !== undefined) return within(found, at);
    }
    return undefined;
  }
  // A list of the keys would be most of what a look costs.
  for (const key in value) {
    const child = (value as Record<string, unknown>)[key];
    const found = isSafeKey(key) ? faultIn(child, depth + 1) : { why: "reserved key", path: [] };
    if (found !== undefined) return within(found, key);
  }
  return undefined;
}

function within(found: Found, key: string | number): Found {
  found.path.push(key);
  return found;
}

/** An own property of an object, never an inherited one; undefined for anything else. */
export function ownValue<T>(
  value: Readonly<Record<string, T>> | undefined,
  key: string,
): T | undefined;
export function ownValue(value: unknown, key: string): unknown;
export function ownValue(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

/** undefined: the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a JSON text says by a schema; undefined for what is no JSON, or says something else. */
export const jsonIn = <T extends z.ZodType>(schema: T, text: string): z.output<T> | undefined =>
  schema.safeParse(parsedJson(text)).data;

/** As it comes over the wire: without what is undefined. */
export const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

/** The same with other texts in it; the names of fields stay. */
export function withTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((each) => withTexts(each, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withTexts(each, change)]),
  );
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
    for (let at = 0; at < value.length; at++) weight += 1 + weightOf(value[at]);
    return weight;
  }
  // A list of the keys would be most of what a look costs.
  for (const key in value) weight += key.length + weightOf((value as Record<string, unknown>)[key]);
  return weight;
}
