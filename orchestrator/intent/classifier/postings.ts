import type { Vector } from "./features.ts";

/**
 * Training sentences turned inside out: for each feature, the sentences that have it. One pass over
 * a query's features gives its similarity to every sentence at once.
 */
export type Postings = {
  readonly sentences: number;
  /** Entries of feature f are at starts[f] .. starts[f + 1]. */
  readonly starts: Int32Array;
  readonly sentenceOf: Int32Array;
  readonly weightOf: Float32Array;
};

/** Cost: two passes over all features of all sentences. */
export function buildPostings(vectors: readonly Vector[], featureCount: number): Postings {
  const starts = new Int32Array(featureCount + 1);
  for (const { ids } of vectors) for (const id of ids) starts[id + 1] = (starts[id + 1] ?? 0) + 1;
  for (let id = 0; id < featureCount; id++)
    starts[id + 1] = (starts[id + 1] ?? 0) + (starts[id] ?? 0);
  const total = starts[featureCount] ?? 0;
  const sentenceOf = new Int32Array(total);
  const weightOf = new Float32Array(total);
  const next = starts.slice();
  vectors.forEach(({ ids, values }, sentence) => {
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? 0;
      const at = next[id] ?? 0;
      next[id] = at + 1;
      sentenceOf[at] = sentence;
      weightOf[at] = values[i] ?? 0;
    }
  });
  return { sentences: vectors.length, starts, sentenceOf, weightOf };
}

/**
 * Adds to `similarity` the products of a query with every sentence.
 * Cost: the length of the posting lists of the query's features
 */
export function addSimilarities(postings: Postings, query: Vector, similarity: Float64Array): void {
  const { starts, sentenceOf, weightOf } = postings;
  for (let i = 0; i < query.ids.length; i++) {
    const id = query.ids[i] ?? 0;
    const value = query.values[i] ?? 0;
    const end = starts[id + 1] ?? 0;
    for (let at = starts[id] ?? 0; at < end; at++) {
      const sentence = sentenceOf[at] ?? 0;
      similarity[sentence] = (similarity[sentence] ?? 0) + value * (weightOf[at] ?? 0);
    }
  }
}
