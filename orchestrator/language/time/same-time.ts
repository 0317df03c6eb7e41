import { locales } from "#shared/contracts/names.ts";
import { wording, wordSet } from "#shared/language/words.ts";
import { tokens } from "../text.ts";
import { endOf } from "../words/phrases.ts";
import { TIME_LEXICONS } from "./lexicon.ts";

const MOST_WORDS = 30;
const SAME = wordSet("words.same");
const AT = wording("wordings.at");
const AND = wording("wordings.and");

/**
 * Where a text says that something is to be at the same time as something else: the text with times of day ("09:00") in
 * the place of those words. undefined: it says no such thing. Pure.
 */
export function readSameTime(text: string): ((times: readonly string[]) => string) | undefined {
  const words = tokens(text, MOST_WORDS);
  for (const locale of locales)
    for (let from = 0; from < words.length; from++) {
      const to = endOf(TIME_LEXICONS[locale].sameTime, words, from);
      if (to === undefined || !words.slice(from, to).some(({ word }) => SAME.has(word))) continue;
      const [before, behind] = [words[from]?.start, words[to - 1]?.end];
      return (times) => {
        const clocks = times.map((time) => `${AT[locale]} ${time}`).join(` ${AND[locale]} `);
        return `${text.slice(0, before)}${clocks}${text.slice(behind)}`;
      };
    }
  return undefined;
}
