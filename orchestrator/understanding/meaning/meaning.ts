import { confidenceOf } from "../classifier/confidence.ts";
import { bestGoal } from "../classifier/signals.ts";
import type { ConfidenceModel } from "../classifier/training.ts";
import { type Likeness, likenessOf, type SentenceVectors } from "./likeness.ts";

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
