import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, classesOf, wordList, wordSet } from "#shared/language/words.ts";
import { PHRASES, type TimeLexicon, WORDS } from "./lexicon.ts";
import { phrasesIn } from "./phrases.ts";
import { verbsOf } from "./verb-forms.ts";

/** Every language's words of schedules. */
export const TIME_LEXICONS: Readonly<Record<Locale, TimeLexicon>> = byLocale((locale) => ({
  ...classesOf(PHRASES, (name) => phrasesIn(`schedule-times.${name}`, locale)),
  ...classesOf(WORDS, (name) => wordSet(`schedule-times.${name}`, locale)),
  nextIsUnclear: wordList("schedule-times.next-is-unclear", locale)[0] === "yes",
  verbs: verbsOf(locale),
}));
