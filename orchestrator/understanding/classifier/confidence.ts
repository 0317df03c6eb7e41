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

/** One decision whose outcome is known. `weight` makes up for kinds of decisions that are rare in the sample. */
export type Outcome = {
  readonly signals: Signals;
  readonly right: boolean;
  readonly weight: number;
};

const MOST_STEPS = 30;
const SETTLED = 1e-4;
/** What one outcome of pull is worth in the penalty. */
const PULL_SCALE = 0.02;
/** The intercept is held less: how often a catalogue is right is its own matter. */
const INTERCEPT_HOLD = 0.2;

/**
 * Fit a confidence model to known outcomes, held near `prior`: few outcomes change little, many decide.
 * Shape:  `pull` is how many outcomes the prior is worth
 * Cost:   outcomes x signals squared x steps (Newton's method; 5 to 10 steps)
 */
export function fitConfidence(
  outcomes: readonly Outcome[],
  prior: ConfidenceModel,
  pull: number,
): ConfidenceModel {
  const anchor = [prior.intercept, ...prior.weights];
  const size = anchor.length;
  const rows = outcomes.map(({ signals }) =>
    Float64Array.from(anchor, (_, i) => (i === 0 ? 1 : standardised(prior, signals, i - 1))),
  );
  const total = outcomes.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const penalty = (PULL_SCALE * pull) / Math.max(1, outcomes.length);
  const hold = (i: number) => (i === 0 ? INTERCEPT_HOLD * penalty : penalty);
  const fitted = anchor.slice();
  for (let step = 0; step < MOST_STEPS; step++) {
    const gradient = Float64Array.from(anchor, (to, i) => hold(i) * (to - (fitted[i] ?? 0)));
    const curvature = anchor.map((_, i) => {
      const line = new Float64Array(size);
      line[i] = hold(i);
      return line;
    });
    outcomes.forEach(({ right, weight }, at) => {
      const row = rows[at];
      if (row !== undefined) addOutcome(row, right, weight / total, fitted, gradient, curvature);
    });
    const change = solveSymmetric(curvature, gradient);
    change.forEach((value, i) => {
      fitted[i] = (fitted[i] ?? 0) + value;
    });
    if (change.every((value) => Math.abs(value) < SETTLED)) break;
  }
  const [intercept = prior.intercept, ...weights] = fitted;
  return { ...prior, intercept, weights };
}

/** One outcome's part in the slope and the bend (lower half) of the likelihood. */
function addOutcome(
  row: Float64Array,
  right: boolean,
  share: number,
  fitted: readonly number[],
  gradient: Float64Array,
  curvature: readonly Float64Array[],
): void {
  let sum = 0;
  for (let i = 0; i < row.length; i++) sum += (fitted[i] ?? 0) * (row[i] ?? 0);
  const expected = 1 / (1 + Math.exp(-sum));
  const error = ((right ? 1 : 0) - expected) * share;
  const bend = Math.max(expected * (1 - expected), 1e-6) * share;
  for (let i = 0; i < row.length; i++) {
    const value = row[i] ?? 0;
    gradient[i] = (gradient[i] ?? 0) + error * value;
    const line = curvature[i];
    if (line !== undefined)
      for (let j = 0; j <= i; j++) line[j] = (line[j] ?? 0) + bend * value * (row[j] ?? 0);
  }
}

/** Solves A x = b for a symmetric positive definite A of which the lower half is given (Cholesky). */
function solveSymmetric(lower: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  const root = Array.from({ length: size }, () => new Float64Array(size));
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      let sum = lower[i]?.[j] ?? 0;
      for (let k = 0; k < j; k++) sum -= (root[i]?.[k] ?? 0) * (root[j]?.[k] ?? 0);
      const row = root[i];
      if (row) row[j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / (root[j]?.[j] ?? 1);
    }
  const x = Float64Array.from(right);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i] = (x[i] ?? 0) - (root[i]?.[k] ?? 0) * (x[k] ?? 0);
    x[i] = (x[i] ?? 0) / (root[i]?.[i] ?? 1);
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i] = (x[i] ?? 0) - (root[k]?.[i] ?? 0) * (x[k] ?? 0);
    x[i] = (x[i] ?? 0) / (root[i]?.[i] ?? 1);
  }
  return x;
}
