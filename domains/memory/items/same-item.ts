import { createHash } from "node:crypto";
import { foldWords } from "#shared/plain-text/fold.ts";
import type { Draft } from "./item.ts";

/** Longer keys are digests: an index takes no entry of any length. */
const LONGEST_KEY = 200;

/**
 * One text for drafts that are the same thing to a person, so that it is kept once.
 * Shape: a film is what TMDB says it is, else its name and year; an address is itself; of notes every
 *        letter counts, because "senha: abc!" and "senha: abc?" are two
 */
export function sameItemKey(draft: Draft): string {
  const key = `${draft.type} ${sameness(draft)}`;
  return key.length <= LONGEST_KEY ? key : createHash("sha256").update(key).digest("hex");
}

function sameness({ type, title, year, tmdb_id, url }: Draft): string {
  if (tmdb_id !== null) return `tmdb ${tmdb_id}`;
  if (url !== null) return url;
  return type === "note" ? title : `${year ?? ""} ${foldWords(title) || title}`;
}
