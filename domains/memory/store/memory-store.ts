import { RegenteError } from "#shared/contracts/errors.ts";
import type { Draft, Item, ItemType } from "../items/item.ts";

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
