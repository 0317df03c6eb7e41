import type { Call } from "#shared/domain-kit/define-domain.ts";
import { loadMessages } from "#shared/domain-kit/load-messages.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import type { PageReader } from "../pages/open-page-reader.ts";
import { type Item, type MemoryStore, nameWithYear } from "../store/memory-store.ts";
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

export const words = loadMessages<typeof import("../messages/values.json")>(
  new URL("../messages/", import.meta.url),
);
type Words = ReturnType<typeof words>;

/** A note is shown up to here; the whole of it is in the result. */
const PREVIEW_CHARS = 200;

/** What an item is called in a sentence. */
export const nameOf = (item: Pick<Item, "title" | "year">): string =>
  oneLine(nameWithYear(item), PREVIEW_CHARS);

/** One item by its name; of more, how many they are. */
export const itemsInWords = (items: readonly Item[], say: Words): string => {
  const [only] = items;
  return items.length === 1 && only !== undefined
    ? nameOf(only)
    : say("count.item", { count: items.length });
};

/** That not all is shown, where it is not. */
export const shownOf = (shown: number, total: number, say: Words): string =>
  shown < total ? say("shown", { count: shown }) : "";

/** So many names are told; of more, how many they are. */
const MOST_NAMES = 5;

export function namesInWords(names: readonly string[], say: Words): string {
  const told = names.slice(0, MOST_NAMES).map((name) => `“${name}”`);
  const more = names.length - told.length;
  return [told.join(", "), ...(more > 0 ? [say("and_more", { count: more })] : [])].join(" ");
}
