import { parseExample } from "#shared/contracts/annotated-example.ts";
import { confidenceOf } from "../classifier/confidence.ts";
import { bestGoal } from "../classifier/signals.ts";
import type { ConfidenceModel } from "../classifier/training.ts";
import { NO_GOAL } from "../classifier/training-sentence.ts";
import { textsOf, trainingSet, type WrittenSentence } from "../classifier/training-set.ts";
import type { GoalModel } from "../goal-model.ts";

/** The vectors of training sentences, one after the other, and whose each is: a goal's place, or NO_GOAL. */
export type SentenceVectors = {
  readonly values: Float32Array;
  readonly goals: Int32Array;
  readonly goalCount: number;
};

/** How like a sentence is to those of each goal, and to the nearest that is none's: cosines. */
type Likeness = { readonly ofGoals: Float64Array; readonly outside: number };

/** What nothing is like. */
const UNLIKE = -1;

/**
 * A goal is as like as the mean of its two nearest sentences: one alone may be a chance.
 * Shape: `counts` says which sentences are looked at
 * Cost:  sentences x dimensions; 4,000 x 384 in 2 ms
 */
export function likenessOf(
  { values, goals, goalCount }: SentenceVectors,
  vector: Float32Array,
  counts: (at: number) => boolean = () => true,
): Likeness {
  const size = vector.length;
  const nearest = new Float64Array(goalCount).fill(UNLIKE);
  const second = new Float64Array(goalCount).fill(UNLIKE);
  let outside = UNLIKE;
  for (let at = 0; at < goals.length; at++) {
    if (!counts(at)) continue;
    const from = at * size;
    let cosine = 0;
    for (let i = 0; i < size; i++) cosine += (values[from + i] ?? 0) * (vector[i] ?? 0);
    const goal = goals[at] ?? NO_GOAL;
    if (goal === NO_GOAL) outside = Math.max(outside, cosine);
    else if (cosine > (nearest[goal] ?? UNLIKE)) {
      second[goal] = nearest[goal] ?? UNLIKE;
      nearest[goal] = cosine;
    } else if (cosine > (second[goal] ?? UNLIKE)) second[goal] = cosine;
  }
  const ofGoals = nearest.map((near, goal) => {
    const next = second[goal] ?? UNLIKE;
    return next === UNLIKE ? near : (near + next) / 2;
  });
  return { ofGoals, outside };
}

/** What the words alone say of a goal: its place, and how certain it is. */
export type ByWords = { readonly goal: number; readonly confidence: number };

/**
 * What a decision by meaning is judged by, in this order.
 * likeness       of the sentence to the goal's own
 * lead           over the best other goal
 * above_outside  over the nearest sentence that belongs to no goal
 * words          log-odds of the goal by its words alone
 * agree          the words alone would choose it too
 */
const SIGNALS = 5;
/** A goal that the words alone do not even list. */
const UNLISTED = 0.01;
const MOST_CERTAIN = 0.99;

/** The goal that a vector is most like, and what speaks for it; undefined where nothing is known of the sentence. */
export function decideByMeaning(
  vector: Float32Array,
  { ofGoals, outside }: Likeness,
  byWords: readonly ByWords[],
): { goal: number; signals: readonly number[] } | undefined {
  const goal = bestGoal(ofGoals);
  if (goal < 0 || vector.every((value) => value === 0)) return undefined;
  const like = ofGoals[goal] ?? 0;
  const other = bestGoal(ofGoals, goal);
  const known = byWords.find((each) => each.goal === goal)?.confidence ?? UNLISTED;
  const certain = Math.min(MOST_CERTAIN, Math.max(UNLISTED, known));
  const signals = [
    like,
    like - (other < 0 ? 0 : (ofGoals[other] ?? 0)),
    like - Math.max(0, outside),
    Math.log(certain / (1 - certain)),
    byWords[0]?.goal === goal ? 1 : 0,
  ];
  return { goal, signals };
}

/** Sentences by what they mean, for one catalogue. */
export type MeaningModel = {
  readonly vectors: SentenceVectors;
  /** By fitMeaning. */
  readonly confidence: ConfidenceModel;
};

/** The likeliest goal of a sentence and how likely it is, with what the words alone say of the goals. */
export function readMeaning(
  { vectors, confidence }: MeaningModel,
  vector: Float32Array,
  byWords: readonly ByWords[],
): { goal: number; confidence: number; likeness: number } | undefined {
  const decided = decideByMeaning(vector, likenessOf(vectors, vector), byWords);
  return (
    decided && {
      goal: decided.goal,
      confidence: confidenceOf(confidence, decided.signals),
      likeness: decided.signals[0] ?? 0,
    }
  );
}

/** A model without an opinion, in the deviations of these decisions. */
export function neutralModel(
  decisions: readonly { signals: readonly number[] }[],
): ConfidenceModel {
  const count = Math.max(1, decisions.length);
  const columns = Array.from({ length: SIGNALS }, (_, at) =>
    decisions.map(({ signals }) => signals[at] ?? 0),
  );
  const means = columns.map((column) => column.reduce((sum, value) => sum + value, 0) / count);
  const deviations = columns.map((column, at) =>
    Math.sqrt(column.reduce((sum, value) => sum + (value - (means[at] ?? 0)) ** 2, 0) / count),
  );
  return { intercept: 0, weights: columns.map(() => 0), means, deviations };
}

/** A training sentence as it was written. */
type TextSentence = WrittenSentence & { readonly text: string };

/** Everything that the goals teach, in an order that the same goals always give. */
export function sentencesOf(goals: readonly GoalModel[]): TextSentence[] {
  const written = textsOf(goals).map((annotated) => parseExample(annotated).text);
  return trainingSet(goals).map((each) => ({ ...each, text: written[each.source] ?? "" }));
}

/** Shape: a vector for each sentence, in their order, all of one length */
export function sentenceVectors(
  sentences: readonly TextSentence[],
  goalCount: number,
  vectors: readonly Float32Array[],
): SentenceVectors {
  const size = vectors[0]?.length ?? 0;
  const values = new Float32Array(sentences.length * size);
  for (const [at, vector] of vectors.entries()) values.set(vector, at * size);
  return { values, goals: Int32Array.from(sentences, ({ goal }) => goal), goalCount };
}
