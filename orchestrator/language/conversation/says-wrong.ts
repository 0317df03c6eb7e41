import { phraseList } from "#shared/language/words.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";

/** How people begin when what was done is not what they meant. Folded. */
const BEGINNINGS = phraseList("conversation.corrects-a-plan");
/** Before other words it is as often a preposition. */
const NO = /^\s*no\s*([,.;:!-]|$)/i;

/** It begins by saying that what was done is not what was meant. Pure. */
export function saysWrong(text: string): boolean {
  const folded = foldPhrase(text);
  const begins = (words: string) =>
    folded.startsWith(words) && !/^[\p{L}\p{N}]/u.test(folded.slice(words.length));
  return NO.test(text) || BEGINNINGS.some(begins);
}
