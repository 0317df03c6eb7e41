import type { Token } from "../../language/text.ts";

/** Index of the goal of sentences that belong to none. */
export const NO_GOAL = -1;

/** A sentence to learn from; `goal` is an index, or NO_GOAL for a near miss. */
export type TrainingSentence = {
  readonly words: readonly Token[];
  readonly goal: number;
  /** Those of the words that are the goal's own: not the words of a message that it carries. */
  readonly own?: readonly Token[];
  /** A name or description, not something anyone said. */
  readonly pseudo?: boolean;
  /** One of our own everyday sentences: it shows what lies outside and teaches no words. */
  readonly background?: boolean;
};
