/** The middle value; of an even number the upper one. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** The value that this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** How often each contender is measured. */
export const ROUNDS = 5;

/**
 * Measure contenders in turns, so that a busy moment of the machine hits all of them alike.
 * Shape:  ROUNDS measurements for each, after one that is thrown away
 */
export async function inTurns<Name extends string, T>(
  contenders: Record<Name, () => Promise<T> | T>,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(contenders) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Name, T[]>;
  for (let round = -1; round < ROUNDS; round++)
    for (const name of names) {
      const measured = await contenders[name]();
      if (round >= 0) results[name].push(measured);
    }
  return results;
}

/** The median of the rounds' own ratios: each pair was measured within the same second. */
export const ratioOf = <T>(ours: readonly T[], theirs: readonly T[], value: (each: T) => number) =>
  median(
    ours.flatMap((each, round) => {
      const other = theirs[round];
      return other === undefined ? [] : [value(each) / value(other)];
    }),
  );

/** CPU time of this process that `work` took, microseconds, garbage collection included. */
export async function cpuOf(work: () => Promise<unknown> | unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
