/** Which goals each of many things belongs to. */
export type GoalSets = { has(thing: number, goal: number): boolean };

/**
 * Sets of goals for things that are numbered from 0, all in two typed arrays: a Set for each takes ten times that.
 * Cost: sorting the pairs; a look is a binary search among a thing's goals
 */
export function goalSets(
  pairs: Iterable<readonly [thing: number, goal: number]>,
  goalCount: number,
): GoalSets {
  const keys = [...pairs].map(([thing, goal]) => thing * goalCount + goal);
  const sorted = Float64Array.from(keys).sort();
  const distinct = sorted.filter((key, at) => key !== sorted[at - 1]);
  const last = distinct.at(-1);
  const things = last === undefined ? 0 : Math.floor(last / goalCount) + 1;
  const starts = new Int32Array(things + 1);
  for (const key of distinct) {
    const next = Math.floor(key / goalCount) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let thing = 0; thing < things; thing++)
    starts[thing + 1] = (starts[thing + 1] ?? 0) + (starts[thing] ?? 0);
  return setsOf(
    starts,
    Int32Array.from(distinct, (key) => key % goalCount),
  );
}

/** Goals of a thing are at starts[thing] .. starts[thing + 1], in order. */
const setsOf = (starts: Int32Array, goals: Int32Array): GoalSets => ({
  has(thing, goal) {
    if (thing < 0 || thing >= starts.length - 1) return false;
    let from = starts[thing] ?? 0;
    let to = starts[thing + 1] ?? 0;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((goals[middle] ?? 0) < goal) from = middle + 1;
      else to = middle;
    }
    return from < (starts[thing + 1] ?? 0) && goals[from] === goal;
  },
});
