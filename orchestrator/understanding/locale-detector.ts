import { type Locale, locales, otherLocales } from "#shared/contracts/names.ts";
import { type Token, tokens } from "../language/text.ts";
import {
  commonWordsOf,
  isSharedSmallWord,
  writtenSignsOf,
} from "../language/words/common-words.ts";
import type { Lexicon } from "./entities/lexicon.ts";
import type { GoalModel } from "./goal-model.ts";

/** Enough of a long text to tell. */
const MOST_WORDS = 60;
const ENDING_WEIGHT = 0.5;
const LETTERS_WEIGHT = 1;

/** What one language has and no other: its small words, its letters, the endings of its words. */
const SIGNS = locales.map((locale) => {
  const others = new Set(otherLocales(locale).flatMap(commonWordsOf));
  const words = new Set(commonWordsOf(locale).filter((word) => !others.has(word)));
  return { locale, words, ...writtenSignsOf(locale) };
});

type Known = {
  byEndings?: boolean;
  /** The text's, where they are known: at most 60. */
  words?: readonly Token[];
};

/**
 * The language of a sentence by its small words, its letters and its endings.
 * Cost:  one pass over at most 60 words
 */
export function detectLocale(
  text: string,
  { byEndings = true, words = tokens(text, MOST_WORDS) }: Known = {},
): Locale | undefined {
  const start = text.slice(0, 1000).toLowerCase();
  const weights: number[] = SIGNS.map(({ letters }) =>
    letters.some((letter) => start.includes(letter)) ? LETTERS_WEIGHT : 0,
  );
  for (const { word } of words) {
    const small = SIGNS.findIndex((signs) => signs.words.has(word));
    const at =
      small >= 0 || !byEndings || word.length < 5
        ? small
        : SIGNS.findIndex(({ endings }) => endings.some((ending) => word.endsWith(ending)));
    if (at >= 0) weights[at] = (weights[at] ?? 0) + (at === small ? 1 : ENDING_WEIGHT);
  }
  return heaviest(locales, weights);
}

/** The locale with the largest weight; undefined when two have it. */
function heaviest(all: readonly Locale[], weights: readonly number[]): Locale | undefined {
  const most = Math.max(...weights);
  const [first, second] = all.filter((_locale, at) => weights[at] === most);
  return second === undefined ? first : undefined;
}

/** A word that both languages use tells only where one uses it this many times more. */
const CLEARLY_MORE = 4;

/**
 * Tells the language of a text: by the languages' own words, then by which one's examples use its words, then by how its
 * words end, which a name may do in any language.
 * undefined when none of them tells.
 */
export function buildLocaleDetector(
  goals: readonly GoalModel[],
  lexicon: Lexicon,
): (text: string) => Locale | undefined {
  let told: ReadonlyMap<string, Locale> | undefined;
  return (text) => {
    const all = tokens(text, MOST_WORDS);
    const words = withoutNames(all, lexicon);
    if (words.length === 0) return undefined;
    const clear = detectLocale(text, { byEndings: false, words: all });
    if (clear !== undefined) return clear;
    told ??= wordsThatTell(goals);
    const tellers = words.map(({ word }) => told?.get(word));
    const counts = locales.map((locale) => tellers.filter((each) => each === locale).length);
    return heaviest(locales, counts) ?? detectLocale(text, { words: all });
  };
}

/** Words that the examples of one language use, and those of the others hardly. */
function wordsThatTell(goals: readonly GoalModel[]): Map<string, Locale> {
  const counts = new Map<string, Map<Locale, number>>();
  for (const { examples, entities } of goals)
    for (const { words, marks, locale } of examples)
      words.forEach(({ word }, at) => {
        // It is a word of several languages, however often the examples of one need it.
        if (isSharedSmallWord(word)) return;
        const mark = marks.find(({ from, to }) => at >= from && at < to);
        // Names are the same in both languages; what an enum's values are called is not.
        if (mark !== undefined && entities.get(mark.entity)?.type !== "enum") return;
        const count = counts.get(word) ?? new Map<Locale, number>();
        count.set(locale, (count.get(locale) ?? 0) + 1);
        counts.set(word, count);
      });
  const told = new Map<string, Locale>();
  for (const [word, count] of counts) {
    const [[locale, most] = [], [, next = 0] = []] = [...count].sort(([, a], [, b]) => b - a);
    if (locale !== undefined && most !== undefined && most >= CLEARLY_MORE * next)
      told.set(word, locale);
  }
  return told;
}

/** What is neither a name that stands for itself nor a number. */
function withoutNames(words: readonly Token[], lexicon: Lexicon): Token[] {
  const others: Token[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    const name = lexicon.hitsAt(words, at).findLast(({ value }) => value === undefined);
    if (name === undefined && word !== undefined && !/^\d/.test(word.word)) others.push(word);
    at = name?.to ?? at + 1;
  }
  return others;
}
