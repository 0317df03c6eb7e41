/** What a slip costs: the less, the more a hand does it by itself, without making another word. */
const DOUBLED = 0.6;
const SWAPPED = 0.7;
const MISSING = 0.9;
const EXTRA = 1;
const OTHER = 1.1;
/** Besides, where it spoils the first letter: that is the one people hit. */
const AT_FIRST = 0.5;
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
  for (let row = 0; row <= rows; row++)
    for (let column = row === 0 ? 1 : 0; column <= columns; column++)
      step(written, meant, row, column);
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

/** The cheapest way to the first `row` letters of what is written from the first `column` of what was meant. */
function step(written: string, meant: string, row: number, column: number): void {
  const at = row * SPAN + column;
  const letter = written[row - 1];
  const wanted = meant[column - 1];
  let cost = Number.POSITIVE_INFINITY;
  let from = at;
  let isSlip = 1;
  const consider = (before: number, price: number) => {
    const total = (costs[before] ?? 0) + price;
    if (total >= cost) return;
    cost = total;
    from = before;
    isSlip = price === 0 ? 0 : 1;
  };
  if (row > 0 && column > 0) {
    const other = OTHER + (row === 1 && column === 1 ? AT_FIRST : 0);
    consider(at - SPAN - 1, letter === wanted ? 0 : other);
  }
  if (column > 0) consider(at - 1, MISSING + (column === 1 ? AT_FIRST : 0));
  if (row > 0) {
    const isDoubled = letter === written[row - 2] || (row === 1 && letter === written[1]);
    consider(at - SPAN, isDoubled ? DOUBLED : EXTRA + (row === 1 ? AT_FIRST : 0));
  }
  if (row > 1 && column > 1 && letter === meant[column - 2] && written[row - 2] === wanted)
    consider(at - 2 * SPAN - 2, SWAPPED);
  costs[at] = cost;
  counts[at] = (counts[from] ?? 0) + isSlip;
}
