import { howOften } from "./features.ts";
import type { Postings, Query } from "./postings.ts";
import type { DualModel } from "./train.ts";

/**
 * What goals' machines make of the features that many sentences have ("de", "the", "ar"). Their posting lists are
 * most of the work for a sentence, and lead to every coefficient; one row of weights says the same.
 * Shape: feature ids[i] adds its part of a query x weights[i x goals + goal] to a goal's score; ids are in order
 */
export type FrequentFeatures = { readonly ids: Int32Array; readonly weights: Float64Array };

/** The share of all sentences that must have a feature: rows for the rarer ones cost more memory than they save time. */
const FREQUENT_SHARE = 1 / 16;

/** Cost: for each sentence that has such a feature, its coefficients */
export function frequentFeatures(
  { once, often, wordScales, letterScales }: Postings,
  { biases, starts, goalOf, coefficientOf }: DualModel,
  isOfWords: (feature: number) => boolean,
): FrequentFeatures {
  const least = Math.max(1, wordScales.length * FREQUENT_SHARE);
  const frequent: number[] = [];
  for (let feature = 0; feature < once.starts.length - 1; feature++) {
    const having = entriesOf(once, feature) + entriesOf(often, feature);
    if (having >= least) frequent.push(feature);
  }
  const ids = Int32Array.from(frequent);
  const goals = biases.length;
  const weights = new Float64Array(ids.length * goals);
  ids.forEach((feature, place) => {
    const row = place * goals;
    const scales = isOfWords(feature) ? wordScales : letterScales;
    const add = (sentence: number, value: number) => {
      const end = starts[sentence + 1] ?? 0;
      for (let i = starts[sentence] ?? 0; i < end; i++) {
        const at = row + (goalOf[i] ?? 0);
        weights[at] = (weights[at] ?? 0) + value * (coefficientOf[i] ?? 0);
      }
    };
    for (let at = once.starts[feature] ?? 0; at < (once.starts[feature + 1] ?? 0); at++) {
      const sentence = once.sentenceOf[at] ?? 0;
      add(sentence, scales[sentence] ?? 0);
    }
    for (let at = often.starts[feature] ?? 0; at < (often.starts[feature + 1] ?? 0); at++) {
      const sentence = often.sentenceOf[at] ?? 0;
      add(sentence, Math.fround(howOften(often.counts[at] ?? 0)) * (scales[sentence] ?? 0));
    }
  });
  return { ids, weights };
}

const entriesOf = ({ starts }: Postings["once"], feature: number): number =>
  (starts[feature + 1] ?? 0) - (starts[feature] ?? 0);

export type FrequentScores = {
  has(feature: number): boolean;
  /** Adds to each goal's score what the query's frequent features say. Cost: goals x frequent features of the query */
  addTo(scores: Float64Array, query: Query): void;
};

export function frequentScores({ ids, weights }: FrequentFeatures): FrequentScores {
  const placeOf = new Map(Array.from(ids, (feature, place) => [feature, place]));
  return {
    has: (feature) => placeOf.has(feature),
    addTo(scores, query) {
      for (let i = 0; i < query.ids.length; i++) {
        const place = placeOf.get(query.ids[i] ?? 0);
        if (place === undefined) continue;
        const row = place * scores.length;
        const part = query.parts[i] ?? 0;
        for (let goal = 0; goal < scores.length; goal++)
          scores[goal] = (scores[goal] ?? 0) + part * (weights[row + goal] ?? 0);
      }
    },
  };
}
