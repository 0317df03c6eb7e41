import { withoutCourtesy } from "./courtesy.ts";
import type { Sentence } from "./values/recogniser.ts";

/** A sentence between its courtesies. */
export const withoutEdges = (sentence: Sentence): Sentence =>
  partOf(sentence, withoutCourtesy(sentence.words));

/** Some words of a sentence, from one up to another. */
export const partOf = (sentence: Sentence, { from, to }: { from: number; to: number }): Sentence =>
  to - from === sentence.words.length
    ? sentence
    : { ...sentence, words: sentence.words.slice(from, to) };
