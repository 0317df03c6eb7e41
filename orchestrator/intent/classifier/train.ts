import type { Vector } from "./features.ts";
import { addSimilarities, type Postings } from "./postings.ts";
import { randomFrom, shuffle } from "./random.ts";

/**
 * A linear classifier in its dual form: a goal's score is its bias plus, over the training
 * sentences, similarity x coefficient. Coefficients of sentence i are at starts[i] .. starts[i + 1].
 */
export type DualModel = {
  readonly biases: Float64Array;
  readonly starts: Int32Array;
  readonly goalOf: Int32Array;
  readonly coefficientOf: Float32Array;
};

const PASSES = 8;
const POSITIVE_COST = 1.5;
export const NEGATIVE_COST = 1;
/** Far negatives change nothing; a goal learns against its nearest ones. */
const FEWEST_NEGATIVES = 500;
const NEGATIVES_PER_GOAL_SIZE = 25;
const SETTLED = 0.2;

/**
 * One L2-loss support vector machine per goal against all others, by dual coordinate descent.
 * Cost:   goals x (sentences considered) x features of a sentence x passes; 150 goals of 10 examples in 0.4 s
 * Source: Hsieh et al., "A dual coordinate descent method for large-scale linear SVM", ICML 2008
 */
export function trainDualModel(
  vectors: readonly Vector[],
  labels: Int32Array,
  goalCount: number,
  postings: Postings,
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
  const rows = flatten(vectors);
  const weights = new Float64Array(postings.starts.length);
  const similarity = new Float64Array(count);
  const random = randomFrom(1);
  const biases = new Float64Array(goalCount);
  const kept: { goal: number; value: number }[][] = Array.from({ length: count }, () => []);
  for (let goal = 0; goal < goalCount; goal++) {
    const positives = byGoal[goal] ?? [];
    const chosen =
      count - positives.length <= mostNegatives
        ? vectors.map((_, sentence) => sentence)
        : [...positives, ...nearestOthers(positives, vectors, postings, similarity, mostNegatives)];
    const { alphas, bias } = descend(chosen, goal, rows, labels, weights, random);
    biases[goal] = bias;
    chosen.forEach((sentence, at) => {
      const alpha = alphas[at] ?? 0;
      if (alpha > 1e-6)
        kept[sentence]?.push({ goal, value: labels[sentence] === goal ? alpha : -alpha });
    });
  }
  return pack(kept, biases);
}

function nearestOthers(
  positives: readonly number[],
  vectors: readonly Vector[],
  postings: Postings,
  similarity: Float64Array,
  most: number,
): number[] {
  similarity.fill(0);
  for (const sentence of positives) {
    const vector = vectors[sentence];
    if (vector) addSimilarities(postings, vector, similarity);
  }
  const own = new Set(positives);
  const others: number[] = [];
  similarity.forEach((value, sentence) => {
    if (value > 0 && !own.has(sentence)) others.push(sentence);
  });
  return others.sort((a, b) => (similarity[b] ?? 0) - (similarity[a] ?? 0)).slice(0, most);
}

/** All vectors one after the other, so that they are read in a row; sentence i is at starts[i] .. starts[i + 1]. */
type Rows = {
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
  vectors.forEach((vector, sentence) => {
    ids.set(vector.ids, starts[sentence]);
    values.set(vector.values, starts[sentence]);
  });
  const squares = Float64Array.from(vectors, (vector) =>
    vector.values.reduce((sum, value) => sum + value * value, 1),
  );
  return { starts, ids, values, squares };
}

/** `weights` is shared so that it is allocated once. */
function descend(
  chosen: readonly number[],
  goal: number,
  { starts, ids, values, squares }: Rows,
  labels: Int32Array,
  weights: Float64Array,
  random: () => number,
): { alphas: Float64Array; bias: number } {
  const alphas = new Float64Array(chosen.length);
  const all = chosen.map((_, at) => at);
  let active = all.slice();
  let bias = 0;
  weights.fill(0);
  for (let pass = 0; pass < PASSES; pass++) {
    shuffle(active, random);
    let largest = 0;
    const still: number[] = [];
    for (const at of active) {
      const sentence = chosen[at] ?? 0;
      const start = starts[sentence] ?? 0;
      const end = starts[sentence + 1] ?? 0;
      const sign = labels[sentence] === goal ? 1 : -1;
      const slack = 0.5 / (sign > 0 ? POSITIVE_COST : NEGATIVE_COST);
      let score = bias;
      for (let i = start; i < end; i++) score += (weights[ids[i] ?? 0] ?? 0) * (values[i] ?? 0);
      const alpha = alphas[at] ?? 0;
      const gradient = sign * score - 1 + slack * alpha;
      if (alpha === 0 && gradient > 0.1) continue;
      still.push(at);
      const projected = alpha === 0 && gradient > 0 ? 0 : Math.abs(gradient);
      if (projected <= 1e-9) continue;
      largest = Math.max(largest, projected);
      const moved = Math.max(alpha - gradient / ((squares[sentence] ?? 1) + slack), 0);
      alphas[at] = moved;
      const change = (moved - alpha) * sign;
      if (change === 0) continue;
      for (let i = start; i < end; i++) {
        const id = ids[i] ?? 0;
        weights[id] = (weights[id] ?? 0) + change * (values[i] ?? 0);
      }
      bias += change;
    }
    // Every fourth pass looks at all sentences again, also at those that seemed settled.
    active = pass % 4 === 3 ? all.slice() : still;
    if (largest < SETTLED && pass > 2) break;
  }
  return { alphas, bias };
}

function pack(
  kept: readonly (readonly { goal: number; value: number }[])[],
  biases: Float64Array,
): DualModel {
  const total = kept.reduce((sum, each) => sum + each.length, 0);
  const starts = new Int32Array(kept.length + 1);
  const goalOf = new Int32Array(total);
  const coefficientOf = new Float32Array(total);
  let at = 0;
  kept.forEach((each, sentence) => {
    starts[sentence] = at;
    for (const { goal, value } of each) {
      goalOf[at] = goal;
      coefficientOf[at++] = value;
    }
  });
  starts[kept.length] = at;
  return { biases, starts, goalOf, coefficientOf };
}
