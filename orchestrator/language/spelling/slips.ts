/** What a slip costs: the less, the more a hand does it by itself, without making another word. */
const DOUBLED = 0.6;
const SWAPPED = 0.7;
const MISSING = 0.9;
const EXTRA = 1;
const OTHER = 1.1;
/** Besides, where it spoils the first letter: that is the one people hit. */
const AT_FIRST = 0.5;
/** No slip costs more, however numbers are rounded. */
const DEAREST = OTHER + AT_FIRST + 0.01;
/** Longer words are codes or noise. */
const LONGEST = 31;

export type Slips = {
  readonly count: number;
  readonly cost: number;
  /** The last letter or the first is not the one that was meant, unless two have changed places. */
  readonly atAnEdge: boolean;
};

/** Rows of what is written, columns of what was meant. */
const SPAN = LONGEST + 1;
const costs = new Float64Array(SPAN * SPAN);
const counts = new Uint8Array(SPAN * SPAN);

/**
 * The cheapest slips that make one word of another: a letter is missing, doubled, too many, another one, or has
 * changed places with the next; undefined where they are more than `most`.
 * Cost: a step for each pair of letters, about 0.3 us
 */
export function slipsBetween(written: string, meant: string, most: number): Slips | undefined {
  const rows = written.length;
  const columns = meant.length;
  if (Math.abs(rows - columns) > most || Math.max(rows, columns) > LONGEST) return undefined;
  if (most === 1 && !mayBeOne(written, meant)) return undefined;
  costs[0] = 0;
  counts[0] = 0;
  let least = 0;
  for (let row = 0; row <= rows; row++) {
    const before = least;
    least = row === 0 ? 0 : Number.POSITIVE_INFINITY;
    for (let column = row === 0 ? 1 : 0; column <= columns; column++)
      least = Math.min(least, step(written, meant, row, column));
    // Each way passes one of two rows.
    if (before > most * DEAREST && least > most * DEAREST) return undefined;
  }
  const end = rows * SPAN + columns;
  const count = counts[end] ?? 0;
  if (count > most) return undefined;
  const isSwapped = (at: number, of: number) =>
    written.at(at) === meant.at(of) && written.at(of) === meant.at(at);
  return {
    count,
    cost: costs[end] ?? 0,
    atAnEdge:
      (written[0] !== meant[0] && !isSwapped(0, 1)) ||
      (written.at(-1) !== meant.at(-1) && !isSwapped(-1, -2)),
  };
}

/** Between the letters that two words begin and end with alike, one slip leaves a letter, or two that changed places. */
function mayBeOne(written: string, meant: string): boolean {
  const most = Math.min(written.length, meant.length);
  let alike = 0;
  while (alike < most && written[alike] === meant[alike]) alike++;
  let behind = 0;
  while (behind < most - alike && written.at(-1 - behind) === meant.at(-1 - behind)) behind++;
  const left = Math.max(written.length, meant.length) - alike - behind;
  return left < 2 || (left === 2 && written.length === meant.length);
}

/** What the cheapest way to the first `row` letters of what is written from the first `column` of what was meant costs. */
function step(written: string, meant: string, row: number, column: number): number {
  const at = row * SPAN + column;
  const letter = written.charCodeAt(row - 1);
  const wanted = meant.charCodeAt(column - 1);
  const isSame = row > 0 && column > 0 && letter === wanted;
  let cost = Number.POSITIVE_INFINITY;
  let from = at;
  if (row > 0 && column > 0) {
    from = at - SPAN - 1;
    const other = OTHER + (row === 1 && column === 1 ? AT_FIRST : 0);
    cost = (costs[from] ?? 0) + (isSame ? 0 : other);
  }
  if (column > 0) {
    const missing = (costs[at - 1] ?? 0) + (MISSING + (column === 1 ? AT_FIRST : 0));
    if (missing < cost) from = at - 1;
    cost = Math.min(cost, missing);
  }
  if (row > 0) {
    const isDoubled = letter === written.charCodeAt(row === 1 ? 1 : row - 2);
    const price = isDoubled ? DOUBLED : EXTRA + (row === 1 ? AT_FIRST : 0);
    const extra = (costs[at - SPAN] ?? 0) + price;
    if (extra < cost) from = at - SPAN;
    cost = Math.min(cost, extra);
  }
  const isSwapped =
    row > 1 &&
    column > 1 &&
    letter === meant.charCodeAt(column - 2) &&
    written.charCodeAt(row - 2) === wanted;
  if (isSwapped) {
    const swapped = (costs[at - 2 * SPAN - 2] ?? 0) + SWAPPED;
    if (swapped < cost) from = at - 2 * SPAN - 2;
    cost = Math.min(cost, swapped);
  }
  costs[at] = cost;
  counts[at] = (counts[from] ?? 0) + (isSame && from === at - SPAN - 1 ? 0 : 1);
  return cost;
}
