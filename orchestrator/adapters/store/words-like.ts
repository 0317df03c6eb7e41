import { foldPhrase } from "#shared/plain-text/fold.ts";

/** Letters that may have an accent, and whatever JSON writes otherwise, are any characters. */
const UNSURE = /[^bdfghj-mp-tvwxz0-9]+/g;

/** A pattern for lower-case JSON: more than has these words, and never less; what is found is read again. `%` without words. */
export const wordsLike = (words: string | undefined): string =>
  words === undefined ? "%" : `%${foldPhrase(words).replaceAll(UNSURE, "%")}%`;
