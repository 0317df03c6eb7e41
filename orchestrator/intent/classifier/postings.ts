import { howOften, type Vector } from "./features.ts";

/**
 * Training sentences turned inside out: for each feature, the sentences that have it. One pass over a query's
 * features gives its similarity to every sentence at once. A sentence's value of a feature is how often it has it
 * x the feature's weight x the sentence's scale, so that only who has it is kept, in two bytes.
 */
export type Postings = {
  readonly weights: Float64Array;
  readonly once: Entries;
  /** Those that have the feature more than once, and how much that counts. */
  readonly often: Entries & { readonly factorOf: Float32Array };
  /** By sentence. */
  readonly wordScales: Float64Array;
  readonly letterScales: Float64Array;
  /** Sums by sentence, kept so that they are allocated once. */
  readonly words: Float64Array;
  readonly letters: Float64Array;
};

/** What is looked for: its word features come first. */
export type Query = Pick<Vector, "ids" | "values" | "wordCount">;

/** Entries of feature f are at starts[f] .. starts[f + 1]. */
type Entries = { readonly starts: Int32Array; readonly sentenceOf: Uint16Array | Int32Array };

/** Cost: four passes over all features of all sentences. */
export function buildPostings(vectors: readonly Vector[], weights: Float64Array): Postings {
  const often = gather(vectors, weights.length, true);
  return {
    weights,
    once: gather(vectors, weights.length, false),
    often: { ...often, factorOf: Float32Array.from(often.counts, howOften) },
    wordScales: Float64Array.from(vectors, ({ wordScale }) => wordScale),
    letterScales: Float64Array.from(vectors, ({ letterScale }) => letterScale),
    words: new Float64Array(vectors.length),
    letters: new Float64Array(vectors.length),
  };
}

function gather(
  vectors: readonly Vector[],
  features: number,
  isOften: boolean,
): Entries & { readonly counts: Uint16Array } {
  const starts = new Int32Array(features + 1);
  for (const { ids, counts } of vectors)
    for (let i = 0; i < ids.length; i++)
      if ((counts[i] ?? 0) > 1 === isOften) {
        const id = ids[i] ?? 0;
        starts[id + 1] = (starts[id + 1] ?? 0) + 1;
      }
  for (let id = 0; id < features; id++) starts[id + 1] = (starts[id + 1] ?? 0) + (starts[id] ?? 0);
  const total = starts[features] ?? 0;
  const sentenceOf = vectors.length <= 0xffff ? new Uint16Array(total) : new Int32Array(total);
  const ofEntry = new Uint16Array(total);
  const next = starts.slice();
  vectors.forEach(({ ids, counts }, sentence) => {
    for (let i = 0; i < ids.length; i++) {
      const count = counts[i] ?? 0;
      if (count > 1 !== isOften) continue;
      const id = ids[i] ?? 0;
      const at = next[id] ?? 0;
      next[id] = at + 1;
      sentenceOf[at] = sentence;
      ofEntry[at] = count;
    }
  });
  return { starts, sentenceOf, counts: ofEntry };
}

/**
 * Adds to `similarity` the products of a query with every sentence.
 * Cost: the length of the posting lists of the query's features
 */
export function addSimilarities(postings: Postings, query: Query, similarity: Float64Array): void {
  const { words, letters, wordScales, letterScales } = postings;
  const { wordCount, ids } = query;
  words.fill(0);
  letters.fill(0);
  addEntries(postings, query, 0, wordCount, words);
  addEntries(postings, query, wordCount, ids.length, letters);
  for (let sentence = 0; sentence < similarity.length; sentence++)
    similarity[sentence] =
      (similarity[sentence] ?? 0) +
      (words[sentence] ?? 0) * (wordScales[sentence] ?? 0) +
      (letters[sentence] ?? 0) * (letterScales[sentence] ?? 0);
}

function addEntries(
  { weights, once, often }: Postings,
  { ids, values }: Query,
  from: number,
  to: number,
  sums: Float64Array,
): void {
  const { starts, sentenceOf } = once;
  const { starts: oftenStarts, sentenceOf: oftenSentenceOf, factorOf } = often;
  for (let i = from; i < to; i++) {
    const id = ids[i] ?? 0;
    const part = (values[i] ?? 0) * (weights[id] ?? 0);
    const end = starts[id + 1] ?? 0;
    for (let at = starts[id] ?? 0; at < end; at++) {
      const sentence = sentenceOf[at] ?? 0;
      sums[sentence] = (sums[sentence] ?? 0) + part;
    }
    const oftenEnd = oftenStarts[id + 1] ?? 0;
    for (let at = oftenStarts[id] ?? 0; at < oftenEnd; at++) {
      const sentence = oftenSentenceOf[at] ?? 0;
      sums[sentence] = (sums[sentence] ?? 0) + part * (factorOf[at] ?? 0);
    }
  }
}
