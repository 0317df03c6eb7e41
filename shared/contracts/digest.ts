import { hash } from "node:crypto";
import { canonicalJson } from "./json.ts";

/**
 * The SHA-256 of a value, the same for equal values whatever the order of their keys.
 * Shape:  64 hexadecimal digits
 */
export const digestOf = (value: unknown): string => hash("sha256", canonicalJson(value));
