import { signalNames } from "./signals.ts";
import type { ConfidenceModel, Training } from "./training.ts";

/** One signal's part: its weight per deviation from the mean. */
type SignalPrior = { weight: number; mean: number; deviation: number };

/**
 * How signals speak for a decision in catalogues in general: fitted once, on catalogues of 3 to 75 goals with 5 to
 * 20 examples each, drawn from 14 corpora of which none is shipped, as if one request in five were for something that
 * is near and not there. A catalogue's own sentences move it (calibrate.ts); without them it stands as it is.
 * Source: docs/adr/0002-understanding-without-a-model.md
 */
const table: Readonly<Record<(typeof signalNames)[number], SignalPrior>> = {
  log_share: { weight: 0.472, mean: -0.477, deviation: 0.628 },
  score: { weight: -0.098, mean: -0.029, deviation: 0.511 },
  lead: { weight: 0.836, mean: 0.7, deviation: 0.554 },
  above_others: { weight: 0.435, mean: 0.64, deviation: 0.539 },
  crowd: { weight: -0.044, mean: 0.687, deviation: 0.514 },
  explained: { weight: 0.227, mean: 0.468, deviation: 0.303 },
  content_explained: { weight: 0.459, mean: 0.457, deviation: 0.378 },
  content_rival: { weight: -0.127, mean: 0.185, deviation: 0.264 },
  length: { weight: 0.15, mean: 1.924, deviation: 0.518 },
  entropy: { weight: 0.207, mean: 1.015, deviation: 1.031 },
  outside: { weight: 0.042, mean: 0.353, deviation: 0.143 },
  new_action: { weight: -0.235, mean: 0.062, deviation: 0.226 },
  new_question: { weight: -0.216, mean: 0.286, deviation: 0.669 },
  score_by_length: { weight: 0.505, mean: -0.063, deviation: 0.992 },
  outside_by_length: { weight: 0.158, mean: 0.684, deviation: 0.315 },
};
const INTERCEPT = 1.392;

export const confidencePrior: ConfidenceModel = {
  intercept: INTERCEPT,
  weights: signalNames.map((name) => table[name].weight),
  means: signalNames.map((name) => table[name].mean),
  deviations: signalNames.map((name) => table[name].deviation),
};

/** The confidence in a training that was kept; undefined where there is none. */
export const confidenceIn = (kept: Training | undefined): ConfidenceModel | undefined =>
  kept?.confidence ? { ...confidencePrior, ...kept.confidence } : undefined;
