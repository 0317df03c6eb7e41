import { createHash } from "node:crypto";
import { RegenteError } from "#shared/contracts/errors.ts";
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

/** `id` counts a person's items from 1, and stays an item's own whatever else is deleted. `created_at` in epoch ms. */
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

/** What a change did; taking back a `saved` deletes, taking back a `deleted` restores. */
export type Effect = "saved" | "deleted";

/** `undo_token` names the change for its owner, also when it changed nothing. */
export type Change = { undo_token: string };

export type Listing = { total: number; items: Item[] };

/** Which items: of one type or of all, the first `limit` of them. */
export type Selection = { type?: ItemType | undefined; limit: number };

/**
 * Everybody's items, each person's for themselves: whatever is asked, only the owner's own items are seen.
 * What changes is durable when the promise resolves. `now` is epoch milliseconds.
 * Errors: rejects with StoreUnavailableError when it cannot be read or written, and then nothing was changed
 */
export interface MemoryStore {
  /** `isNew: false`: the same thing is there already, and stays as it is. */
  save(owner: string, draft: Draft, now: number): Promise<Change & { item: Item; isNew: boolean }>;
  /** Newest first. */
  list(owner: string, selection: Selection): Promise<Listing>;
  /** Items with all of the words, or with any of them; best first, then newest. */
  search(
    owner: string,
    query: string,
    match: "all" | "any",
    selection: Selection,
  ): Promise<Listing>;
  /** undefined: the owner has no such item, or has deleted it. */
  find(owner: string, id: number): Promise<Item | undefined>;
  /** Deletes what is there of `ids`; what was deleted, newest first. */
  remove(owner: string, ids: readonly number[], now: number): Promise<Change & { items: Item[] }>;
  removeAll(
    owner: string,
    type: ItemType | undefined,
    now: number,
  ): Promise<Change & { items: Item[] }>;
  /**
   * Takes a change back, or without a token the latest deletion that has not been taken back. That is a
   * change itself. undefined: there is no such change, or it has been taken back already.
   */
  undo(owner: string, undo_token: string | undefined, now: number): Promise<Undone | undefined>;
  close(): Promise<void>;
}

/** `effect` is what was taken back. Items that have been saved again since are not brought back twice. */
export type Undone = Change & { effect: Effect; items: Item[] };

/** Deleted items can be brought back for this long; then they are erased. */
export const KEPT_DELETED_MS = 30 * 24 * 60 * 60 * 1000;

/** The store cannot be reached or written. `message` names the place, never a password. */
export class StoreUnavailableError extends RegenteError {
  override readonly name = "StoreUnavailableError";
  readonly code = "STORE_UNAVAILABLE";
  override readonly retryable = true;
}
