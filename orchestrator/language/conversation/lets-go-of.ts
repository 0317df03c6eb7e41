import { tokens } from "../text.ts";
import { isFunctionWord } from "../words/common-words.ts";
import { fewWords, hasOwnText } from "./few-words.ts";
import { endOfPhrase, smallPhrases } from "./small-words.ts";

const LEADS = smallPhrases("lettingGo");
const TAILS = smallPhrases("behindLettingGo");
const MOST_WORDS = 12;

/**
 * Does an answer let go of what the question is about, by its name? Pure.
 * Shape: what names something else is a text
 */
export function letsGoOf(text: string, about: string): boolean {
  const words = hasOwnText(text) ? undefined : fewWords(text, MOST_WORDS);
  if (words === undefined) return false;
  const from = endOfPhrase(LEADS, words, 0);
  if (from === undefined) return false;
  const endsAt = ({ length }: readonly string[]) =>
    endOfPhrase(TAILS, words, words.length - length) === words.length;
  const tail = TAILS.find((phrase) => words.length - phrase.length >= from && endsAt(phrase));
  const named = words
    .slice(from, words.length - (tail?.length ?? 0))
    .flatMap(({ word }) => (isFunctionWord(word) ? [] : [word]));
  const known = new Set(tokens(about).map(({ word }) => word));
  return named.length > 0 && named.every((word) => known.has(word));
}
