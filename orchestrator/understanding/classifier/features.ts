import { rememberTexts } from "../../language/remember-texts.ts";
import { shapeOf, type Token } from "../../language/text.ts";
import { type Ids, idsBelow } from "./ids.ts";
import { type Bag, howOften, type Vector } from "./postings.ts";
import { packTexts, type Texts, textIds } from "./text-ids.ts";

/** How much a thing tells that so many of the sentences have: log-idf, highest for what none of them has. */
export const rarityIn =
  (sentences: number): ((having: number) => number) =>
  (having) =>
    Math.log((1 + sentences) / (1 + having)) + 1;

/** Ids for numbers, in the order in which these were first met. */
export type NumberIds = {
  /** By id. */
  numbers(): Float64Array;
  /** The id of a number, a new one for a number that was not met before. */
  learn(key: number): number;
  /** -1 for a number that was never learnt. */
  find(key: number): number;
};

const LEAST_SLOTS = 1024;
/** Of the slots, at most so many are taken. */
const FULL = 0.75;

/**
 * A hash table of two typed arrays: a Map takes four times the memory, and the time of two collections.
 * Shape: keys are integers up to 2^53, negative ones as well; `known` have the first ids
 * Cost:  about 20 ns a look, and 13 to 19 bytes a number
 */
export function numberIds(known: Float64Array = new Float64Array()): NumberIds {
  let size = known.length;
  let keys = known;
  /** The id in each slot, one more than it is; 0: there is none. */
  let slots = new Int32Array(LEAST_SLOTS);
  while (slots.length * FULL < size) slots = new Int32Array(slots.length * 2);
  placeAll();

  /** Where a number is, or where it would be. */
  function slotOf(key: number): number {
    const mask = slots.length - 1;
    let slot = hashOf(key) & mask;
    for (let id = slots[slot] ?? 0; id !== 0 && keys[id - 1] !== key; id = slots[slot] ?? 0)
      slot = (slot + 1) & mask;
    return slot;
  }

  function placeAll(): void {
    for (let id = 0; id < size; id++) slots[slotOf(keys[id] ?? 0)] = id + 1;
  }

  function makeRoom(): void {
    const larger = new Float64Array(Math.max(LEAST_SLOTS * FULL, keys.length * 2));
    larger.set(keys);
    keys = larger;
    if (size < slots.length * FULL) return;
    slots = new Int32Array(slots.length * 2);
    placeAll();
  }

  return {
    numbers: () => keys.slice(0, size),
    find: (key) => (slots[slotOf(key)] ?? 0) - 1,
    learn(key) {
      if (size === keys.length) makeRoom();
      const slot = slotOf(key);
      const before = slots[slot] ?? 0;
      if (before !== 0) return before - 1;
      keys[size] = key;
      slots[slot] = ++size;
      return size - 1;
    },
  };
}

