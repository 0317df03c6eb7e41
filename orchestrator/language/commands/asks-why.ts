import { WEEKDAYS } from "#shared/calendar/names.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, classesOf, wordSet } from "#shared/language/words.ts";
import type { Token } from "../text.ts";
import { endOf, phrasesIn } from "../time/phrases.ts";
import { isCommonWord } from "../words/common-words.ts";

const PHRASES = ["why", "stopped"] as const;
const SETS = ["not", "verbs", "past", "small", "nouns"] as const;
const WORDS = byLocale((locale) => ({
  ...classesOf(PHRASES, (name) => phrasesIn(`schedules.why-not.${name}`, locale)),
  ...classesOf(SETS, (name) => wordSet(`schedules.why-not.${name}`, locale)),
}));

/**
 * Why something did not happen is asked: "por que não tocou o da vacina?", "hoje não tocou, por quê?", "why no reminder
 * today?". Pure.
 */
export function asksWhy(words: readonly Token[], locale: Locale): boolean {
  const { why, not, verbs, past, small, nouns, stopped } = WORDS[locale];
  if (endOf(stopped, words, 0) !== undefined) return true;
  const says = (some: ReadonlySet<string>) => words.some(({ word }) => some.has(word));
  const isWhy = (at: number) => endOf(why, words, at) !== undefined;
  // "Why did it not go up?" is about a price.
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
  // What stands behind the verb, or beside "o lembrete", may name one.
  const isHead = head.every(isSmall) || head.some(({ word }) => nouns.has(word) || word === "one");
  return (asked < verb && isHead) || words.every(isSmall);
}
const GOES = wordSet("verbs.going-off");
const OFF = wordSet("words.off");
