import { type Locale, locales, otherLocales } from "#shared/contracts/names.ts";
import { type Token, tokens } from "./text.ts";
import { commonWordsOf, writtenSignsOf } from "./words/common-words.ts";

/** Enough of a long text to tell. */
const MOST_WORDS = 60;
const ENDING_WEIGHT = 0.5;
const LETTERS_WEIGHT = 1;

/** What one language has and no other: its small words, its letters, the endings of its words. */
const SIGNS = locales.map((locale) => {
  const others = new Set(otherLocales(locale).flatMap(commonWordsOf));
  const words = new Set(commonWordsOf(locale).filter((word) => !others.has(word)));
  return { locale, words, ...writtenSignsOf(locale) };
});

type Known = {
  byEndings?: boolean;
  /** The text's, where they are known: at most 60. */
  words?: readonly Token[];
};

/**
 * The language of a sentence by its small words, its letters and its endings.
 * Cost:  one pass over at most 60 words
 */
export function detectLocale(
  text: string,
  { byEndings = true, words = tokens(text, MOST_WORDS) }: Known = {},
): Locale | undefined {
  const start = text.slice(0, 1000).toLowerCase();
  const weights: number[] = SIGNS.map(({ letters }) =>
    letters.some((letter) => start.includes(letter)) ? LETTERS_WEIGHT : 0,
  );
  for (const { word } of words) {
    const small = SIGNS.findIndex((signs) => signs.words.has(word));
    const at =
      small >= 0 || !byEndings || word.length < 5
        ? small
        : SIGNS.findIndex(({ endings }) => endings.some((ending) => word.endsWith(ending)));
    if (at >= 0) weights[at] = (weights[at] ?? 0) + (at === small ? 1 : ENDING_WEIGHT);
  }
  return heaviest(locales, weights);
}

/** The locale with the largest weight; undefined when two have it. */
export function heaviest(all: readonly Locale[], weights: readonly number[]): Locale | undefined {
  const most = Math.max(...weights);
  const [first, second] = all.filter((_locale, at) => weights[at] === most);
  return second === undefined ? first : undefined;
}
