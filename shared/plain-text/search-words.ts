import { foldPhrase, wordsOf } from "./fold.ts";

/** Words that say nothing about what is looked for. */
const SMALL_WORDS = new Set(
  (
    "a o as os um uma uns umas e ou de do da dos das em no na nos nas num numa por pelo pela para pra pro com sem sobre que " +
    "meu minha meus minhas aquele aquela esse essa este esta isso the an and or of in on at to for with about that this my"
  ).split(" "),
);

/**
 * The words of a text as they are compared: folded, plurals of either language joined with their
 * singular ("gravações" and "gravação", "movies" and "movie").
 */
export const indexWords = (text: string): string => wordsOf(text).map(stemPlural).join(" ");

/** A word that is looked for: as it was said, folded, and as it stands in an index of `indexWords`. */
export type QueryWord = { said: string; indexed: string };

const MOST_QUERY_WORDS = 12;

/** The words that a query looks for; the small ones too when it has no others. Each once. */
export function queryWords(query: string): QueryWord[] {
  const words = wordsOf(query);
  const telling = words.filter((word) => !SMALL_WORDS.has(word));
  const wanted = telling.length > 0 ? telling : words;
  const byIndexed = new Map(wanted.map((said) => [stemPlural(said), said]));
  return [...byIndexed].map(([indexed, said]) => ({ said, indexed })).slice(0, MOST_QUERY_WORDS);
}

/** Endings are joined, not made right: what matters is that both forms end alike. */
function stemPlural(word: string): string {
  if (word.length <= 3) return word;
  const singular = word
    .replace(/(oes|aes|aos)$/, "ao")
    .replace(/([aeou])is$/, (ending, vowel: string) => (word.length > 4 ? `${vowel}l` : ending))
    .replace(/([^s])s$/, "$1");
  return singular
    .replace(/m$/, "n")
    .replace(/(ie|y)$/, "i")
    .replace(/(..)e$/, "$1");
}

/** True for a text with these words in it, whatever their case and accents: "AÇÃO da Vale" says "acao". */
export const saysWords = (text: string, words: string): boolean =>
  foldPhrase(text).includes(foldPhrase(words));
