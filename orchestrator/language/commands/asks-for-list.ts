import type { Locale } from "#shared/contracts/names.ts";
import { endsWithAny } from "#shared/language/ends-with-any.ts";
import { byLocale, classesOf, wordList, wordSet } from "#shared/language/words.ts";
import type { Token } from "../text.ts";
import { endOf, phrasesIn } from "../time/phrases.ts";
import { COMMAND_LEXICONS } from "./lexicon.ts";

/** That they stand, as verbs say it, unless they say the opposite. */
const STANDING = wordList("schedules.standing-endings");
const ENDED = wordList("schedules.ended-beginnings");
const stands = (word: string): boolean =>
  endsWithAny(word, STANDING, 3) && !ENDED.some((ended) => word.startsWith(ended));
const ANY = wordSet("words.any");
const WHAT = wordSet("words.what-or-everything");
const GOING = wordSet("verbs.going");
const AROUND_TOLD = wordSet("schedules.around-what-is-told");

/** What stands is asked for. Pure. */
export function asksForList(words: readonly Token[], locale: Locale): boolean {
  const { list, listWords, listNouns } = COMMAND_LEXICONS[locale];
  const isNamed =
    words.some(({ word }) => listNouns.has(word)) &&
    (words.length > 1 || !stands(words[0]?.word ?? "")) &&
    words.every(({ word }) => listWords.has(word) || listNouns.has(word) || stands(word));
  return endOf(list, words, 0) === words.length || isNamed || asksWhatIsTold(words, locale);
}

/** Without a name, but that any are asked for. Pure. */
export function asksForAny(words: readonly Token[], locale: Locale): boolean {
  const { listWords } = COMMAND_LEXICONS[locale];
  return (
    words.length > 1 &&
    words.some(({ word }) => ANY.has(word)) &&
    words.every(({ word }) => listWords.has(word) || stands(word))
  );
}

function asksWhatIsTold(words: readonly Token[], locale: Locale): boolean {
  const { listWords } = COMMAND_LEXICONS[locale];
  const at = words.findIndex(({ word }) => tells(word, locale));
  const before = words.slice(0, Math.max(at, 0));
  return (
    before.some(({ word }) => WHAT.has(word)) &&
    before.some(({ word }) => GOING.has(word)) &&
    words.every(({ word }, place) => place === at || listWords.has(word) || AROUND_TOLD.has(word))
  );
}

const aspects = ["cancel", "resume"] as const;
const ASPECTS = byLocale((locale) =>
  classesOf(aspects, (name) => phrasesIn(`schedules.aspects.${name}`, locale)),
);
/** What a standing request does when it is due, in the forms that stand behind such a verb. */
const TELLS = byLocale((locale) => wordSet("schedules.tells", locale));
const tells = (word: string, locale: Locale): boolean => TELLS[locale].has(word);
const BETWEEN = wordSet("schedules.between-verb-and-object");
const BEHIND = wordSet("words.objects");

/** That it is to stop or go on doing what it does: the word behind that. undefined: it says no such thing. Pure. */
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
