import { type Locale, locales } from "#shared/contracts/names.ts";
import { byLocale, classesOf, wordList } from "#shared/language/words.ts";
import { endOfAny } from "../modifiers/languages.ts";
import { isCommonWord, isFunctionWord } from "../words/common-words.ts";
import { fewWords } from "./few-words.ts";
import { REFERENCE_WORDS_OF } from "./reference-words.ts";
import { smallWords } from "./small-words.ts";

/** How many are wanted of what was shown: so many in all, or so many more. */
export type Amount = { count: number; more: boolean };

const FIELDS = ["more", "only", "first"] as const;
const WORDS = byLocale((locale) =>
  classesOf(FIELDS, (name) => wordList(`references.amounts.${name}`, locale)),
);

const ONESELF = smallWords("oneself");
const MOST = 100;
const MOST_WORDS = 10;

/**
 * A sentence that says how many and nothing else. Pure.
 * Shape: undefined for anything more
 */
export function readAmount(text: string): Amount | undefined {
  const words = fewWords(text, MOST_WORDS) ?? [];
  if (words.some((_, at) => endOfAny("negators", words, at) !== undefined)) return undefined;
  const said = words.map(({ word }) => word);
  for (const locale of locales) {
    const own = WORDS[locale];
    const kinds = [...own.more, ...own.only, ...own.first];
    const telling = said.filter((word) => kinds.includes(word) || !isSmall(word, locale));
    const numbers = telling.flatMap((word) => numberOf(word, locale));
    const rest = telling.filter((word) => numberOf(word, locale).length === 0);
    const [count, ...others] = numbers;
    if (count === undefined || others.length > 0 || rest.length > 2) continue;
    if (rest.length === 0) {
      // A deed or a wish stands before it: an article, or nothing, makes it no count.
      const at = said.findIndex((word) => numberOf(word, locale).length > 0);
      const before = said[at - 1] ?? "";
      const isObject =
        ONESELF.has(before) || (REFERENCE_WORDS_OF[locale].that.includes(before) && at > 1);
      if (at < 1 || (isFunctionWord(before) && !isObject) || at < said.length - 1) continue;
      return { count, more: false };
    }
    if (rest.every((word) => own.more.includes(word))) return { count, more: true };
    if (rest.every((word) => own.only.includes(word) || own.first.includes(word)))
      return { count, more: false };
  }
  return undefined;
}

const isSmall = (word: string, locale: Locale): boolean =>
  isCommonWord(word) && numberOf(word, locale).length === 0;

function numberOf(word: string, locale: Locale): number[] {
  const said = REFERENCE_WORDS_OF[locale].counts.findIndex((forms) => forms.includes(word));
  const count = /^\d{1,3}$/.test(word) ? Number(word) : said + 1;
  return count >= 1 && count <= MOST ? [count] : [];
}
