import type { ConfidenceModel } from "./confidence.ts";
import { signalNames } from "./signals.ts";

/** One signal's part: its weight per deviation from the mean. */
type SignalPrior = { weight: number; mean: number; deviation: number };

/**
 * How signals speak for a decision in catalogues in general: fitted once, on 135 catalogues of 3 to 75
 * goals with 5 to 20 examples each, of which none is shipped. A catalogue's own sentences move it
 * (calibrate.ts); without them it stands as it is.
 * Source: docs/adr/0002-understanding-without-a-model.md
 */
const table: Readonly<Record<(typeof signalNames)[number], SignalPrior>> = {
  log_share: { weight: 0.713, mean: -0.559, deviation: 0.627 },
  score: { weight: 0.511, mean: -0.054, deviation: 0.5 },
  lead: { weight: 1.468, mean: 0.625, deviation: 0.546 },
  nearest: { weight: -0.592, mean: 0.439, deviation: 0.171 },
  nearest_any: { weight: 0.327, mean: 0.459, deviation: 0.158 },
  nearest_three: { weight: -0.231, mean: 0.35, deviation: 0.141 },
  explained: { weight: 0.431, mean: 0.459, deviation: 0.277 },
  example_explained: { weight: 0.032, mean: 0.442, deviation: 0.251 },
  content_explained: { weight: 0.56, mean: 0.419, deviation: 0.37 },
  content_rival: { weight: -0.331, mean: 0.169, deviation: 0.248 },
  length: { weight: 0.227, mean: 2.122, deviation: 0.453 },
  entropy: { weight: 0.274, mean: 1.18, deviation: 1.025 },
  outside: { weight: 0.164, mean: 0.127, deviation: 0.193 },
};
const INTERCEPT = 1.951;

export const confidencePrior: ConfidenceModel = {
  intercept: INTERCEPT,
  weights: signalNames.map((name) => table[name].weight),
  means: signalNames.map((name) => table[name].mean),
  deviations: signalNames.map((name) => table[name].deviation),
};
