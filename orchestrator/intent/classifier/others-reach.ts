import { type DualModel, NEGATIVE_COST } from "./train.ts";
import type { TrainingSentence } from "./training-sentence.ts";

/** So many sentences of others may score higher: a few examples are labelled wrongly. */
const FORGIVEN = 5;
/** Where a goal's machine is troubled by nobody: a typical other's score. */
const UNTROUBLED = -1;

/**
 * By goal: the score that the hardest sentences of others reach with its machine when they are left out.
 * Near siblings reach high, so that a goal that has them needs a higher score to be told from them.
 * A sentence on the wrong side of its margin has the score `coefficient / 2C - 1`; without it, its own part
 * (its coefficient times its likeness to itself, 1) is gone as well.
 * Cost: one pass over the coefficients
 */
export function othersReach(
  { goalOf, coefficientOf, starts }: DualModel,
  sentences: readonly TrainingSentence[],
  goalCount: number,
): Float64Array {
  const hardest: number[][] = Array.from({ length: goalCount }, () => []);
  sentences.forEach(({ pseudo, background }, at) => {
    if (pseudo === true || background === true) return;
    for (let i = starts[at] ?? 0; i < (starts[at + 1] ?? 0); i++) {
      const coefficient = coefficientOf[i] ?? 0;
      if (coefficient < 0) hardest[goalOf[i] ?? 0]?.push(-coefficient);
    }
  });
  return Float64Array.from(hardest, (coefficients) => {
    const coefficient = coefficients.sort((a, b) => b - a)[FORGIVEN] ?? 0;
    return UNTROUBLED + coefficient * (1 + 1 / (2 * NEGATIVE_COST));
  });
}
