import { buildClassifier, type Classifier } from "./classifier.ts";
import type { Signals } from "./confidence.ts";
import { fitConfidence } from "./confidence.ts";
import { overviewOf, signalsOf } from "./signals.ts";
import { keyOf, madeUp } from "./train.ts";
import type { ConfidenceModel } from "./training.ts";
import { NO_GOAL, type TrainingSentence } from "./training-sentence.ts";

/** One decision about a training sentence that the classifier had not seen. */
export type HeldOutDecision = {
  readonly signals: Signals;
  readonly right: boolean;
  /** The sentence belongs to no goal that was there to be chosen. */
  readonly outside: boolean;
  /** The sentence's own, whether it was there or not. */
  readonly goal: number;
};

const FOLDS = 5;
/** Someone must be left to choose from. */
const FEWEST_GOALS_TO_LEAVE_OUT = 2;

/** A training sentence, and a classifier that has not seen it. */
export type HeldOut = {
  readonly at: number;
  readonly classifier: Classifier;
  /** The goals that the classifier knows, by its places of them. */
  readonly present: readonly number[];
  /** Whether the classifier was taught a sentence. */
  wasSeen(at: number): boolean;
  /** See HeldOutDecision. */
  readonly outside: boolean;
};

/** Decide about every training sentence with a classifier that has not seen it. Cost: as heldOut */
export const crossValidate = (
  sentences: readonly TrainingSentence[],
  goalCount: number,
): HeldOutDecision[] =>
  heldOut(sentences, goalCount, ({ at, classifier, present, outside }) => {
    const { words = [], goal = NO_GOAL } = sentences[at] ?? {};
    const reading = classifier.read(words);
    const overview = overviewOf(reading);
    const chosen = overview.first;
    const decided = present[chosen];
    if (decided === undefined) return undefined;
    const signals = signalsOf(classifier, reading, overview, chosen);
    return { signals, right: !outside && decided === goal, outside, goal };
  });

/**
 * What `decide` says of every training sentence before a classifier that has not seen it; undefined is left out. Each
 * fold also leaves out a fifth of the goals altogether, so that their sentences show what requests for something that
 * is not there look like.
 * Cost: five trainings
 */
export function heldOut<T>(
  sentences: readonly TrainingSentence[],
  goalCount: number,
  decide: (held: HeldOut) => T | undefined,
): T[] {
  const keys = sentences.map(({ words }) => keyOf(words));
  const fold = foldsOf(sentences, keys, goalCount);
  const goals = Array.from({ length: goalCount }, (_, goal) => goal);
  const goalFold = goalFoldsOf(sentences, keys, goalCount);
  const decisions: T[] = [];
  for (let turn = 0; turn < FOLDS; turn++) {
    const leaveOut = goalCount >= FEWEST_GOALS_TO_LEAVE_OUT;
    const absent = (goal: number) => leaveOut && goalFold[goal] === turn;
    const present = goals.filter((goal) => !absent(goal));
    const place = new Map(present.map((goal, at) => [goal, at]));
    const wasSeen = (at: number) => fold[at] !== turn && !absent(sentences[at]?.goal ?? NO_GOAL);
    const seen = sentences.flatMap((sentence, at) =>
      wasSeen(at) ? [{ ...sentence, goal: place.get(sentence.goal) ?? NO_GOAL }] : [],
    );
    const classifier = buildClassifier(seen, present.length);
    sentences.forEach(({ goal, pseudo, background }, at) => {
      const outside = goal === NO_GOAL || absent(goal);
      if (pseudo === true || background === true) return;
      if (fold[at] !== turn && !absent(goal)) return;
      const decision = decide({ at, classifier, present, wasSeen, outside });
      if (decision !== undefined) decisions.push(decision);
    });
  }
  return decisions;
}

