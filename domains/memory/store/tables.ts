import type { ColumnType, Expression, Generated, Kysely, RawBuilder, SqlBool } from "kysely";
import type { QueryWord } from "#shared/plain-text/search-words.ts";
import type { Item } from "../items/item.ts";
import type { Effect, Selection } from "./memory-store.ts";

/** The tables as Kysely sees them, in either database; sqlite-store.ts and postgres-store.ts make them. */
export interface Tables {
  /** The last numbers that were given to a person's items and changes. */
  owners: { owner: string; last_item: Generated<number>; last_change: Generated<number> };
  items: Item & {
    owner: string;
    /** sameItemKey */
    same_as: string;
    deleted_at: Generated<number | null>;
    /** What PostgreSQL finds an item by; SQLite has a table of its own for that. */
    words: Generated<string>;
  };
  changes: {
    owner: string;
    id: number;
    effect: Effect;
    /** PostgreSQL has arrays, SQLite the same as JSON. */
    item_ids: ColumnType<readonly number[] | string, readonly number[]>;
    at: number;
    taken_back: Generated<boolean>;
  };
}

/** The columns of an item. */
export const ITEM = [
  ...(["id", "type", "title", "other_title", "year"] as const),
  ...(["tmdb_id", "url", "description", "created_at"] as const),
] as const;

/** An item among `total` that were found. */
export type Found = Item & { total: number };

/** An item's words for an index, folded. */
export type IndexedWords = { names: string; others: string };

/** A database, and what only it understands; sql-store.ts has the rest. */
export interface Database {
  readonly db: Kysely<Tables>;
  /** As errors name it. */
  readonly place: string;
  isOneOf(ids: readonly number[]): Expression<SqlBool>;
  /** Best first, then newest. */
  search(
    owner: string,
    words: readonly QueryWord[],
    match: "all" | "any",
    selection: Selection,
  ): RawBuilder<Found>;
  /** What goes into the row of an item that is found by these words. */
  wordsOf(words: IndexedWords): { words?: Expression<string> };
  /** Where words are kept beside the items: what is to follow an insert, and to go before items are erased. */
  readonly besideItems?: {
    add(owner: string, id: number, words: IndexedWords): RawBuilder<unknown>;
    erase(until: number): RawBuilder<unknown>;
  };
  /** Where people change things at the same time: one change of a person after the other. */
  lock?(owner: string): RawBuilder<unknown>;
  close(): Promise<void>;
}
