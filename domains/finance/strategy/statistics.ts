/** Arithmetic mean; NaN for an empty list. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Sample covariance of two lists of the same length.
 * Shape: sum((x - mean x)(y - mean y)) / (n - 1); NaN below two values
 */
export function covariance(xs: readonly number[], ys: readonly number[]): number {
  const [mx, my] = [mean(xs), mean(ys)];
  const products = xs.map((x, at) => (x - mx) * ((ys[at] ?? Number.NaN) - my));
  return xs.length < 2 ? Number.NaN : mean(products) * (xs.length / (xs.length - 1));
}

/** Sample variance, with n - 1 below the line. */
export const variance = (values: readonly number[]): number => covariance(values, values);

/** Sample standard deviation, with n - 1 below the line. */
export const deviation = (values: readonly number[]): number => Math.sqrt(variance(values));
