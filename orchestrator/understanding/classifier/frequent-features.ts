import { howOften, type Postings, type Query } from "./postings.ts";
import type { DualModel } from "./train.ts";

/**
 * What goals' machines make of the features that many sentences have ("de", "the", "ar"). Their posting lists are
 * most of the work for a sentence, and lead to every coefficient; one row of weights says the same.
 * Shape: feature ids[i] adds its part of a query x weights[i x goals + goal] to a goal's score; ids are in order
 */
export type FrequentFeatures = { readonly ids: Int32Array; readonly weights: Float32Array };

/** What this share of all sentences has is frequent, whatever its row takes. */
const FREQUENT_SHARE = 1 / 64;
/** Rarer features have rows as well, as long as all of them take no more: few goals make short rows. */
const MOST_WEIGHTS = 2 ** 18;
/** The lists of what is rarer than that are gone through as quickly as a row. */
const FEWEST_SENTENCES = 8;

/** Rows that are added together: a score is fetched and put back as seldom. */
const AT_ONCE = 4;

/** Cost: for each sentence that has such a feature, its coefficients */
export function frequentFeatures(
  { once, often, wordScales, letterScales }: Postings,
  { biases, starts, goalOf, coefficientOf }: DualModel,
  isOfWords: (feature: number) => boolean,
): FrequentFeatures {
  const goals = biases.length;
  const sentences = wordScales.length;
  const having = Int32Array.from(
    { length: once.starts.length - 1 },
    (_, feature) => entriesOf(once, feature) + entriesOf(often, feature),
  );
  const least = Math.min(sentences * FREQUENT_SHARE, affordable(having, MOST_WEIGHTS / goals));
  const frequent: number[] = [];
  having.forEach((count, feature) => {
    if (count >= Math.max(1, least)) frequent.push(feature);
  });
  const ids = Int32Array.from(frequent);
  const weights = new Float32Array(ids.length * goals);
  ids.forEach((feature, place) => {
    // Only the sum is made narrow, so that rounding is not added up.
    const row = new Float64Array(goals);
    const scales = isOfWords(feature) ? wordScales : letterScales;
    const add = (sentence: number, value: number) => {
      const end = starts[sentence + 1] ?? 0;
      for (let i = starts[sentence] ?? 0; i < end; i++) {
        const goal = goalOf[i] ?? 0;
        row[goal] = (row[goal] ?? 0) + value * (coefficientOf[i] ?? 0);
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
    weights.set(row, place * goals);
  });
  return { ids, weights };
}

/** The fewest sentences that a feature must have so that no more than `most` features do. */
function affordable(having: Int32Array, most: number): number {
  const next = having.toSorted().at(-Math.floor(most) - 1) ?? 0;
  return Math.max(FEWEST_SENTENCES, next + 1);
}

const entriesOf = ({ starts }: Postings["once"], feature: number): number =>
  (starts[feature + 1] ?? 0) - (starts[feature] ?? 0);

/**
 * Adds to each goal's score what the query's frequent features say; gives the rest of the query.
 * Cost: goals x frequent features of the query
 */
export type AddFrequent = (scores: Float64Array, query: Query) => Query;

export function frequentScores({ ids: frequent, weights }: FrequentFeatures): AddFrequent {
  /** By feature, one more than its place; 0, or beyond the end: it is rare. */
  const places = new Int32Array((frequent.at(-1) ?? -1) + 1);
  frequent.forEach((feature, place) => {
    places[feature] = place + 1;
  });

  function addRows(scores: Float64Array, rows: readonly number[], parts: readonly number[]): void {
    for (let i = 0; i < rows.length; i += AT_ONCE) {
      const row0 = rows[i] ?? 0;
      const row1 = rows[i + 1] ?? 0;
      const row2 = rows[i + 2] ?? 0;
      const row3 = rows[i + 3] ?? 0;
      const part0 = parts[i] ?? 0;
      const part1 = parts[i + 1] ?? 0;
      const part2 = parts[i + 2] ?? 0;
      const part3 = parts[i + 3] ?? 0;
      for (let goal = 0; goal < scores.length; goal++)
        scores[goal] =
          (scores[goal] ?? 0) +
          part0 * (weights[row0 + goal] ?? 0) +
          part1 * (weights[row1 + goal] ?? 0) +
          part2 * (weights[row2 + goal] ?? 0) +
          part3 * (weights[row3 + goal] ?? 0);
    }
  }

  return (scores, { ids, parts, count, wordCount }) => {
    const rows: number[] = [];
    const partOfRow: number[] = [];
    const rest = { ids: new Int32Array(count), parts: new Float64Array(count) };
    let others = 0;
    let words = 0;
    for (let i = 0; i < count; i++) {
      const id = ids[i] ?? 0;
      const part = parts[i] ?? 0;
      const place = (places[id] ?? 0) - 1;
      if (place < 0) {
        rest.ids[others] = id;
        rest.parts[others++] = part;
        if (i < wordCount) words = others;
      } else {
        rows.push(place * scores.length);
        partOfRow.push(part);
      }
    }
    while (rows.length % AT_ONCE !== 0) {
      rows.push(0);
      partOfRow.push(0);
    }
    addRows(scores, rows, partOfRow);
    return { ...rest, count: others, wordCount: words };
  };
}
