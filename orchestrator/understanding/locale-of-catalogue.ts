import type { Locale } from "#shared/contracts/names.ts";
import { detectLocale } from "./detect-locale.ts";
import type { Lexicon } from "./entities/lexicon.ts";
import type { GoalModel } from "./goal-model.ts";
import { isSmallWordOfBoth } from "./lexicons/common-words.ts";
import { type Token, tokens } from "./text.ts";

const MOST_WORDS = 60;
/** A word that both languages use tells only where one uses it this many times more. */
const CLEARLY_MORE = 4;

/**
 * Tells the language of a text: by the languages' own words, then by which one's examples use its words
 * ("maiores altas"), then by how its words end, which a name may do in any language ("salva inception").
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
    let balance = 0;
    for (const { word } of words) {
      const locale = told.get(word);
      if (locale !== undefined) balance += locale === "pt-BR" ? 1 : -1;
    }
    if (balance === 0) return detectLocale(text, { words: all });
    return balance > 0 ? "pt-BR" : "en";
  };
}

/** Words that the examples of one language use, and those of the other hardly. */
function wordsThatTell(goals: readonly GoalModel[]): Map<string, Locale> {
  const counts = new Map<string, { "pt-BR": number; en: number }>();
  for (const { examples, entities } of goals)
    for (const { words, marks, locale } of examples)
      words.forEach(({ word }, at) => {
        // "no" and "a" are words of both, however often the examples of one need them.
        if (isSmallWordOfBoth(word)) return;
        const mark = marks.find(({ from, to }) => at >= from && at < to);
        // Names are the same in both languages; what an enum's values are called is not.
        if (mark !== undefined && entities.get(mark.entity)?.type !== "enum") return;
        const count = counts.get(word) ?? { "pt-BR": 0, en: 0 };
        count[locale]++;
        counts.set(word, count);
      });
  const told = new Map<string, Locale>();
  for (const [word, { "pt-BR": portuguese, en: english }] of counts)
    if (portuguese >= CLEARLY_MORE * english) told.set(word, "pt-BR");
    else if (english >= CLEARLY_MORE * portuguese) told.set(word, "en");
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
