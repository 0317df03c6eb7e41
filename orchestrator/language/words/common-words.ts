import { type Locale, locales } from "#shared/contracts/names.ts";
import { wordList, wordSet } from "#shared/language/words.ts";

/** Words that frame a request of any kind. */
export const requestWordsOf = (locale: Locale): readonly string[] =>
  wordList("words.request-words", locale);

/** All words of a language that say nothing about the subject. */
export const commonWordsOf = (locale: Locale): readonly string[] => [
  ...wordList("words.function-words", locale),
  ...requestWordsOf(locale),
];

/** How a language is written, where its small words do not tell: its own letters, and the endings of its words. */
export type WrittenSigns = {
  readonly letters: readonly string[];
  readonly endings: readonly string[];
};
export const writtenSignsOf = (locale: Locale): WrittenSigns => ({
  letters: wordList("spelling.own-letters", locale),
  endings: wordList("spelling.word-endings", locale),
});

const COMMON = new Set(locales.flatMap(commonWordsOf));
const FUNCTION = wordSet("words.function-words");

/** True for a word that says nothing about the subject. */
export const isCommonWord = (word: string): boolean => COMMON.has(word);

/** True for a word that only holds a sentence together. */
export const isFunctionWord = (word: string): boolean => FUNCTION.has(word);

const PARTICLES = wordSet("words.name-particles");

/**
 * True for a small word that names have inside. Prepositions of place are none: they lead to a place or a channel as often,
 * and what is to be done there must not count as a name.
 */
export const isParticle = (word: string): boolean => PARTICLES.has(word);

const SMALL = locales.map((locale) => wordSet("words.function-words", locale));

/** True for "no", "a", "as": a word that holds sentences together in several languages. */
export const isSharedSmallWord = (word: string): boolean =>
  SMALL.filter((words) => words.has(word)).length > 1;

/** What a text may be called that is quoted next, folded. */
export const TEXT_NOUNS = wordSet("nouns.quoted-texts");

/** Words that lead to what is said, folded. */
export const SAYING = wordSet("verbs.saying");

const OPENERS = wordSet("words.question-openers");

/** Does a sentence that begins with this word ask how things are? */
export const opensQuestion = (word: string): boolean => OPENERS.has(word);
