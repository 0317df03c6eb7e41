import { type Ids, idsBelow, placeFrom, startsOf } from "./ids.ts";

/** The features of a sentence as they were met, and how often each was. */
export type Bag = {
  readonly ids: Int32Array;
  readonly counts: Uint16Array;
  /** So many of them are features of words, and come first; the others are of letters. */
  readonly wordCount: number;
};

/**
 * A sentence as numbers: feature ids with their values, of length 1 as a whole.
 * Shape: a value is howOften(count) x the feature's weight x the sentence's scale for words, or for letters
 */
export type Vector = Bag & {
  readonly values: Float32Array;
  readonly wordScale: number;
  readonly letterScale: number;
};

/** What is said again counts, but not as much as the first time. */
export const howOften = (count: number): number => (count === 1 ? 1 : 1 + Math.log(count));

/**
 * Training sentences turned inside out: for each feature, the sentences that have it, in order. One pass over a
 * query's features gives its similarity to every sentence at once. A sentence's value of a feature is how often it
 * has it x the feature's weight x the sentence's scale, so that only who has it is kept, in two bytes.
 */
export type Postings = {
  readonly once: Entries;
  /** Those that have the feature more than once, and how often. */
  readonly often: Entries & { readonly counts: Uint16Array };
  /** By sentence. */
  readonly wordScales: Float64Array;
  readonly letterScales: Float64Array;
};

/** Entries of feature f are at starts[f] .. starts[f + 1]. */
type Entries = { readonly starts: Int32Array; readonly sentenceOf: Ids };

/** What is looked for: so many features, those of words first, each with its value x the feature's weight. */
export type Query = {
  readonly ids: Int32Array;
  readonly parts: Float64Array;
  readonly count: number;
  readonly wordCount: number;
};

export function queryOf(
  { ids, wordCount, values }: Pick<Vector, "ids" | "wordCount" | "values">,
  weightOf: (feature: number) => number,
): Query {
  const parts = new Float64Array(ids.length);
  for (let i = 0; i < ids.length; i++) parts[i] = (values[i] ?? 0) * weightOf(ids[i] ?? 0);
  return { ids, parts, count: ids.length, wordCount };
}

/** Cost: four passes over all features of all sentences. */
export function buildPostings(vectors: readonly Vector[], features: number): Postings {
  const { counts: _, ...once } = gather(vectors, features, false);
  return {
    once,
    often: gather(vectors, features, true),
    wordScales: Float64Array.from(vectors, ({ wordScale }) => wordScale),
    letterScales: Float64Array.from(vectors, ({ letterScale }) => letterScale),
  };
}

