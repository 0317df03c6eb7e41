import type { Item, ItemType } from "../items/item.ts";

/** The columns of an item, in either database. */
export const ITEM_COLUMNS =
  "id, type, title, other_title, year, tmdb_id, url, description, created_at";

type Row = Readonly<Record<string, unknown>>;

export const itemOf = (row: Row): Item => ({
  id: Number(row["id"]),
  // Only `save` writes it, from an ItemType.
  type: String(row["type"]) as ItemType,
  title: String(row["title"]),
  other_title: textOrNull(row["other_title"]),
  year: numberOrNull(row["year"]),
  tmdb_id: numberOrNull(row["tmdb_id"]),
  url: textOrNull(row["url"]),
  description: textOrNull(row["description"]),
  created_at: Number(row["created_at"]),
});

const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);
const numberOrNull = (value: unknown): number | null =>
  value === null || value === undefined ? null : Number(value);
