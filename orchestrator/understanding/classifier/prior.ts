import type { ConfidenceModel } from "./confidence.ts";
import { signalNames } from "./signals.ts";

/** One signal's part: its weight per deviation from the mean. */
type SignalPrior = { weight: number; mean: number; deviation: number };

/**
 * How signals speak for a decision in catalogues in general: fitted once, on 122 catalogues of 3 to 75
 * goals with 5 to 20 examples each, of which none is shipped. A catalogue's own sentences move it
 * (calibrate.ts); without them it stands as it is.
 * Source: docs/adr/0002-understanding-without-a-model.md
 */
const table: Readonly<Record<(typeof signalNames)[number], SignalPrior>> = {
  log_share: { weight: 0.653, mean: -0.658, deviation: 0.624 },
  score: { weight: 0.107, mean: -0.198, deviation: 0.487 },
  lead: { weight: 0.701, mean: 0.493, deviation: 0.495 },
  above_others: { weight: 0.817, mean: 0.405, deviation: 0.493 },
  crowd: { weight: -0.136, mean: 1.034, deviation: 0.709 },
  explained: { weight: 0.426, mean: 0.395, deviation: 0.269 },
  content_explained: { weight: 0.501, mean: 0.332, deviation: 0.352 },
  content_rival: { weight: -0.19, mean: 0.154, deviation: 0.24 },
  length: { weight: 0.172, mean: 2.083, deviation: 0.456 },
  entropy: { weight: 0.291, mean: 1.324, deviation: 0.982 },
  outside: { weight: 0.013, mean: 0.172, deviation: 0.218 },
  new_action: { weight: 0, mean: 0, deviation: 1 },
  new_question: { weight: 0, mean: 0, deviation: 1 },
  score_by_length: { weight: 0, mean: 0, deviation: 1 },
  outside_by_length: { weight: 0, mean: 0, deviation: 1 },
};
const INTERCEPT = 1.07;

export const confidencePrior: ConfidenceModel = {
  intercept: INTERCEPT,
  weights: signalNames.map((name) => table[name].weight),
  means: signalNames.map((name) => table[name].mean),
  deviations: signalNames.map((name) => table[name].deviation),
};
