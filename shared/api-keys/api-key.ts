import { hash, randomBytes } from "node:crypto";

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
