import { withoutCourtesy } from "./courtesy.ts";
import { gapBefore } from "./text.ts";
import type { Sentence } from "./values/recogniser.ts";

/** A sentence between its courtesies. */
export const withoutEdges = (sentence: Sentence): Sentence => {
  const edges = withoutCourtesy(sentence.words);
  return partOf(
    sentence,
    endsAsName(sentence, edges.to) ? { ...edges, to: sentence.words.length } : edges,
  );
};

/** Several words with capitals behind another one go on with a name. */
const endsAsName = ({ text, words }: Sentence, end: number): boolean =>
  end > 0 &&
  words.length - end > 1 &&
  words.slice(end - 1).every(({ start }) => /\p{Lu}/u.test(text[start] ?? "")) &&
  /\p{Ll}/u.test(text) &&
  !/[,.;!]/.test(gapBefore({ text, words }, end));

/** Some words of a sentence, from one up to another. */
export const partOf = (sentence: Sentence, { from, to }: { from: number; to: number }): Sentence =>
  to - from === sentence.words.length
    ? sentence
    : { ...sentence, words: sentence.words.slice(from, to) };
