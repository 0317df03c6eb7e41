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
  log_share: { weight: 0.677, mean: -0.565, deviation: 0.628 },
  score: { weight: 0.49, mean: -0.062, deviation: 0.498 },
  lead: { weight: 1.451, mean: 0.617, deviation: 0.541 },
  nearest: { weight: -0.55, mean: 0.439, deviation: 0.172 },
  nearest_any: { weight: 0.307, mean: 0.459, deviation: 0.158 },
  nearest_three: { weight: -0.202, mean: 0.35, deviation: 0.142 },
  explained: { weight: 0.403, mean: 0.457, deviation: 0.277 },
  example_explained: { weight: 0.045, mean: 0.442, deviation: 0.252 },
  content_explained: { weight: 0.561, mean: 0.416, deviation: 0.369 },
  content_rival: { weight: -0.34, mean: 0.167, deviation: 0.247 },
  length: { weight: 0.218, mean: 2.122, deviation: 0.452 },
  entropy: { weight: 0.258, mean: 1.19, deviation: 1.026 },
  outside: { weight: 0.195, mean: 0.132, deviation: 0.199 },
};
const INTERCEPT = 1.951;

export const confidencePrior: ConfidenceModel = {
  intercept: INTERCEPT,
  weights: signalNames.map((name) => table[name].weight),
  means: signalNames.map((name) => table[name].mean),
  deviations: signalNames.map((name) => table[name].deviation),
};