/** Spreads each goal's sentences over the folds, by their keys; descriptions are always learnt from. */
function foldsOf(
  sentences: readonly TrainingSentence[],
  keys: readonly number[],
  goalCount: number,
): Int32Array {
  const fold = new Int32Array(sentences.length).fill(-1);
  const byGoal: number[][] = Array.from({ length: goalCount + 1 }, () => []);
  for (const [at, { goal, pseudo }] of sentences.entries())
    if (pseudo !== true) byGoal[goal === NO_GOAL ? goalCount : goal]?.push(at);
  for (const own of byGoal) inFolds(own, (at) => keys[at] ?? 0, fold);
  return fold;
}

/** Goals by the key of what they are called, or else of their first sentence. */
function goalFoldsOf(
  sentences: readonly TrainingSentence[],
  keys: readonly number[],
  goalCount: number,
): Int32Array {
  const keyOfGoal = new Float64Array(goalCount).fill(-1);
  for (const [at, { goal, pseudo }] of sentences.entries())
    if (goal !== NO_GOAL && (pseudo === true || keyOfGoal[goal] === -1))
      keyOfGoal[goal] = keys[at] ?? 0;
  const fold = new Int32Array(goalCount);
  const goals = Array.from({ length: goalCount }, (_, goal) => goal);
  inFolds(goals, (goal) => keyOfGoal[goal] ?? 0, fold);
  return fold;
}

/**
 * Equal shares, each of those whose keys are next to each other: one thing more moves few of the others. `fold` is
 * written by things.
 */
function inFolds(
  things: readonly number[],
  keyOf: (thing: number) => number,
  fold: Int32Array,
): void {
  things
    .toSorted((a, b) => keyOf(a) - keyOf(b) || a - b)
    .forEach((thing, place) => {
      fold[thing] = Math.floor((place * FOLDS) / things.length);
    });
}

/** How many rehearsed decisions the prior is worth. */
const PRIOR_WORTH = 2000;
/** The share of requests that confidences are for: those for something that is near, and that no goal is for. */
export const OUTSIDE_SHARE = 0.2;
/**
 * A rehearsal leaves out a fifth of the examples and of the goals, so that it is right less often than the whole
 * catalogue; and what acts is on average surer than the gate. Of all that acts at a gate, at least so much is right
 * when rehearsed log-odds are raised by this: chosen on whole corpora that the prior had not seen, at 5, 10 and 20
 * examples a goal alike.
 */
const SURER_WITH_ALL = 0.9;

/**
 * What a catalogue's own sentences teach about its confidences: nearer siblings make it more careful. The
 * result is plain data, which can be made in a process of its own and kept by the catalogue's digest.
 * Shape:  undefined where nothing shows what lies outside (few goals, no near misses): the prior stands
 * Cost:   about five times the training of the classifier; run it away from the request path
 */
export function calibrate(
  sentences: readonly TrainingSentence[],
  goalCount: number,
  prior: ConfidenceModel,
): ConfidenceModel | undefined {
  const rehearsals = crossValidate(sentences, goalCount);
  const said = Map.groupBy(rehearsals, ({ goal }) => goal);
  const usual = (rehearsals.length - (said.get(NO_GOAL)?.length ?? 0)) / goalCount;
  // Goals of few examples are no less often asked for than those of many.
  const outcomes = rehearsals.map((rehearsal) => ({
    ...rehearsal,
    weight: rehearsal.goal === NO_GOAL ? 1 : madeUp(said.get(rehearsal.goal)?.length ?? 0, usual),
  }));
  const weightOf = (away: boolean) =>
    outcomes.reduce((sum, { outside, weight }) => (outside === away ? sum + weight : sum), 0);
  const inside = weightOf(false);
  const outside = weightOf(true);
  if (outside === 0 || inside === 0) return undefined;
  const outsideWeight = (OUTSIDE_SHARE * inside) / ((1 - OUTSIDE_SHARE) * outside);
  for (const outcome of outcomes) if (outcome.outside) outcome.weight *= outsideWeight;
  const fitted = fitConfidence(outcomes, prior, PRIOR_WORTH);
  return { ...fitted, intercept: fitted.intercept + SURER_WITH_ALL };
}
