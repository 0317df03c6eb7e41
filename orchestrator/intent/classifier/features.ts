import { shapeOf, type Token } from "../text.ts";

/** A sentence as numbers: feature ids with their weights, of length 1 as a whole. */
export type Vector = { readonly ids: Int32Array; readonly values: Float32Array };

/** Letters weigh a little more than words: they survive typos, inflection and compounds. */
const LETTER_WEIGHT = 1.3;
/** Rare features count more, but less steeply than the usual idf. */
const IDF_POWER = 0.6;
const SHORTEST_GRAM = 2;
const LONGEST_GRAM = 5;
/** Letters beyond these tell nothing more. */
const LONGEST_WORD = 40;

/** Kinds of word feature; each is a number of its own so that a key fits in a double. */
const SINGLE = 0;
const PAIR = 1;
const SKIP = 2;
const FIRST = 3;
const LAST = 4;
const OPENING = 5;
const ID_SPAN = 2 ** 21;
const keyOf = (kind: number, left: number, right: number): number =>
  (kind * ID_SPAN + left) * ID_SPAN + right;

/**
 * The features of a set of training sentences, and how to turn any sentence into a Vector of them.
 * Words: single, pairs, pairs with one word between, and the edges of the sentence.
 * Letters: runs of 2 to 5 inside each word with its boundaries.
 */
export type FeatureSpace = {
  readonly size: number;
  /** The id of a word that some training sentence has. */
  wordId(word: string): number | undefined;
  /** How much a word tells: log-idf over the training sentences, highest for words nobody used. */
  rarityOf(wordId: number | undefined): number;
  /** Features that no training sentence has are left out. Cost: about 15 us for ten words */
  vectorOf(sentence: readonly Token[]): Vector;
};

export function buildFeatureSpace(sentences: readonly (readonly Token[])[]): FeatureSpace {
  const wordIds = new Map<string, number>();
  const wordFeatures = new Map<number, number>();
  const gramFeatures = new Map<string, number>();
  /** Letter features of each known word, worked out once. */
  const gramsOfWord: Int32Array[] = [];
  /** How many sentences have each word, and each feature. */
  const sentencesWithWord: number[] = [];
  const sentencesWith: number[] = [];
  const size = () => wordFeatures.size + gramFeatures.size;

  function learn<K>(features: Map<K, number>, key: K): number {
    const known = features.get(key);
    if (known !== undefined) return known;
    const id = size();
    features.set(key, id);
    return id;
  }

  function learnWord({ word }: Token): number {
    const shape = shapeOf(word);
    const known = wordIds.get(shape);
    if (known !== undefined) return known;
    const id = wordIds.size;
    wordIds.set(shape, id);
    gramsOfWord[id] = Int32Array.from(gramsOf(shape), (gram) => learn(gramFeatures, gram));
    return id;
  }

  for (const sentence of sentences) {
    const words = sentence.map(learnWord);
    const features = new Set<number>();
    for (const key of wordKeys(words)) features.add(learn(wordFeatures, key));
    for (const word of new Set(words)) {
      sentencesWithWord[word] = (sentencesWithWord[word] ?? 0) + 1;
      for (const id of gramsOfWord[word] ?? []) features.add(id);
    }
    for (const id of features) sentencesWith[id] = (sentencesWith[id] ?? 0) + 1;
  }
  const rarity = (having: number) => Math.log((1 + sentences.length) / (1 + having)) + 1;
  const weights = Float64Array.from(
    { length: size() },
    (_, id) => rarity(sentencesWith[id] ?? 0) ** IDF_POWER,
  );

  /** Working space: how often each feature was seen in the sentence at hand; zero between calls. */
  const counts = new Uint16Array(size());

  function vectorOf(sentence: readonly Token[]): Vector {
    const shapes = sentence.map(({ word }) => shapeOf(word));
    const words = shapes.map((shape) => wordIds.get(shape) ?? -1);
    const seen: number[] = [];
    const count = (id: number | undefined) => {
      if (id === undefined) return;
      const before = counts[id] ?? 0;
      if (before === 0) seen.push(id);
      counts[id] = before + 1;
    };
    for (const key of wordKeys(words)) count(wordFeatures.get(key));
    const wordCount = seen.length;
    shapes.forEach((shape, at) => {
      const known = gramsOfWord[words[at] ?? -1];
      if (known !== undefined) for (const id of known) count(id);
      else for (const gram of gramsOf(shape)) count(gramFeatures.get(gram));
    });
    const vector = weigh(seen, wordCount, counts, weights);
    for (const id of seen) counts[id] = 0;
    return vector;
  }

  return {
    size: size(),
    wordId: (word) => wordIds.get(shapeOf(word)),
    rarityOf: (id) => rarity(id === undefined ? 0 : (sentencesWithWord[id] ?? 0)),
    vectorOf,
  };
}

/** Counts to weights: sublinear, by rarity, words and letters each of length 1, then both together. */
function weigh(
  seen: readonly number[],
  wordCount: number,
  counts: Uint16Array,
  weights: Float64Array,
): Vector {
  const ids = Int32Array.from(seen);
  const values = new Float32Array(seen.length);
  let wordMass = 0;
  let letterMass = 0;
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0;
    const count = counts[id] ?? 1;
    const value = (count === 1 ? 1 : 1 + Math.log(count)) * (weights[id] ?? 0);
    values[at] = value;
    if (at < wordCount) wordMass += value * value;
    else letterMass += value * value;
  }
  const whole = Math.sqrt((wordMass > 0 ? 1 : 0) + (letterMass > 0 ? LETTER_WEIGHT ** 2 : 0));
  const wordScale = wordMass > 0 ? 1 / (Math.sqrt(wordMass) * whole) : 0;
  const letterScale = letterMass > 0 ? LETTER_WEIGHT / (Math.sqrt(letterMass) * whole) : 0;
  for (let at = 0; at < values.length; at++)
    values[at] = (values[at] ?? 0) * (at < wordCount ? wordScale : letterScale);
  return { ids, values };
}

/** Keys of a sentence's word features; -1 is a word nobody used, and has no features. */
function wordKeys(words: readonly number[]): number[] {
  const keys: number[] = [];
  const count = words.length;
  for (let at = 0; at < count; at++) {
    const word = words[at] ?? -1;
    if (word < 0) continue;
    keys.push(keyOf(SINGLE, word, 0));
    const next = words[at + 1] ?? -1;
    if (next >= 0) keys.push(keyOf(PAIR, word, next));
    const second = words[at + 2] ?? -1;
    if (second >= 0) keys.push(keyOf(SKIP, word, second));
    if (at === 0) {
      keys.push(keyOf(FIRST, word, 0));
      if (next >= 0) keys.push(keyOf(OPENING, word, next));
    }
    if (at === count - 1) keys.push(keyOf(LAST, word, 0));
  }
  return keys;
}

function gramsOf(shape: string): string[] {
  const bounded = `<${shape.slice(0, LONGEST_WORD)}>`;
  const grams: string[] = [];
  for (let length = SHORTEST_GRAM; length <= LONGEST_GRAM; length++)
    for (let at = 0; at + length <= bounded.length; at++)
      grams.push(bounded.slice(at, at + length));
  return grams;
}
