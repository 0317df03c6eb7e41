import type { ConfidenceModel } from "./training.ts";

/** In the order of signalNames. */
export type Signals = ArrayLike<number>;

/** Probability 0..1 that the decision is right. */
export function confidenceOf(model: ConfidenceModel, signals: Signals): number {
  let sum = model.intercept;
  for (let at = 0; at < signals.length; at++)
    sum += (model.weights[at] ?? 0) * standardised(model, signals, at);
  return 1 / (1 + Math.exp(-sum));
}

/** One signal, in deviations from its mean. */
export const standardised = (
  { means, deviations }: ConfidenceModel,
  signals: Signals,
  at: number,
): number => ((signals[at] ?? 0) - (means[at] ?? 0)) / (deviations[at] || 1);
