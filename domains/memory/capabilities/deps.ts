import type { Call } from "#shared/domain-kit/define-domain.ts";
import type { PageReader } from "../pages/open-page-reader.ts";
import type { Item, MemoryStore } from "../store/memory-store.ts";
import type { Titles } from "../titles/titles.ts";

/** What the capabilities work with. */
export type MemoryDeps = {
  store: MemoryStore;
  titles: Titles;
  pages: PageReader;
  /** Epoch milliseconds. */
  now(): number;
};

/** Whose items a call is about. */
export const ownerOf = ({ context }: Call): string => context.user_id;

/** An item as it is told to others: `created_at` as a date and time. */
export const shownItem = ({ created_at, ...item }: Item) => ({
  ...item,
  created_at: new Date(created_at).toISOString(),
});
