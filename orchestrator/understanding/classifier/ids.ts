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