/** Both halves of a number, mixed. */
function hashOf(key: number): number {
  let mixed = Math.imul(key | 0, 0x85ebca6b) ^ Math.imul((key / 2 ** 32) | 0, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return mixed ^ (mixed >>> 13);
}

/** Letters weigh a little more than words: they survive typos, inflection and compounds. */
const LETTER_WEIGHT = 1.3;
/** Rare features count more, but less steeply than the usual idf. */
const IDF_POWER = 0.6;
const SHORTEST_GRAM = 2;
const LONGEST_GRAM = 5;
/** Letters beyond these tell nothing more. */
const LONGEST_WORD = 40;
/** Words whose letters are remembered: those of every sentence are among them. */
const MOST_WORDS = 1000;

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
 * The features of a set of training sentences: words, and features by their keys (word features from 0, letter
 * features below), each in the order of meeting, and how many sentences have each.
 * Words: single, pairs, pairs with one word between, and the edges of the sentence.
 * Letters: runs of 2 to 5 inside each word with its boundaries.
 */
export type Features = {
  readonly sentences: number;
  readonly words: Texts;
  readonly havingWord: Ids;
  readonly keys: Float64Array;
  readonly having: Ids;
};

/** How to turn any sentence into a Vector of features. */
export type FeatureSpace = {
  /** How much a feature weighs: how rare it is among the training sentences. */
  weightOf(feature: number): number;
  /** Is it a feature of words, or of letters? */
  isOfWords(feature: number): boolean;
  /** The number of a word that some training sentence has, else -1. */
  wordId(word: string): number;
  /** How much a word tells: log-idf over the training sentences, highest for words no one used. */
  rarityOf(wordId: number): number;
  /** Features that no training sentence has are left out. Cost: about 15 us for ten words */
  vectorOf(sentence: readonly Token[]): Vector;
};

/** Features with the vectors of the sentences they were learnt from, in their order. */
export type LearntFeatures = { readonly features: Features; readonly vectors: readonly Vector[] };

export function learnFeatures(sentences: readonly (readonly Token[])[]): LearntFeatures {
  const wordIds = new Map<string, number>();
  const ids = numberIds();
  /** Letter features of each known word, worked out once while there is much to learn. */
  const gramsOfWord: (readonly number[])[] = [];
  /** How many sentences have each word, and each feature. */
  const sentencesWithWord: number[] = [];
  const sentencesWith: number[] = [];
  /** By word, the last sentence that had it: one that says it twice counts once. */
  const lastWith: number[] = [];

  function learnWord({ word }: Token): number {
    const shape = shapeOf(word);
    const known = wordIds.get(shape);
    if (known !== undefined) return known;
    const id = wordIds.size;
    wordIds.set(shape, id);
    gramsOfWord[id] = gramsOf(shape).map(ids.learn);
    return id;
  }

  const bagOf = featureCounter();
  const bags = sentences.map((sentence, at) => {
    const words = sentence.map(learnWord);
    const keys = wordKeys(words).map(ids.learn);
    const bag = bagOf(
      keys,
      words.map((word) => gramsOfWord[word] ?? []),
    );
    for (const word of words) {
      if (lastWith[word] === at) continue;
      lastWith[word] = at;
      sentencesWithWord[word] = (sentencesWithWord[word] ?? 0) + 1;
    }
    for (let i = 0; i < bag.ids.length; i++) {
      const id = bag.ids[i] ?? 0;
      sentencesWith[id] = (sentencesWith[id] ?? 0) + 1;
    }
    return bag;
  });
  const keys = ids.numbers();
  const counted = (counts: readonly number[], length: number): Ids => {
    const having = idsBelow(sentences.length + 1, length);
    for (let id = 0; id < length; id++) having[id] = counts[id] ?? 0;
    return having;
  };
  const features = {
    sentences: sentences.length,
    words: packTexts([...wordIds.keys()]),
    havingWord: counted(sentencesWithWord, wordIds.size),
    keys,
    having: counted(sentencesWith, keys.length),
  };
  const weightOf = weightsOf(features);
  return { features, vectors: bags.map((bag) => weigh(bag, weightOf)) };
}

/** A feature that as many sentences have weighs as much. */
function weightsOf({ sentences, having }: Features): (feature: number) => number {
  const rarity = rarityIn(sentences);
  const byHaving = new Float64Array(sentences + 1);
  for (let count = 0; count <= sentences; count++) byHaving[count] = rarity(count) ** IDF_POWER;
  return (feature) => byHaving[having[feature] ?? 0] ?? 0;
}

export function featureSpace(features: Features): FeatureSpace {
  const { sentences, words: texts, havingWord, keys } = features;
  const wordOf = textIds(texts);
  const wordId = (word: string) => wordOf(shapeOf(word));
  const ids = numberIds(keys);
  const weightOf = weightsOf(features);
  const rarity = rarityIn(sentences);
  const rarities = Float64Array.from(havingWord, rarity);
  const unknown = rarity(0);
  const bagOf = featureCounter();
  /** Keys become ids where they stand: no list is made twice. */
  const knownIn = (keys: number[]): number[] => {
    let count = 0;
    for (const key of keys) {
      const id = ids.find(key);
      if (id >= 0) keys[count++] = id;
    }
    keys.length = count;
    return keys;
  };
  const lettersOf = rememberTexts(MOST_WORDS, (shape) => knownIn(gramsOf(shape)));
  return {
    weightOf,
    isOfWords: (feature) => (keys[feature] ?? 0) >= 0,
    wordId,
    rarityOf: (id) => (id < 0 ? unknown : (rarities[id] ?? unknown)),
    vectorOf(sentence) {
      const shapes = sentence.map(({ word }) => shapeOf(word));
      const found = knownIn(wordKeys(shapes.map(wordOf)));
      return weigh(bagOf(found, shapes.map(lettersOf)), weightOf);
    },
  };
}

/** Counts features in a table by id that is kept between sentences, and grows with the ids. */
function featureCounter(): (
  words: readonly number[],
  letters: readonly (readonly number[])[],
) => Bag {
  let table = new Uint16Array(1024);
  return (words, letters) => {
    const seen: number[] = [];
    const count = (id: number) => {
      if (id >= table.length) {
        const larger = new Uint16Array(2 * id);
        larger.set(table);
        table = larger;
      }
      const before = table[id] ?? 0;
      if (before === 0) seen.push(id);
      table[id] = before + 1;
    };
    for (const id of words) count(id);
    const wordCount = seen.length;
    for (const ids of letters) for (let i = 0; i < ids.length; i++) count(ids[i] ?? 0);
    const ids = new Int32Array(seen);
    const counts = new Uint16Array(ids.length);
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? 0;
      counts[i] = table[id] ?? 0;
      table[id] = 0;
    }
    return { ids, counts, wordCount };
  };
}

