import { foldPhrase } from "#shared/plain-text/fold.ts";
import { tokens } from "../text.ts";
import { endOfPhrase, smallPhrases, smallWords } from "./small-words.ts";

/** Put an answer off. */
const LATER = smallWords("later");

/** True for an answer that is no text itself: it puts the answer off, or asks something. What is quoted is a text. */
export const isNoText = (text: string): boolean =>
  /\?[\s!.]*$/.test(text) || LATER.has(foldPhrase(text).replace(/,/g, ""));

/** The text in quotation marks, where there is nothing beside it. */
export const unquoted = (text: string): string =>
  /^\s*(?:"([^"]+)"|“([^“”]+)”)\s*$/
    .exec(text)
    ?.slice(1)
    .find((inside) => inside !== undefined) ?? text;

const SAYS = smallPhrases("says");
const SAYS_BARE = smallPhrases("saysBare");
const SAYS_HOW = smallPhrases("saysHow");
const SAYS_THAT = smallWords("saysThat");
const LEAST_WORDS = 2;

/** The text, without the words that only give it. Pure. */
export function withoutSaying(text: string): string {
  const words = tokens(text);
  const verb = endOfPhrase(SAYS, words, 0);
  if (verb === undefined) return text;
  const at = endOfPhrase(SAYS_HOW, words, verb) ?? verb;
  const next = words[at];
  const end = words[at - 1]?.end ?? 0;
  if (next === undefined) return text;
  const colon = text.slice(end, next.start).indexOf(":");
  if (colon >= 0) return text.slice(end + colon + 1).trimStart();
  if (SAYS_THAT.has(next.word)) return text.slice(next.end).trimStart();
  const isBare = at === verb && endOfPhrase(SAYS_BARE, words, 0) === verb;
  return isBare && words.length - at >= LEAST_WORDS ? text.slice(end).trimStart() : text;
}
