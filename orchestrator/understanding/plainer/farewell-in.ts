import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, phraseWords, wordSet } from "#shared/language/words.ts";
import { type Token, tokens } from "../../language/text.ts";
import { isLaughter } from "../../language/words/laughter.ts";

/** Where a text ends without its farewell. */
export type Farewell = {
  readonly end: number;
  /** A sentence of its own; false: it only follows a name. */
  readonly isApart: boolean;
};

/** A request, and what is thanked for behind it. */
const FEWEST_BEFORE = 2;

/**
 * Thanks, a blessing or a farewell in a sentence of its own at the end, or words of approval or laughter right behind a name: "... from Boots. *Ta ever
 * so much.*", "salva o filme Bacurau *fechou*". Pure.
 */
export function farewellIn(text: string, locale: Locale): Farewell | undefined {
  const words = tokens(text);
  const last = lastSentence(text, words);
  const said = words.slice(last);
  const isThanks = ({ word, start, end }: Token) =>
    THANKS.has(word) || SHORT[locale].has(text.slice(start, end).toLowerCase());
  if (
    last >= FEWEST_BEFORE &&
    said.some(isThanks) &&
    said.every((word) => FAREWELL.has(word.word) || isThanks(word))
  )
    return { end: endOf(words, last), isApart: true };
  const approval = APPROVALS.find((phrase) =>
    phrase.every((word, at) => words[words.length - phrase.length + at]?.word === word),
  );
  const laughed = words.findLastIndex(({ word }) => !isLaughter(word)) + 1;
  const at = words.length - (approval?.length ?? 0);
  if (laughed < words.length && laughed > FEWEST_BEFORE)
    return { end: endOf(words, laughed), isApart: false };
  return approval === undefined || at <= FEWEST_BEFORE
    ? undefined
    : { end: endOf(words, at), isApart: false };
}

const endOf = (words: readonly Token[], at: number): number => words[at - 1]?.end ?? 0;

/** Where the last sentence begins; a mark inside of an address or a number ends none. */
function lastSentence(text: string, words: readonly Token[]): number {
  const begins = ({ start }: Token, at: number) =>
    at > 0 && /[.!?\u2026]\s|\n/.test(text.slice(words[at - 1]?.end, start));
  return words.findLastIndex(begins);
}

/** Thanks that are other words in another language. */
const SHORT = byLocale((locale) => wordSet("courtesy.short-thanks", locale));
const THANKS = wordSet("courtesy.farewell-words");
const FAREWELL = THANKS.union(wordSet("courtesy.around-farewells"));

const APPROVALS = phraseWords("reactions.approvals");