function gather(vectors: readonly Vector[], features: number, isOften: boolean): Postings["often"] {
  const starts = new Int32Array(features + 1);
  for (const { ids, counts } of vectors)
    for (let i = 0; i < ids.length; i++)
      if ((counts[i] ?? 0) > 1 === isOften) {
        const id = ids[i] ?? 0;
        starts[id + 1] = (starts[id + 1] ?? 0) + 1;
      }
  const total = startsOf(starts)[features] ?? 0;
  const sentenceOf = idsBelow(vectors.length, total);
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

export type Similarities = {
  /**
   * The products of a query with the sentences that share something with it, in arrays that the next call uses again.
   * Cost: the length of the posting lists of the query's features
   */
  near(query: Query): Near;
  /** The same with every sentence, in an array that the next call uses again. */
  all(query: Query): Float64Array;
  /**
   * The sentence of from .. to that is most like a query; -1 where none shares anything with it.
   * Cost: for each feature a binary search, and its entries there
   */
  nearest(query: Query, from: number, to: number): Nearest;
};
/** So many sentences, in their order. */
export type Near = {
  readonly count: number;
  readonly sentences: Int32Array;
  readonly products: Float64Array;
};
export type Nearest = { readonly sentence: number; readonly likeness: number };

export function similaritiesBy({ once, often, wordScales, letterScales }: Postings): Similarities {
  const size = wordScales.length;
  /** By sentence; nothing but zeros between two calls. */
  const words = new Float64Array(size);
  const letters = new Float64Array(size);
  /** A bit for each sentence that shares something with the query. */
  const shares = new Int32Array((size >> 5) + 1);
  const near = { sentences: new Int32Array(size), products: new Float64Array(size) };
  const products = new Float64Array(size);
  // Narrow, as the values of vectors are.
  const factors = Float32Array.from(
    { length: 1 + often.counts.reduce((most, count) => Math.max(most, count), 0) },
    (_, count) => howOften(count),
  );

  /** Adds what a feature gives to each sentence from `from` on that has it: the last ones stand at the end. */
  function addToLast(sums: Float64Array, feature: number, part: number, from: number): void {
    const { sentenceOf } = once;
    let start = once.starts[feature] ?? 0;
    for (let at = (once.starts[feature + 1] ?? 0) - 1; at >= start; at--) {
      const sentence = sentenceOf[at] ?? 0;
      if (sentence < from) break;
      sums[sentence] = (sums[sentence] ?? 0) + part;
    }
    start = often.starts[feature] ?? 0;
    for (let at = (often.starts[feature + 1] ?? 0) - 1; at >= start; at--) {
      const sentence = often.sentenceOf[at] ?? 0;
      if (sentence < from) break;
      sums[sentence] = (sums[sentence] ?? 0) + part * (factors[often.counts[at] ?? 0] ?? 0);
    }
  }

  /** Adds what a feature gives to each sentence of from .. to that has it. */
  function add(sums: Float64Array, feature: number, part: number, from: number, to: number): void {
    const { sentenceOf } = once;
    let end = once.starts[feature + 1] ?? 0;
    for (let at = firstOf(once, feature, from); at < end; at++) {
      const sentence = sentenceOf[at] ?? 0;
      if (sentence >= to) break;
      sums[sentence] = (sums[sentence] ?? 0) + part;
    }
    end = often.starts[feature + 1] ?? 0;
    for (let at = firstOf(often, feature, from); at < end; at++) {
      const sentence = often.sentenceOf[at] ?? 0;
      if (sentence >= to) break;
      sums[sentence] = (sums[sentence] ?? 0) + part * (factors[often.counts[at] ?? 0] ?? 0);
    }
  }

  /** The same for all sentences, with a bit for each. */
  function addEverywhere(sums: Float64Array, feature: number, part: number): void {
    const { sentenceOf } = once;
    let end = once.starts[feature + 1] ?? 0;
    for (let at = once.starts[feature] ?? 0; at < end; at++) {
      const sentence = sentenceOf[at] ?? 0;
      sums[sentence] = (sums[sentence] ?? 0) + part;
      shares[sentence >> 5] = (shares[sentence >> 5] ?? 0) | (1 << (sentence & 31));
    }
    end = often.starts[feature + 1] ?? 0;
    for (let at = often.starts[feature] ?? 0; at < end; at++) {
      const sentence = often.sentenceOf[at] ?? 0;
      sums[sentence] = (sums[sentence] ?? 0) + part * (factors[often.counts[at] ?? 0] ?? 0);
      shares[sentence >> 5] = (shares[sentence >> 5] ?? 0) | (1 << (sentence & 31));
    }
  }

  /** The product with a sentence, of which nothing stays. */
  function takeProduct(sentence: number): number {
    const word = words[sentence] ?? 0;
    const letter = letters[sentence] ?? 0;
    words[sentence] = 0;
    letters[sentence] = 0;
    // Most sentences share nothing with what is left of a query.
    return word === 0 && letter === 0
      ? 0
      : word * (wordScales[sentence] ?? 0) + letter * (letterScales[sentence] ?? 0);
  }

  function nearTo({ ids, parts, count: features, wordCount }: Query): Near {
    for (let i = 0; i < features; i++)
      addEverywhere(i < wordCount ? words : letters, ids[i] ?? 0, parts[i] ?? 0);
    let count = 0;
    for (let block = 0; block < shares.length; block++) {
      let bits = shares[block] ?? 0;
      shares[block] = 0;
      while (bits !== 0) {
        const sentence = (block << 5) + 31 - Math.clz32(bits & -bits);
        bits &= bits - 1;
        const product = takeProduct(sentence);
        if (product === 0) continue;
        near.sentences[count] = sentence;
        near.products[count++] = product;
      }
    }
    return { ...near, count };
  }

  return {
    near: nearTo,
    all(query) {
      const { count, sentences, products: found } = nearTo(query);
      products.fill(0);
      for (let i = 0; i < count; i++) products[sentences[i] ?? 0] = found[i] ?? 0;
      return products;
    },
    nearest({ ids, parts, count, wordCount }, from, to) {
      let sentence = -1;
      let likeness = 0;
      if (from === to) return { sentence, likeness };
      for (let i = 0; i < count; i++) {
        const sums = i < wordCount ? words : letters;
        if (to === size) addToLast(sums, ids[i] ?? 0, parts[i] ?? 0, from);
        else add(sums, ids[i] ?? 0, parts[i] ?? 0, from, to);
      }
      for (let at = from; at < to; at++) {
        const product = takeProduct(at);
        if (product <= likeness) continue;
        sentence = at;
        likeness = product;
      }
      return { sentence, likeness };
    },
  };
}

/** The place of a feature's first entry from a sentence on. */
function firstOf({ starts, sentenceOf }: Entries, feature: number, from: number): number {
  const start = starts[feature] ?? 0;
  return from === 0 ? start : placeFrom(sentenceOf, from, start, starts[feature + 1] ?? 0);
}
