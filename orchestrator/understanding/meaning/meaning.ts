import { parseExample } from "#shared/contracts/annotated-example.ts";
import { confidenceOf, fitConfidence } from "../classifier/confidence.ts";
import { heldOut, OUTSIDE_SHARE } from "../classifier/cross-validate.ts";
import { highest } from "../classifier/goal-classifier.ts";
import { bestGoal, overviewOf, signalsOf } from "../classifier/signals.ts";
import type { ConfidenceModel } from "../classifier/training.ts";
import { NO_GOAL, type TrainingSentence } from "../classifier/training-sentence.ts";
import { textsOf, trainingSet, type WrittenSentence } from "../classifier/training-set.ts";
import type { GoalModel } from "../goal-model.ts";

/** The vectors of training sentences, one after the other, and whose each is: a goal's place, or NO_GOAL. */
type SentenceVectors = {
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
function likenessOf(
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
type ByWords = { readonly goal: number; readonly confidence: number };

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
function decideByMeaning(
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
function neutralModel(decisions: readonly { signals: readonly number[] }[]): ConfidenceModel {
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

/** So many goals the words alone list; see Understood.candidates. */
const LISTED = 5;
/** How many decisions having no opinion is worth. */
const NEUTRAL_WORTH = 100;
/** Fewer decisions of a kind teach nothing. */
const FEWEST = 20;

/**
 * How certain a decision by meaning is, learnt from the goals' own sentences: each is decided by words and vectors that do
 * not have it, with a fifth of the goals left out, as if one request in five were for something that is not there.
 * Shape:  `vectors` has a vector for each sentence, in their order; `confidence` is the words' own
 * Result: undefined where too little shows what lies outside, or what is right
 * Cost:   five trainings, and sentences squared x dimensions; for a process of its own
 */
export function fitMeaning(
  sentences: readonly TrainingSentence[],
  vectors: SentenceVectors,
  confidence: ConfidenceModel,
): ConfidenceModel | undefined {
  const size = vectors.values.length / Math.max(1, sentences.length);
  const decisions = heldOut(sentences, vectors.goalCount, (held) => {
    const sentence = sentences[held.at];
    const reading = held.classifier.read(sentence?.words ?? []);
    const overview = overviewOf(reading);
    const byWords = highest(reading.scores, LISTED).map((at): ByWords => {
      const signals = signalsOf(held.classifier, reading, overview, at);
      return { goal: held.present[at] ?? -1, confidence: confidenceOf(confidence, signals) };
    });
    const vector = vectors.values.subarray(held.at * size, (held.at + 1) * size);
    const decided = decideByMeaning(vector, likenessOf(vectors, vector, held.wasSeen), byWords);
    if (decided === undefined) return undefined;
    const right = !held.outside && decided.goal === sentence?.goal;
    return { signals: decided.signals, right, outside: held.outside };
  });
  const outside = decisions.filter((each) => each.outside).length;
  const inside = decisions.length - outside;
  if (outside < FEWEST || inside < FEWEST) return undefined;
  const outsideWeight = (OUTSIDE_SHARE * inside) / ((1 - OUTSIDE_SHARE) * outside);
  const outcomes = decisions.map(({ signals, right, outside: away }) => ({
    signals,
    right,
    weight: away ? outsideWeight : 1,
  }));
  return fitConfidence(outcomes, neutralModel(decisions), NEUTRAL_WORTH);
}
