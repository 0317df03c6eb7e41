import { stemmer as stemEnglish } from "@orama/stemmers/english";
import { stemmer as stemPortuguese } from "@orama/stemmers/portuguese";
import type { Locale } from "#shared/contracts/names.ts";
import { indexWords, queryWords } from "#shared/plain-text/search-words.ts";

const STEMMERS: Readonly<Record<Locale, (word: string) => string>> = {
  "pt-BR": stemPortuguese,
  en: stemEnglish,
};

/**
 * The stems of a text's words, in their order, accents and plurals joined first: people leave both out.
 * Shape: "Trocas e devoluções" gives ["troc", "e", "devoluca"]
 */
export const stemsOf = (text: string, locale: Locale): string[] =>
  indexWords(text).split(" ").map(STEMMERS[locale]);

/** The stems that a question looks for, without its small words. Each once; at most 12. */
export const stemsWanted = (query: string, locale: Locale): string[] => [
  ...new Set(queryWords(query).map(({ indexed }) => STEMMERS[locale](indexed))),
];
