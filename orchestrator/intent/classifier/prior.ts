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
  log_share: { weight: 0.715, mean: -0.561, deviation: 0.627 },
  score: { weight: 0.476, mean: -0.06, deviation: 0.5 },
  lead: { weight: 1.471, mean: 0.622, deviation: 0.544 },
  nearest: { weight: -0.574, mean: 0.439, deviation: 0.171 },
  nearest_any: { weight: 0.297, mean: 0.459, deviation: 0.158 },
  nearest_three: { weight: -0.206, mean: 0.35, deviation: 0.141 },
  explained: { weight: 0.393, mean: 0.457, deviation: 0.277 },
  example_explained: { weight: 0.047, mean: 0.442, deviation: 0.251 },
  content_explained: { weight: 0.568, mean: 0.417, deviation: 0.369 },
  content_rival: { weight: -0.33, mean: 0.168, deviation: 0.247 },
  length: { weight: 0.222, mean: 2.122, deviation: 0.452 },
  entropy: { weight: 0.263, mean: 1.183, deviation: 1.025 },
  outside: { weight: 0.186, mean: 0.132, deviation: 0.199 },
};
const INTERCEPT = 1.948;

export const confidencePrior: ConfidenceModel = {
  intercept: INTERCEPT,
  weights: signalNames.map((name) => table[name].weight),
  means: signalNames.map((name) => table[name].mean),
  deviations: signalNames.map((name) => table[name].deviation),
};
