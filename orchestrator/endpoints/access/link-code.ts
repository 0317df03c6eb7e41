import { hash, randomBytes } from "node:crypto";

/** Without letters that are taken for others; there are 32. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz023456789";
const CODE_LETTERS = 20;
const LINK_CODE = /^[a-z0-9]{20}$/;

/** A code of 100 random bits that can be typed by hand, and that Telegram takes in a link. */
export const makeLinkCode = (): string =>
  Array.from(randomBytes(CODE_LETTERS), (byte) => LETTERS[byte % LETTERS.length]).join("");

/** One word with a digit in it, or a long one: a try at a code. */
const TRY = /^(?=.*\d|.{12})[a-z0-9-]{4,40}$/i;
/** Whether what is no code was meant to be one: typed wrongly, or cut off. */
export const isMeantAsCode = (said: string): boolean => TRY.test(said.trim());

/** What is kept of a code; undefined for what cannot be one. */
export function linkCodeDigest(said: string): string | undefined {
  const code = said.trim().toLowerCase();
  return LINK_CODE.test(code) ? hash("sha256", code) : undefined;
}
