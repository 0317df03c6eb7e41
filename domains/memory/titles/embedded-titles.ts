import { distance } from "fastest-levenshtein";
import { knownTitles } from "./known-titles.ts";
import { bareName, matchTitles } from "./match-titles.ts";
import type { Title, TitleCatalogue } from "./titles.ts";

/** One letter in so many may be wrong, and this many in all. */
const LETTERS_PER_SLIP = 5;
const MOST_SLIPS = 2;

/** The well-known titles that come with the domain. It never fails, and knows nothing else. */
export function embeddedTitles(): TitleCatalogue {
  return {
    async find(kind, { title: name, year }, { locale }) {
      const known = knownTitles
        .filter((each) => each.kind === kind)
        .map(({ tmdb_id, year, title, localized }): Title => {
          const own = localized[locale];
          const other = own === undefined ? (Object.values(localized)[0] ?? title) : title;
          return { tmdb_id, title: own ?? title, other_title: other, year };
        });
      const { exact, titles } = matchTitles(known, { title: name });
      const meant = exact ? titles : known.filter((title) => isNear(title, bareName(name)));
      return { titles: meant.filter((title) => year === undefined || title.year === year) };
    },
  };
}

/** A name holds every word that was said, or differs in a letter or two. */
function isNear({ title, other_title }: Title, said: string): boolean {
  if (said === "") return false;
  const words = said.split(" ");
  const slips = Math.min(MOST_SLIPS, Math.floor(said.length / LETTERS_PER_SLIP));
  return [title, other_title].map(bareName).some((name) => {
    const own = name.split(" ");
    if (words.every((word) => own.includes(word))) return true;
    return Math.abs(name.length - said.length) <= slips && distance(name, said) <= slips;
  });
}