/** Counts to values: sublinear, by rarity, words and letters each of length 1, then both together. */
function weigh(bag: Bag, weightOf: (feature: number) => number): Vector {
  const { ids, counts, wordCount } = bag;
  const values = new Float32Array(ids.length);
  let wordMass = 0;
  let letterMass = 0;
  for (let at = 0; at < ids.length; at++) {
    const value = howOften(counts[at] ?? 1) * weightOf(ids[at] ?? 0);
    values[at] = value;
    if (at < wordCount) wordMass += value * value;
    else letterMass += value * value;
  }
  const whole = Math.sqrt((wordMass > 0 ? 1 : 0) + (letterMass > 0 ? LETTER_WEIGHT ** 2 : 0));
  const wordScale = wordMass > 0 ? 1 / (Math.sqrt(wordMass) * whole) : 0;
  const letterScale = letterMass > 0 ? LETTER_WEIGHT / (Math.sqrt(letterMass) * whole) : 0;
  for (let at = 0; at < values.length; at++)
    values[at] = (values[at] ?? 0) * (at < wordCount ? wordScale : letterScale);
  return { ...bag, values, wordScale, letterScale };
}

/** Keys of a sentence's word features; -1 is a word no one used, and has no features. */
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

/** A letter takes this much of a run's key, so that five of them fit in a double. */
const LETTER_SPAN = 2 ** 10;

/** Keys of the runs of letters of a word; a few scripts share them, which does no harm. */
function gramsOf(shape: string): number[] {
  const bounded = `<${shape.slice(0, LONGEST_WORD)}>`;
  const grams: number[] = [];
  // A run is the run before it that is one shorter, and one letter more.
  let shorter = 0;
  for (let length = SHORTEST_GRAM; length <= LONGEST_GRAM; length++) {
    const from = grams.length;
    for (let at = 0; at + length <= bounded.length; at++) {
      const head = length === SHORTEST_GRAM ? -letterAt(bounded, at) : (grams[shorter + at] ?? 0);
      grams.push(head * LETTER_SPAN - letterAt(bounded, at + length - 1));
    }
    shorter = from;
  }
  return grams;
}

function letterAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < LETTER_SPAN ? code : 1 + (code % (LETTER_SPAN - 1));
}
