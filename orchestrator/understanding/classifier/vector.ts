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
