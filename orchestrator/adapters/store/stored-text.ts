import { ContractError } from "#shared/contracts/errors.ts";
import type { SessionKey } from "../../ports/stores.ts";

const MAX_ID_CHARS = 256;

/**
 * Any text as a column that both engines keep unchanged: neither can hold a lone surrogate, and
 * PostgreSQL no NUL either. Such a text is written with JSON's escapes, as is one that already has
 * a backslash, so that no two texts become the same column. (JSON columns need none of this:
 * JSON.stringify escapes both.)
 * Shape:  "ana" stays "ana"; "a" + NUL + "b" becomes "a\u0000b" with the backslash written out
 */
export function storedText(text: string): string {
  if (text.isWellFormed() && !text.includes("\0") && !text.includes("\\")) return text;
  return JSON.stringify(text).slice(1, -1);
}

/** The text that `storedText` was given. */
export function originalText(column: string): string {
  if (!column.includes("\\")) return column;
  const text: unknown = JSON.parse(`"${column}"`);
  return String(text);
}

/**
 * An id as a key column. Bounded, because an index of PostgreSQL takes 2,704 bytes at most.
 * Errors: ContractError for one that is too long
 */
export function storedId(name: string, id: string): string {
  if (id.length <= MAX_ID_CHARS) return storedText(id);
  throw new ContractError("store", [
    { path: name, message: `has ${id.length} characters, and may have ${MAX_ID_CHARS}` },
  ]);
}

export const sessionColumns = (key: SessionKey): SessionKey => ({
  user_id: storedId("user_id", key.user_id),
  session_id: storedId("session_id", key.session_id),
});
