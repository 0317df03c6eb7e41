import { hash, randomBytes } from "node:crypto";
import { z } from "zod";

/** `rgt_<id>_<secret>`: the id finds the entry, and 256 random bits make the whole beyond guessing. */
const API_KEY = /^rgt_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;

/** True for a credential that can only be one of our keys, however it ends. */
export const isApiKey = (credential: string): boolean => credential.startsWith("rgt_");

/** The id in a key; undefined for what is no key. */
export const apiKeyId = (key: string): string | undefined => API_KEY.exec(key)?.[1];

/** A new key and its id. The key is told to its owner once and kept nowhere. */
export function makeApiKey(): { id: string; key: string } {
  const id = randomBytes(6).toString("hex");
  return { id, key: `rgt_${id}_${randomBytes(32).toString("base64url")}` };
}

/** What is kept of a key. A plain hash is enough for 256 random bits; slow ones are for passwords. */
export const apiKeyDigest = (key: string): string => hash("sha256", key);

/** Scopes that allow capabilities: by their effect, of a domain, one by its name. */
const REACHING = [
  /^effect:(?:read|write|external|destructive)$/,
  /^(?!effect:|door:)[a-z][a-z0-9_-]{0,63}:\*$/,
  /^[a-z][a-z0-9_-]{0,63}\.[a-z][a-z0-9_]{0,63}$/,
];
/** What a scope may look like, the whole of it. */
const SHAPES = [
  /^\*$/,
  ...REACHING,
  /^door:(?:\*|[a-z_]{1,40}(?::(?:\*|[a-z_]{1,40}))?)$/,
  /^(?!effect:|door:)[a-z][a-z0-9_-]{0,63}:[a-z0-9][a-z0-9_.:-]{0,63}$/,
];

/** True for a scope that alone may allow a capability: `effect:read`, `my_domain:*`, `my_domain.my_capability`. */
export const reachesCapabilities = (text: string): boolean =>
  REACHING.some((shape) => shape.test(text));

/**
 * One thing that a user may do: `*` (everything), `my_domain:*` (a whole domain), `my_domain.my_capability`,
 * `effect:read` (whatever only reads), `my_domain:send` (what a manifest demands beside it), `door:domains:write` (a
 * endpoint for operators).
 */
export const scope = z.string().refine((text) => SHAPES.some((shape) => shape.test(text)), {
  error: ({ input }) =>
    `"${String(input)}" is no scope; write "domain:*", "domain.capability", "effect:read", "door:NAME" or "*"`,
});

/**
 * The digest of a front end's system instruction, as `regente keys trust` registers it; undefined for none. Numbers
 * count as one: many front ends put the date and the time there.
 */
export function instructionDigest(text: string): string | undefined {
  const plain = text.replace(/\d+/g, "#").replace(/\s+/g, " ").trim();
  return plain === "" ? undefined : hash("sha256", plain);
}
