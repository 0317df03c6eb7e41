import { wordSet } from "#shared/language/words.ts";
import { gapBefore } from "../text.ts";
import type { Sentence } from "../values/recogniser.ts";

/** Words between the values of an enumeration, in either language. */
export const ENUMERATORS = wordSet("words.enumerators");
/** Small words that lead up to a value and are no part of it. */
export const LEADERS = wordSet("words.leaders");

export const TO_PEOPLE = wordSet("words.to-people");

/** What the punctuation after word `at` says: nothing, a pause, or the end of a sentence. */
export function wordBreak(sentence: Sentence, at: number): "none" | "pause" | "sentence" {
  const left = sentence.words[at];
  const right = sentence.words[at + 1];
  if (left === undefined || right === undefined || right.start <= left.end) return "none";
  const gap = gapBefore(sentence, at + 1);
  if (/[.!?;\n]/.test(gap) && /\s/.test(gap)) return "sentence";
  return /[,:/|&+;]|\s[-\u2013\u2014]\s/.test(gap) ? "pause" : "none";
}
