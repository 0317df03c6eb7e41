import { type DualModel, NEGATIVE_COST } from "./train.ts";
import type { TrainingSentence } from "./training-sentence.ts";

/** So many sentences of others may score higher: a few examples are labelled wrongly. */
const FORGIVEN = 5;
/** Where a goal's machine is troubled by no one: a typical other's score. */
const UNTROUBLED = -1;

/**
 * By goal: the score that the hardest sentences of others reach with its machine when they are left out.
 * Near siblings reach high, so that a goal that has them needs a higher score to be told from them.
 * A sentence on the wrong side of its margin has the score `coefficient / 2C - 1`; without it, its own part
 * (its coefficient times its likeness to itself, 1) is gone as well.
 * Cost: one pass over the coefficients
 */
export function negativeMargins(
  { goalOf, coefficientOf, starts }: DualModel,
  sentences: readonly TrainingSentence[],
  goalCount: number,
): Float64Array {
  /** By goal its hardest coefficients, the highest first; those beyond FORGIVEN are of no interest. */
  const hardest = new Float64Array(goalCount * (FORGIVEN + 1));
  for (const [at, { pseudo, background }] of sentences.entries()) {
    if (pseudo === true || background === true) continue;
    const end = starts[at + 1] ?? 0;
    for (let i = starts[at] ?? 0; i < end; i++) {
      const hard = -(coefficientOf[i] ?? 0);
      const first = (goalOf[i] ?? 0) * (FORGIVEN + 1);
      for (let place = first + FORGIVEN; place >= first; place--) {
        const other = hardest[place] ?? 0;
        if (hard <= other) break;
        if (place < first + FORGIVEN) hardest[place + 1] = other;
        hardest[place] = hard;
      }
    }
  }
  return Float64Array.from({ length: goalCount }, (_, goal) => {
    const coefficient = hardest[goal * (FORGIVEN + 1) + FORGIVEN] ?? 0;
    return UNTROUBLED + coefficient * (1 + 1 / (2 * NEGATIVE_COST));
  });
}
