import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, classesOf, wordSet } from "#shared/language/words.ts";
import type { Token } from "../text.ts";
import { endOf, phrasesIn } from "../time/phrases.ts";

const aspects = ["cancel", "resume"] as const;
const ASPECTS = byLocale((locale) =>
  classesOf(aspects, (name) => phrasesIn(`schedules.aspects.${name}`, locale)),
);
/** What a standing request does when it is due, in the forms that stand behind such a verb. */
const TELLS = byLocale((locale) => wordSet("schedules.tells", locale));
/** Is this form of a verb for what a standing request does? Pure. */
export const tells = (word: string, locale: Locale): boolean => TELLS[locale].has(word);
const BETWEEN = wordSet("schedules.between-verb-and-object");
const BEHIND = wordSet("words.objects");

/** "para de *me avisar*", "volta a lembrar", "keep reminding me": the word behind it. undefined: it says no such thing. Pure. */
export function endOfAspect(
  does: string,
  words: readonly Token[],
  locale: Locale,
): number | undefined {
  if (does !== "cancel" && does !== "resume") return undefined;
  let at = endOf(ASPECTS[locale][does], words, 0);
  if (at === undefined) return undefined;
  while (BETWEEN.has(words[at]?.word ?? "")) at++;
  if (!TELLS[locale].has(words[at]?.word ?? "")) return undefined;
  at++;
  while (BEHIND.has(words[at]?.word ?? "")) at++;
  return at;
}
