import { type Ids, idsBelow, startsOf } from "./ids.ts";
import type { Vector } from "./postings.ts";

/**
 * A linear classifier in its dual form: a goal's score is its bias plus, over the training
 * sentences, similarity x coefficient. Coefficients of sentence i are at starts[i] .. starts[i + 1].
 */
export type DualModel = {
  readonly biases: Float64Array;
  readonly starts: Int32Array;
  readonly goalOf: Ids;
  readonly coefficientOf: Float32Array;
};

const PASSES = 8;
const POSITIVE_COST = 1.5;
export const NEGATIVE_COST = 1;
/** A goal of few sentences is outvoted by those of many: each of its own costs up to so much more. */
const MOST_MADE_UP = 2;
const NEGATIVE_SLACK = 0.5 / NEGATIVE_COST;
/** Far negatives change nothing; a goal learns against its nearest ones. */
const FEWEST_NEGATIVES = 500;
const NEGATIVES_PER_GOAL_SIZE = 25;
const SETTLED = 0.2;
/** Weights of so many features stay near the processor while it goes through the sentences: a megabyte. */
const MOST_AT_HAND = 2 ** 17;

/**
 * One L2-loss support vector machine per goal against all others, by dual coordinate descent. `similarTo` says how
 * much each sentence is like all of some together. Sentences are gone through in the order of their `keys`, which
 * depend on nothing else: one sentence more leaves the others where they were.
 * Cost:   goals x (sentences considered) x features of a sentence x passes; 150 goals of 10 examples in 0.4 s
 * Source: Hsieh et al., "A dual coordinate descent method for large-scale linear SVM", ICML 2008
 */
export function trainDualModel(
  vectors: readonly Vector[],
  labels: Int32Array,
  goalCount: number,
  keys: ArrayLike<number>,
  similarTo: (positives: readonly Vector[]) => Float64Array,
): DualModel {
  const count = vectors.length;
  const byGoal: number[][] = Array.from({ length: goalCount }, () => []);
  labels.forEach((goal, sentence) => {
    byGoal[goal]?.push(sentence);
  });
  const mostNegatives = Math.max(
    FEWEST_NEGATIVES,
    Math.round((count / Math.max(1, goalCount)) * NEGATIVES_PER_GOAL_SIZE),
  );
  const usual = byGoal.flat().length / goalCount;
  const rows = flatten(vectors);
  const everyone = vectors.map((_, sentence) => sentence);
  const inTurn = turnsBy(keys);
  const isWide = rows.features > MOST_AT_HAND;
  const narrow = narrower(rows.features);
  const biases = new Float64Array(goalCount);
  const kept: Coefficients = { sentences: [], goals: [], values: [] };
  for (let goal = 0; goal < goalCount; goal++) {
    const positives = byGoal[goal] ?? [];
    const isFew = count - positives.length <= mostNegatives;
    const chosen = isFew
      ? everyone
      : [...positives, ...nearestOthers(positives, vectors, similarTo, mostNegatives)];
    const signs = Int8Array.from(chosen, (sentence) => (labels[sentence] === goal ? 1 : -1));
    const order = inTurn(chosen);
    const made = Math.min(MOST_MADE_UP, madeUp(positives.length, usual));
    const slack = 0.5 / (POSITIVE_COST * made);
    const { alphas, bias } =
      isFew || !isWide
        ? descend(rows, chosen, signs, slack, order)
        : descend(narrow(rows, chosen), everyone, signs, slack, order);
    biases[goal] = bias;
    for (const [at, sentence] of chosen.entries()) {
      const alpha = alphas[at] ?? 0;
      if (alpha <= 1e-6) continue;
      kept.sentences.push(sentence);
      kept.goals.push(goal);
      kept.values.push(alpha * (signs[at] ?? 0));
    }
  }
  return pack(kept, count, biases);
}

/** How much more each sentence counts where there are less than half as many as is usual: 1 or more. */
export const madeUp = (own: number, usual: number): number =>
  Math.max(1, usual / (2 * Math.max(1, own)));

/**
 * The order in which some of all sentences are gone through, drawn for each pass by their keys alone.
 * Shape: of places in `chosen`
 */
