import { type Ids, idsBelow, placeFrom, startsOf } from "./ids.ts";

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
