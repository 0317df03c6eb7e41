import type { GoalModel } from "../goal-model.ts";

/** How likely a sentence asks for a goal. */
export type GoalGuess = {
  readonly goal: GoalModel;
  /** Calibrated: of decisions with this confidence, this share is right. */
  readonly confidence: number;
  /** Of all goals' scores. */
  readonly share: number;
  /** The training sentence of the goal that is most like it, and how much. */
  nearest(): { readonly text: string; readonly likeness: number } | undefined;
  /** The goal's own machine takes the sentence for a stranger, and no goal stands out. */
  readonly unlikely: boolean;
  /** Why the sentence may be for something that is not there, as a sentence; undefined where nothing says so. */
  readonly strange: string | undefined;
};
