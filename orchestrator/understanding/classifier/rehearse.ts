import { buildClassifier } from "./classifier.ts";
import { randomFrom, shuffle } from "./random.ts";
import { overviewOf, type Signals, signalsOf } from "./signals.ts";
import { NO_GOAL, type TrainingSentence } from "./training-sentence.ts";

/** One decision about a training sentence that the classifier had not seen. */
export type Rehearsal = {
  readonly signals: Signals;
  readonly right: boolean;
  /** The sentence belongs to no goal that was there to be chosen. */
  readonly outside: boolean;
};

const FOLDS = 5;
/** With fewer goals than this, leaving some out would leave too little to choose from. */
const FEWEST_GOALS_TO_LEAVE_OUT = 4;

/**
 * Decide about every training sentence with a classifier that has not seen it. Each fold also leaves
 * out a fifth of the goals altogether, so that their sentences show what requests for something that
 * is not there look like.
 * Cost: five trainings
 */
export function rehearse(sentences: readonly TrainingSentence[], goalCount: number): Rehearsal[] {
  const random = randomFrom(11);
  const fold = foldsOf(sentences, goalCount, random);
  const goals = shuffle(
    Array.from({ length: goalCount }, (_, goal) => goal),
    random,
  );
  const goalFold = new Map(goals.map((goal, at) => [goal, at % FOLDS]));
  const rehearsals: Rehearsal[] = [];
  for (let turn = 0; turn < FOLDS; turn++) {
    const leaveOut = goalCount >= FEWEST_GOALS_TO_LEAVE_OUT;
    const absent = (goal: number) => leaveOut && goalFold.get(goal) === turn;
    const present = goals.filter((goal) => !absent(goal)).sort((a, b) => a - b);
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

/** Spreads each goal's sentences evenly over the folds; descriptions are always learnt from. */
function foldsOf(
  sentences: readonly TrainingSentence[],
  goalCount: number,
  random: () => number,
): Int32Array {
  const fold = new Int32Array(sentences.length).fill(-1);
  for (let goal = NO_GOAL; goal < goalCount; goal++) {
    const own: number[] = [];
    sentences.forEach((sentence, at) => {
      if (sentence.goal === goal && sentence.pseudo !== true) own.push(at);
    });
    shuffle(own, random).forEach((at, place) => {
      fold[at] = place % FOLDS;
    });
  }
  return fold;
}