function turnsBy(
  keys: ArrayLike<number>,
): (chosen: readonly number[]) => (places: readonly number[], pass: number) => number[] {
  const ranks = Array.from({ length: PASSES }, (_, pass) => {
    const drawn = Float64Array.from(keys, (key) => mixed(key + pass));
    const order = Array.from(keys, (_key, at) => at).sort(
      (a, b) => (drawn[a] ?? 0) - (drawn[b] ?? 0) || a - b,
    );
    const rank = new Int32Array(keys.length);
    order.forEach((sentence, at) => {
      rank[sentence] = at;
    });
    return rank;
  });
  const placeOf = new Int32Array(keys.length);
  return (chosen) => (places, pass) => {
    const rankOf = ranks[pass] ?? placeOf;
    const own = new Int32Array(places.length);
    for (let at = 0; at < places.length; at++) {
      const place = places[at] ?? 0;
      const rank = rankOf[chosen[place] ?? 0] ?? 0;
      placeOf[rank] = place;
      own[at] = rank;
    }
    own.sort();
    const inOrder: number[] = [];
    for (let at = 0; at < own.length; at++) inOrder.push(placeOf[own[at] ?? 0] ?? 0);
    return inOrder;
  };
}

function nearestOthers(
  positives: readonly number[],
  vectors: readonly Vector[],
  similarTo: (positives: readonly Vector[]) => Float64Array,
  most: number,
): number[] {
  const similarity = similarTo(positives.flatMap((at) => vectors[at] ?? []));
  for (const sentence of positives) similarity[sentence] = 0;
  const least = Math.max(similarity.toSorted().at(-most) ?? 0, Number.MIN_VALUE);
  const nearer: number[] = [];
  const justAsNear: number[] = [];
  for (let sentence = 0; sentence < similarity.length; sentence++) {
    const near = similarity[sentence] ?? 0;
    if (near >= least) (near > least ? nearer : justAsNear).push(sentence);
  }
  return [...nearer, ...justAsNear.slice(0, most - nearer.length)];
}

/** One vector for all of them: what they share is looked up once. */
export function sumOf(vectors: readonly Vector[]): Pick<Vector, "ids" | "values" | "wordCount"> {
  const words = new Map<number, number>();
  const letters = new Map<number, number>();
  for (const { ids, values, wordCount } of vectors)
    for (let i = 0; i < ids.length; i++) {
      const sums = i < wordCount ? words : letters;
      const id = ids[i] ?? 0;
      sums.set(id, (sums.get(id) ?? 0) + (values[i] ?? 0));
    }
  return {
    ids: Int32Array.from([...words.keys(), ...letters.keys()]),
    values: Float32Array.from([...words.values(), ...letters.values()]),
    wordCount: words.size,
  };
}

/** Vectors one after the other, so that they are read in a row; sentence i is at starts[i] .. starts[i + 1]. */
type Rows = {
  readonly features: number;
  readonly starts: Int32Array;
  readonly ids: Int32Array;
  readonly values: Float32Array;
  /** The square of each sentence's length, with its bias. */
  readonly squares: Float64Array;
};

function flatten(vectors: readonly Vector[]): Rows {
  const starts = new Int32Array(vectors.length + 1);
  vectors.forEach(({ ids }, sentence) => {
    starts[sentence + 1] = (starts[sentence] ?? 0) + ids.length;
  });
  const total = starts[vectors.length] ?? 0;
  const ids = new Int32Array(total);
  const values = new Float32Array(total);
  let features = 0;
  vectors.forEach((vector, sentence) => {
    ids.set(vector.ids, starts[sentence]);
    values.set(vector.values, starts[sentence]);
    for (let i = 0; i < vector.ids.length; i++)
      features = Math.max(features, 1 + (vector.ids[i] ?? 0));
  });
  const squares = Float64Array.from(vectors, (vector) =>
    vector.values.reduce((sum, value) => sum + value * value, 1),
  );
  return { features, starts, ids, values, squares };
}

/** Cuts some of the sentences out, with features numbered again: few enough that the processor has them at hand. */
function narrower(features: number): (rows: Rows, chosen: readonly number[]) => Rows {
  /** By feature, one more than its new number; 0: it has none. */
  const numbers = new Int32Array(features);
  return (rows, chosen) => {
    const starts = new Int32Array(chosen.length + 1);
    for (const [at, sentence] of chosen.entries())
      starts[at + 1] =
        (starts[at] ?? 0) + (rows.starts[sentence + 1] ?? 0) - (rows.starts[sentence] ?? 0);
    const ids = new Int32Array(starts[chosen.length] ?? 0);
    const values = new Float32Array(ids.length);
    const numbered: number[] = [];
    for (const [at, sentence] of chosen.entries()) {
      let to = starts[at] ?? 0;
      const end = rows.starts[sentence + 1] ?? 0;
      for (let i = rows.starts[sentence] ?? 0; i < end; i++) {
        const id = rows.ids[i] ?? 0;
        let number = numbers[id] ?? 0;
        if (number === 0) {
          number = numbered.push(id);
          numbers[id] = number;
        }
        ids[to] = number - 1;
        values[to++] = rows.values[i] ?? 0;
      }
    }
    for (const id of numbered) numbers[id] = 0;
    const squares = Float64Array.from(chosen, (sentence) => rows.squares[sentence] ?? 1);
    return { features: numbered.length, starts, ids, values, squares };
  };
}

