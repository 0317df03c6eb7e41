import { buildClassifier } from "./classifier.ts";
import type { Signals } from "./confidence.ts";
import { keyOf } from "./key-of.ts";
import { overviewOf, signalsOf } from "./signals.ts";
import { NO_GOAL, type TrainingSentence } from "./training-sentence.ts";

/** One decision about a training sentence that the classifier had not seen. */
export type HeldOutDecision = {
  readonly signals: Signals;
  readonly right: boolean;
  /** The sentence belongs to no goal that was there to be chosen. */
  readonly outside: boolean;
};

const FOLDS = 5;
/** Somebody must be left to choose from. */
const FEWEST_GOALS_TO_LEAVE_OUT = 2;

/**
 * Decide about every training sentence with a classifier that has not seen it. Each fold also leaves
 * out a fifth of the goals altogether, so that their sentences show what requests for something that
 * is not there look like.
 * Cost: five trainings
 */
export function crossValidate(
  sentences: readonly TrainingSentence[],
  goalCount: number,
): HeldOutDecision[] {
  const keys = sentences.map(({ words }) => keyOf(words));
  const fold = foldsOf(sentences, keys, goalCount);
  const goals = Array.from({ length: goalCount }, (_, goal) => goal);
  const goalFold = goalFoldsOf(sentences, keys, goalCount);
  const rehearsals: HeldOutDecision[] = [];
  for (let turn = 0; turn < FOLDS; turn++) {
    const leaveOut = goalCount >= FEWEST_GOALS_TO_LEAVE_OUT;
    const absent = (goal: number) => leaveOut && goalFold[goal] === turn;
    const present = goals.filter((goal) => !absent(goal));
    const place = new Map(present.map((goal, at) => [goal, at]));
    const seen = sentences.flatMap((sentence, at) =>
      absent(sentence.goal) || fold[at] === turn
        ? []
        : [{ ...sentence, goal: place.get(sentence.goal) ?? NO_GOAL }],
    );
    const classifier = buildClassifier(seen, present.length);
    sentences.forEach(({ words, goal, pseudo, background }, at) => {
      const outside = goal === NO_GOAL || absent(goal);
      if (pseudo === true || background === true) return;
      if (fold[at] !== turn && !absent(goal)) return;
      const reading = classifier.read(words);
      const overview = overviewOf(reading);
      const chosen = overview.first;
      const decided = present[chosen];
      if (decided === undefined) return;
      rehearsals.push({
        signals: signalsOf(classifier, reading, overview, chosen),
        right: !outside && decided === goal,
        outside,
      });
    });
  }
  return rehearsals;
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
