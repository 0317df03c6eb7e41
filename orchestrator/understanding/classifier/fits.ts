import type { Learnt } from "./classifier.ts";
import type { Ids } from "./ids.ts";
import type { Texts } from "./text-ids.ts";

/**
 * Do the numbers of something learnt belong together, for so many goals? Nothing in it then points outside.
 * Cost: one pass over all of it
 */
export function fits(learnt: Learnt, goals: number): boolean {
  const { features, stems, goalsOfWords, model, postings, frequent } = learnt;
  const sentences = learnt.sentences.length;
  const words = features.havingWord.length;
  const featureCount = features.keys.length;
  const isEntries = ({ starts, sentenceOf }: typeof postings.once) =>
    areStarts(starts, featureCount, sentenceOf.length) && areBelow(sentenceOf, sentences);
  return (
    areBelow(learnt.sentences, sentences) &&
    learnt.goalStarts.length === goals + 1 &&
    areStarts(learnt.goalStarts, goals, learnt.goalStarts.at(-1) ?? 0) &&
    (learnt.goalStarts.at(-1) ?? 0) <= sentences &&
    areTexts(features.words, words) &&
    areBelow(features.havingWord, features.sentences + 1) &&
    features.having.length === featureCount &&
    areBelow(features.having, features.sentences + 1) &&
    areTexts(stems.texts, stems.having.length) &&
    [stems.goals, goalsOfWords].every(
      (sets) =>
        areStarts(sets.starts, sets.starts.length - 1, sets.goals.length) &&
        areBelow(sets.goals, goals),
    ) &&
    model.biases.length === goals &&
    areStarts(model.starts, sentences, model.goalOf.length) &&
    areBelow(model.goalOf, goals) &&
    model.coefficientOf.length === model.goalOf.length &&
    isEntries(postings.once) &&
    isEntries(postings.often) &&
    postings.often.counts.length === postings.often.sentenceOf.length &&
    postings.wordScales.length === sentences &&
    postings.letterScales.length === sentences &&
    areBelow(frequent.ids, featureCount) &&
    frequent.weights.length === frequent.ids.length * goals &&
    learnt.othersReach.length === goals &&
    [
      features.keys,
      model.biases,
      model.coefficientOf,
      postings.wordScales,
      postings.letterScales,
      frequent.weights,
      learnt.othersReach,
    ].every(areFinite)
  );
}

/** Places in order, from 0 up to `total`, for so many things. */
function areStarts(starts: Int32Array, things: number, total: number): boolean {
  if (starts.length !== things + 1 || starts[0] !== 0 || starts.at(-1) !== total) return false;
  for (let at = 1; at < starts.length; at++)
    if ((starts[at] ?? 0) < (starts[at - 1] ?? 0)) return false;
  return true;
}

const areTexts = ({ letters, starts }: Texts, count: number): boolean =>
  areStarts(starts, count, letters.length);

function areBelow(ids: Ids, limit: number): boolean {
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0;
    if (id < 0 || id >= limit) return false;
  }
  return true;
}

function areFinite(numbers: Float32Array | Float64Array): boolean {
  for (let at = 0; at < numbers.length; at++) if (!Number.isFinite(numbers[at])) return false;
  return true;
}
