import { type IsoDate, shift } from "#shared/calendar/days.ts";
import { WEEKDAYS } from "#shared/calendar/names.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, classesOf, wordList, wordNumbers, wordSet } from "#shared/language/words.ts";
import { endsWithAny, type Token, tokens } from "../text.ts";
import { isCommonWord } from "../words/common-words.ts";
import { endOf, phrasesIn } from "../words/phrases.ts";
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

const PHRASES = ["why", "stopped"] as const;
const SETS = ["not", "verbs", "past", "small", "nouns"] as const;
const WORDS = byLocale((locale) => ({
  ...classesOf(PHRASES, (name) => phrasesIn(`schedules.why-not.${name}`, locale)),
  ...classesOf(SETS, (name) => wordSet(`schedules.why-not.${name}`, locale)),
}));

/** Why something did not happen is asked. Pure. */
export function asksWhy(words: readonly Token[], locale: Locale): boolean {
  const { why, not, verbs, past, small, nouns, stopped } = WORDS[locale];
  if (endOf(stopped, words, 0) !== undefined) return true;
  const says = (some: ReadonlySet<string>) => words.some(({ word }) => some.has(word));
  const isWhy = (at: number) => endOf(why, words, at) !== undefined;
  // Of a value it is asked why it did not move.
  const verb = words.findIndex(
    ({ word }, at) => verbs.has(word) || (GOES.has(word) && OFF.has(words[at + 1]?.word ?? "")),
  );
  const isPast = verb < 0 ? says(nouns) : past.size === 0 || says(past);
  const asked = words.findIndex((_, at) => isWhy(at));
  if (asked < 0 || !says(not) || !isPast) return false;
  const isSmall = ({ word }: Token, at: number) =>
    isWhy(at) ||
    [not, small, nouns, verbs, GOES, OFF].some((some) => some.has(word)) ||
    isCommonWord(word) ||
    WEEKDAYS.has(word);
  const head = words.slice(0, Math.max(verb, 0));
  // What stands behind the verb, or beside the noun, may name one.
  const isHead = head.every(isSmall) || head.some(({ word }) => nouns.has(word) || word === "one");
  return (asked < verb && isHead) || words.every(isSmall);
}

/** Of which day that is over something is asked. undefined: none is said. Pure. */
export function readDayBack(
  text: string,
  { date, weekday }: { readonly date: IsoDate; readonly weekday: number },
): IsoDate | undefined {
  for (const { word } of tokens(text)) {
    const back = DAYS_BACK.get(word);
    if (back !== undefined) return shift(date, -back, "day");
    const named = WEEKDAYS.get(word);
    if (named !== undefined) return shift(date, -((weekday - named + 7) % 7 || 7), "day");
  }
  return undefined;
}
const DAYS_BACK = wordNumbers("schedule-times.days-back");

const GOES = wordSet("verbs.going-off");
const OFF = wordSet("words.off");

const TOLD_FIELDS = ["told", "around", "past"] as const;
const TOLD = byLocale((locale) =>
  classesOf(TOLD_FIELDS, (name) => wordSet(`schedules.whether-told.${name}`, locale)),
);
const MOST_WORDS = 14;

/**
 * Whether something was told is asked. What it names; "" where it names
 * nothing. undefined: it is no such question. Pure.
 */
export function asksWhetherTold(text: string, locale: Locale): string | undefined {
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length > MOST_WORDS || !text.includes("?")) return undefined;
  const { told, around, past } = TOLD[locale];
  const at = words.findIndex(({ word }) => told.has(word));
  const before = words.slice(0, at);
  const isPast = past.size === 0 || before.some(({ word }) => past.has(word));
  if (at < 0 || !isPast) return undefined;
  const isSmall = ({ word }: Token) => around.has(word) || past.has(word);
  const behind = words.slice(at + 1);
  while (behind.length > 0 && behind[0] !== undefined && isSmall(behind[0])) behind.shift();
  const names = before.filter((token) => !isSmall(token));
  const [first] = behind;
  if (first !== undefined) return names.length === 0 ? text.slice(first.start) : undefined;
  return names.map(({ start, end }) => text.slice(start, end)).join(" ");
}
