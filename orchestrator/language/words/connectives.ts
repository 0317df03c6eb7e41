import { wordSet } from "#shared/language/words.ts";
import { gapBefore } from "../text.ts";
import { phrasesIn } from "./phrases.ts";

/** Words that join two requests, folded. */
export const CONNECTIVES = wordSet("words.connectives");

/** Words for what was just spoken of, folded: what has one goes on about the same. */
export const BACKWARDS = wordSet("words.backwards");

/** Words that leave nothing else, folded. */
export const ONLY = wordSet("words.only");

/** Forms of being, folded: what they say of a thing is no name of it. */
export const BEING = wordSet("words.being");

/** Small words between a connective and a follow-up. */
export const FILLERS = wordSet("words.followup-fillers");

/** How a follow-up question may begin. */
export const ELLIPSIS_OPENINGS = phrasesIn("control.ellipsis-openings");

/** How someone puts right what they said before: another value in the place of the one that was heard. */
export const CORRECTION_OPENINGS = phrasesIn("control.correction-openings");

/** The same, of words that begin many other sentences as well. */
export const DOUBTFUL_CORRECTIONS = phrasesIn("control.doubtful-corrections");

/** Every word that takes up what was said before; none of them is a slip of another word. */
export const OPENING_WORDS: ReadonlySet<string> = new Set(
  [ELLIPSIS_OPENINGS, CORRECTION_OPENINGS, DOUBTFUL_CORRECTIONS].flatMap((phrases) =>
    [...phrases.values()].flat(2),
  ),
);

/** Words between the values of an enumeration, in either language. */
export const ENUMERATORS = wordSet("words.enumerators");
/** Small words that lead up to a value and are no part of it. */
export const LEADERS = wordSet("words.leaders");

export const TO_PEOPLE = wordSet("words.to-people");

/** What the punctuation after word `at` says: nothing, a pause, or the end of a sentence. */
export function wordBreak(
  sentence: Parameters<typeof gapBefore>[0],
  at: number,
): "none" | "pause" | "sentence" {
  const left = sentence.words[at];
  const right = sentence.words[at + 1];
  if (left === undefined || right === undefined || right.start <= left.end) return "none";
  const gap = gapBefore(sentence, at + 1);
  if (/[.!?;\n]/.test(gap) && /\s/.test(gap)) return "sentence";
  return /[,:/|&+;]|\s[-\u2013\u2014]\s/.test(gap) ? "pause" : "none";
}
