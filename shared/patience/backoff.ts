/** Milliseconds. */
export type Backoff = {
  /** After the first failure; doubled with each further one. */
  firstMs: number;
  /** Never longer. */
  mostMs: number;
};

/**
 * How long to wait after so many failures in a row: exponential backoff.
 * Shape: `random` from 0 to 1 makes it full jitter, for many that would try again at the same moment; without it
 *        the pause is the longest of its turn
 */
export const backoffMs = (
  failures: number,
  { firstMs, mostMs }: Backoff,
  random: () => number = () => 1,
): number => random() * Math.min(firstMs * 2 ** (failures - 1), mostMs);
