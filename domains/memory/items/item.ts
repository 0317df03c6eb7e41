import { createHash } from "node:crypto";
import { foldWords } from "#shared/plain-text/fold.ts";

/** What can be kept; `save_movie` always makes a `movie` and nothing else. */
const itemTypes = ["note", "movie", "tv_show", "video", "link"] as const;
export type ItemType = (typeof itemTypes)[number];

/** What a person wants kept, before it has a number. */
export type Draft = {
  type: ItemType;
  /** What is shown: a note is its own title, a link without one is shown by its address. */
  title: string;
  /** Another name by which it can be found: "A Origem" for Inception. */
  other_title: string | null;
  year: number | null;
  tmdb_id: number | null;
  url: string | null;
  description: string | null;
};

/** `id` counts a person's items from 1: it is what they see and may say. `created_at` in epoch ms. */
export type Item = Draft & { id: number; created_at: number };

/** A draft with nothing but a type and a title. */
export const blankDraft = (type: ItemType, title: string): Draft => ({
  type,
  title,
  other_title: null,
  year: null,
  tmdb_id: null,
  url: null,
  description: null,
});

/** "Inception (2010)" */
export const nameWithYear = ({ title, year }: Pick<Draft, "title" | "year">): string =>
  year === null ? title : `${title} (${year})`;

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
