import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wordList, wordMap } from "#shared/language/words.ts";

/**
 * How people say common deeds among friends, and the plain words for them: "joga fora" is "apaga", "get rid of" is
 * "delete". Written as they are said, shorthand opened; `|` between words that mean the same in one place, `*` for what
 * stands between, and at the end of the plain word where what stands behind that is no more said; `$` where nothing may
 * follow. They serve every goal, because each says no more than its plain word.
 */
export type PlainWords = {
  /** Wherever they stand. */
  readonly anywhere: readonly (readonly [said: string, plain: string])[];
  /** Only where a clause begins with them: elsewhere they are other words. */
  readonly first: readonly (readonly [said: string, plain: string])[];
  /** Say nothing, wherever they stand. */
  readonly fillers: readonly string[];
  /** Said before several things, which may be said as one. */
  readonly plurals: readonly string[];
};

const pairs = (key: string, locale: Locale): PlainWords["anywhere"] =>
  [...wordMap(key, locale)].map(([said, plain]) => [said, plain.join(" ")]);

export const PLAIN_WORDS: Readonly<Record<Locale, PlainWords>> = byLocale((locale) => ({
  anywhere: pairs("plain-words.anywhere", locale),
  first: pairs("plain-words.first", locale),
  fillers: wordList("plain-words.fillers", locale),
  plurals: wordList("plain-words.plurals", locale),
}));
