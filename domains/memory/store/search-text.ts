import { foldWords } from "#shared/plain-text/fold.ts";
import type { Draft, ItemType } from "../items/item.ts";

/** What people call each type: "filme inception" finds the film and not the note about it. */
const TYPE_WORDS: Record<ItemType, string> = {
  note: "nota anotação lembrete note",
  movie: "filme movie film",
  tv_show: "série seriado show tv series",
  video: "vídeo video",
  link: "link site página artigo page",
};

/** An item's words for an index, folded: those of its names and the others. */
export function searchText(draft: Draft): { names: string; others: string } {
  const { type, title, other_title, year, url, description } = draft;
  return {
    names: foldWords([title, other_title ?? ""].join(" ")),
    others: foldWords([TYPE_WORDS[type], year ?? "", url ?? "", description ?? ""].join(" ")),
  };
}
