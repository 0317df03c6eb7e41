import type { Learnt } from "./classifier.ts";
import type { ConfidenceModel } from "./confidence.ts";
import type { Ids } from "./ids.ts";
import { confidencePrior } from "./prior.ts";

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

/** The confidence in something that was kept; undefined where there is none. */
export const confidenceIn = (kept: Training | undefined): ConfidenceModel | undefined =>
  kept?.confidence ? { ...confidencePrior, ...kept.confidence } : undefined;
