/** What can be kept; `save_movie` always makes a `movie` and nothing else. */
export const itemTypes = ["note", "movie", "tv_show", "video", "link"] as const;
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
