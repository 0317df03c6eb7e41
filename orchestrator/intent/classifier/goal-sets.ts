/** Which goals each of many things belongs to. */
export type GoalSets = { has(thing: number, goal: number): boolean };

/**
 * Sets of goals for things that are numbered from 0, all in two typed arrays: a Set for each takes ten times that.
 * Shape: `goals` beside `things`, each pair as often as it is said
 * Cost:  sorting the pairs; a look is a binary search among a thing's goals
 */
export function goalSets(
  things: readonly number[],
  goals: readonly number[],
  goalCount: number,
): GoalSets {
  const keys = new Float64Array(things.length);
  for (let at = 0; at < keys.length; at++)
    keys[at] = (things[at] ?? 0) * goalCount + (goals[at] ?? 0);
  keys.sort();
  let count = 0;
  for (let at = 0; at < keys.length; at++)
    if (at === 0 || keys[at] !== keys[at - 1]) keys[count++] = keys[at] ?? 0;
  const distinct = keys.subarray(0, count);
  const last = distinct.at(-1);
  const starts = new Int32Array(last === undefined ? 1 : Math.floor(last / goalCount) + 2);
  for (let at = 0; at < count; at++) {
    const next = Math.floor((distinct[at] ?? 0) / goalCount) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
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