/** What the weights make of a row, on top of `bias`. */
function scoreOf({ starts, ids, values }: Rows, row: number, weights: Float64Array, bias: number) {
  const end = starts[row + 1] ?? 0;
  let score = bias;
  for (let i = starts[row] ?? 0; i < end; i++)
    score += (weights[ids[i] ?? 0] ?? 0) * (values[i] ?? 0);
  return score;
}

/** Moves the weights by so much of a row. */
function addRow({ starts, ids, values }: Rows, row: number, weights: Float64Array, change: number) {
  const end = starts[row + 1] ?? 0;
  for (let i = starts[row] ?? 0; i < end; i++) {
    const id = ids[i] ?? 0;
    weights[id] = (weights[id] ?? 0) + change * (values[i] ?? 0);
  }
}

/** `chosen` gives the row of each sign. */
function descend(
  rows: Rows,
  chosen: readonly number[],
  signs: Int8Array,
  positiveSlack: number,
  inOrder: (active: number[], pass: number) => number[],
): { alphas: Float64Array; bias: number } {
  const weights = new Float64Array(rows.features);
  const alphas = new Float64Array(signs.length);
  const all = Array.from(signs, (_, at) => at);
  let active = all;
  let bias = 0;
  for (let pass = 0; pass < PASSES; pass++) {
    active = inOrder(active, pass);
    let largest = 0;
    const still: number[] = [];
    for (const at of active) {
      const row = chosen[at] ?? 0;
      const sign = signs[at] ?? 1;
      const slack = sign > 0 ? positiveSlack : NEGATIVE_SLACK;
      const alpha = alphas[at] ?? 0;
      const gradient = sign * scoreOf(rows, row, weights, bias) - 1 + slack * alpha;
      if (alpha === 0 && gradient > 0.1) continue;
      still.push(at);
      const projected = alpha === 0 ? Math.max(0, -gradient) : Math.abs(gradient);
      if (projected <= 1e-9) continue;
      largest = Math.max(largest, projected);
      const moved = Math.max(alpha - gradient / ((rows.squares[row] ?? 1) + slack), 0);
      alphas[at] = moved;
      const change = (moved - alpha) * sign;
      if (change === 0) continue;
      addRow(rows, row, weights, change);
      bias += change;
    }
    // Every fourth pass looks at all sentences again, also at those that seemed settled.
    active = pass % 4 === 3 ? all : still;
    if (largest < SETTLED && pass > 2) break;
  }
  return { alphas, bias };
}

/** In the order of goals. */
type Coefficients = { sentences: number[]; goals: number[]; values: number[] };

function pack(kept: Coefficients, count: number, biases: Float64Array): DualModel {
  const starts = new Int32Array(count + 1);
  for (const sentence of kept.sentences) starts[sentence + 1] = (starts[sentence + 1] ?? 0) + 1;
  startsOf(starts);
  const goalOf = idsBelow(biases.length, kept.goals.length);
  const coefficientOf = new Float32Array(kept.goals.length);
  const next = starts.slice();
  for (const [i, sentence] of kept.sentences.entries()) {
    const at = next[sentence] ?? 0;
    next[sentence] = at + 1;
    goalOf[at] = kept.goals[i] ?? 0;
    coefficientOf[at] = kept.values[i] ?? 0;
  }
  return { biases, starts, goalOf, coefficientOf };
}

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;
const BETWEEN_WORDS = 0x20;

/**
 * A number that looks drawn, and is the same for the same words wherever they stand: what is drawn by it does not
 * change for one sentence because another one came or went.
 * Shape:  0 to 2^32 - 1
 * Source: FNV-1a
 */
export function keyOf(words: readonly { readonly word: string }[]): number {
  let hash = OFFSET;
  for (const { word } of words) {
    for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), PRIME);
    hash = Math.imul(hash ^ BETWEEN_WORDS, PRIME);
  }
  return mixed(hash);
}

/** Another number of as many bits, to which each of the given ones counts. Source: the last step of MurmurHash3 */
function mixed(key: number): number {
  let hash = key ^ (key >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
