import type { Locale } from "#shared/contracts/names.ts";
import { byLocale } from "#shared/language/words.ts";
import { tokens } from "../text.ts";
import { endOf, phrasesIn } from "../time/phrases.ts";
import { COMMAND_LEXICONS } from "./lexicon.ts";

const MOST_WORDS = 6;
const BEFORE = byLocale((locale) => phrasesIn("schedules.before-a-name", locale));
const BEHIND = byLocale((locale) => phrasesIn("schedules.behind-a-name", locale));

/** Nothing but the name of one, by its day or what it is about. Pure. */
export function namesOne(text: string, locale: Locale): boolean {
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length > MOST_WORDS || text.includes("?")) return false;
  const before = endOf(BEFORE[locale], words, 0);
  if (before !== undefined && before < words.length) return true;
  return (
    words[0]?.word === "the" &&
    words.some((_, at) => at > 1 && endOf(BEHIND[locale], words, at) === words.length)
  );
}

/** Nothing, or one word that points to one. Pure. */
export function isTheOne(text: string, locale: Locale): boolean {
  const { length, 0: first } = tokens(text, 2);
  return (
    length === 0 ||
    (length === 1 &&
      first !== undefined &&
      endOf(COMMAND_LEXICONS[locale].theOne, [first], 0) === 1)
  );
}
