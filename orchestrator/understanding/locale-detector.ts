import { type Locale, locales } from "#shared/contracts/names.ts";
import { detectLocale, heaviest } from "../language/detect-locale.ts";
import { type Token, tokens } from "../language/text.ts";
import { isSharedSmallWord } from "../language/words/common-words.ts";
import type { Lexicon } from "./entities/lexicon.ts";
import type { GoalModel } from "./goal-model.ts";

const MOST_WORDS = 60;
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
