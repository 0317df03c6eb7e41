/** Numbers of things that are counted from 0, two bytes each where that is enough. */
export type Ids = Uint16Array | Int32Array;

const TWO_BYTES = 2 ** 16;

/** Room for `length` numbers below `limit`. */
export const idsBelow = (limit: number, length: number): Ids =>
  limit <= TWO_BYTES ? new Uint16Array(length) : new Int32Array(length);

/** Counts of each thing, at the place after it, become where its entries start; the last one says how many there are. */
export function startsOf(counts: Int32Array): Int32Array {
  for (let at = 1; at < counts.length; at++) counts[at] = (counts[at] ?? 0) + (counts[at - 1] ?? 0);
  return counts;
}

/** The first place in from .. to, where numbers are in order, whose number is not below `least`; `to` for none. */
export function placeFrom(ids: Ids, least: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Which goals each of many things belongs to: those of a thing are at starts[thing] .. starts[thing + 1], in order. */
export type GoalSets = { readonly starts: Int32Array; readonly goals: Ids };

/**
 * Sets of goals for things that are numbered from 0, all in two typed arrays: a Set for each takes ten times that.
 * Shape: `goals` beside `things`, each pair as often as it is said
 * Cost:  sorting the pairs
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
  const last = keys[count - 1];
  const starts = new Int32Array(last === undefined ? 1 : Math.floor(last / goalCount) + 2);
  const ofThing = idsBelow(goalCount, count);
  for (let at = 0; at < count; at++) {
    const key = keys[at] ?? 0;
    const next = Math.floor(key / goalCount) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
    ofThing[at] = key % goalCount;
  }
  return { starts: startsOf(starts), goals: ofThing };
}

/** Does the thing belong to the goal? Cost: a binary search among the thing's goals */
export function hasGoal({ starts, goals }: GoalSets, thing: number, goal: number): boolean {
  if (thing < 0 || thing >= starts.length - 1) return false;
  const end = starts[thing + 1] ?? 0;
  const at = placeFrom(goals, goal, starts[thing] ?? 0, end);
  return at < end && goals[at] === goal;
}
