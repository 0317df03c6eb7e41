import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, classesOf, wordList, wordSet } from "#shared/language/words.ts";
import { endsWithAny, type Token, tokens, wordsIn } from "../text.ts";
import { behindAll, endOf, phrasesIn } from "../words/phrases.ts";
import { COMMAND_LEXICONS } from "./lexicon.ts";

const PHRASES = ["thanks", "leads"] as const;
const SETS = ["small", "past", "led"] as const;
const WORDS = byLocale((locale) => ({
  ...classesOf(PHRASES, (name) => phrasesIn(`schedules.done.${name}`, locale)),
  ...classesOf(SETS, (name) => wordSet(`schedules.done.${name}`, locale)),
  pastEndings: wordList("schedules.done.past-endings", locale),
  ledEndings: wordList("schedules.done.led-endings", locale),
  before: Number(wordList("schedules.done.letters-before-an-ending", locale)[0]),
}));

const MOST_WORDS = 9;
const ARTICLES = wordSet("words.articles-before-things");

/**
 * Someone whom a reminder has reached says that it is done. Pure.
 * `about`: what it was to be reminded of, whose words may be said again
 */
export function saysDone(text: string, locale: Locale, about = ""): boolean {
  const all = tokens(text, MOST_WORDS + 1);
  if (all.length === 0 || all.length > MOST_WORDS || text.includes("?")) return false;
  const { thanks, leads, past, led, small, pastEndings, ledEndings, before } = WORDS[locale];
  const isPast = (word: string) => past.has(word) || endsWithAny(word, pastEndings, before);
  const isLed = (word: string) => led.has(word) || endsWithAny(word, ledEndings, before);
  const words = behindAll(thanks, all);
  const ofIt = new Set(wordsIn(about));
  const isNamed = (word: string) => small.has(word) || ARTICLES.has(word) || ofIt.has(word);
  const isRest = (rest: readonly Token[]): boolean => {
    const isOwn = ({ word }: Token) => isNamed(word);
    for (let at = 0; at < rest.length; at++) {
      if (behindAll(thanks, rest.slice(at)).length === 0) return true;
      const token = rest[at];
      if (token === undefined || !isOwn(token)) return false;
    }
    return true;
  };
  const isDeed = (said: readonly Token[]): boolean => {
    const verb = endOf(leads, said, 0) ?? 0;
    const word = said[verb]?.word ?? "";
    return (isPast(word) || (verb > 0 && isLed(word))) && isRest(said.slice(verb + 1));
  };
  const is = words.findIndex(({ word }) => IS.has(word));
  const named = is > 0 && words.slice(0, is).every(({ word }) => isNamed(word)) ? is + 1 : 0;
  const done = endOf(COMMAND_LEXICONS[locale].done, words, named);
  const isDone = done !== undefined && (isRest(words.slice(done)) || isDeed(words.slice(done)));
  return isDone || isDeed(words);
}

const IS = wordSet("verbs.being-done");
