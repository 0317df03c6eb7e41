import type { ActionProfile } from "./action-profile.ts";
import type { Features } from "./features.ts";
import type { FrequentFeatures } from "./frequent-features.ts";
import type { GoalSets } from "./goal-sets.ts";
import type { Ids } from "./ids.ts";
import type { Postings } from "./postings.ts";
import type { Stems } from "./stem-use.ts";
import type { DualModel } from "./train.ts";

/**
 * What is learnt from training sentences, as plain data. They stand by their goals here, those of none at the end:
 * `sentences` says which one stands where, and goal g has those from goalStarts[g] up to goalStarts[g + 1].
 */
export type Learnt = {
  readonly sentences: Ids;
  readonly goalStarts: Int32Array;
  readonly features: Features;
  readonly stems: Stems;
  readonly goalsOfWords: GoalSets;
  readonly model: DualModel;
  readonly postings: Postings;
  readonly frequent: FrequentFeatures;
  readonly othersReach: Float64Array;
  /** What each goal's sentences ask for. */
  readonly heard: readonly ActionProfile[];
};

/**
 * How signals become the probability that a decision is right: a logistic model over the
 * standardised signals, in the order of signalNames.
 */
export type ConfidenceModel = {
  readonly intercept: number;
  readonly weights: readonly number[];
  readonly means: readonly number[];
  readonly deviations: readonly number[];
};

/** What was learnt from a catalogue, as plain data: given back, nothing of it is learnt again. */
export type Training = {
  /** Of the catalogue it was learnt from. */
  readonly digest: string;
  /** How its own sentences move the prior (calibrate.ts); null while that is not known. */
  readonly confidence: Pick<ConfidenceModel, "intercept" | "weights"> | null;
  /** Of each training sentence: which of the goals' texts it is (training-set.ts). */
  readonly texts: Ids;
  readonly learnt: Learnt;
};
