import { createHash } from "node:crypto";
import { type IsoDate, shift, weekdays } from "#shared/calendar/days.ts";
import { isTradingDay } from "../markets/markets.ts";
import { SAMPLE_FIRST_DATE, SAMPLE_PRICED_ON, type SampleRow } from "./sample-table.ts";

/** Trading days of a year, by convention. */
const TRADING_DAYS = 252;
/** So much of its distance from the table's price a price loses in a day: invented prices stay near real ones for ever. */
const PULL = 1 / TRADING_DAYS;
/** Of a market of five shares or more at least this part rises each day, and at least this part falls. */
const LEAST_SHARE = 1 / 6;
/** More draws of one day would be a fault of the table. */
const MOST_DRAWS = 1000;

/** The invented closes of one market's symbols. */
export type SampleMarket = {
  /** Its days from SAMPLE_FIRST_DATE to one of them. In the table's own year every weekday is one, holidays as well. */
  daysTo(last: IsoDate): readonly IsoDate[];
  /** A symbol's closes, one for each of these days; undefined: it is of another market. */
  closesOf(symbol: string): readonly number[] | undefined;
};

/** A symbol as it is drawn: with its market's index it moves, r = beta * index + own chance. */
type Drawn = {
  readonly row: SampleRow;
  readonly isIndex: boolean;
  readonly beta: number;
  /** Standard deviation of its own chance in a day: the whole is `volatility`, but at least a third of it is its own. */
  readonly own: number;
  readonly drift: number;
  readonly closes: number[];
  price: number;
};

const ofDay = (year: number): number => year / Math.sqrt(TRADING_DAYS);

function toDraw(row: SampleRow, index: SampleRow): Drawn {
  const whole = ofDay(row.volatility);
  const isBenchmark = row === index;
  const beta = isBenchmark ? 0 : row.beta;
  const shared = beta * ofDay(index.volatility);
  return {
    row,
    beta,
    isIndex: row.symbol.startsWith("^"),
    own: Math.sqrt(Math.max(whole ** 2 - shared ** 2, (whole / 3) ** 2)),
    drift: isBenchmark ? row.drift / TRADING_DAYS - whole ** 2 / 2 : 0,
    closes: [],
    price: row.price,
  };
}

/**
 * One market: random walks through the table's prices, in which a day that has been has the same prices on every later
 * day. The year before is drawn backwards; from then on each trading day is drawn until some shares rise and some fall.
 * Shape: `rows` begins with the market's index
 * Cost:  0.1 ms for the table's year of a symbol, then 1 us for each of its days
 */
export function sampleMarket(
  seed: string,
  market: string,
  rows: readonly [SampleRow, ...SampleRow[]],
): SampleMarket {
  const drawn = rows.map((row) => toDraw(row, rows[0]));
  const days = weekdays(SAMPLE_FIRST_DATE, SAMPLE_PRICED_ON);
  drawYearBefore(seed, drawn, days.length);
  const normal = seededNormal(`${seed}:${market}:after`);
  const bySymbol = new Map(drawn.map(({ row, closes }) => [row.symbol, closes]));
  return {
    daysTo(last) {
      let day = days.at(-1) ?? SAMPLE_PRICED_ON;
      while (day < last) {
        day = shift(day, 1, "day");
        if (!isTradingDay(market, day)) continue;
        drawDay(drawn, normal);
        days.push(day);
      }
      return days;
    },
    closesOf: (symbol) => bySymbol.get(symbol),
  };
}

/** Backwards from the table's prices. */
function drawYearBefore(seed: string, drawn: readonly Drawn[], days: number): void {
  let ofIndex: readonly number[] = [];
  for (const each of drawn) {
    const normal = seededNormal(`${seed}:${each.row.symbol}`);
    const returns = Array.from({ length: days - 1 }, (_, at) =>
      moveOf(each, normal(), ofIndex[at]),
    );
    if (ofIndex.length === 0) ofIndex = returns;
    let { price } = each.row;
    const closes = [price];
    for (const move of returns.toReversed()) {
      price /= Math.exp(move);
      closes.push(cents(price));
    }
    each.closes.push(...closes.reverse());
  }
}

const moveOf = ({ beta, own, drift }: Drawn, chance: number, ofIndex = 0): number =>
  beta * ofIndex + own * chance + drift;

function drawDay(drawn: readonly Drawn[], normal: () => number): void {
  for (let draws = 0; draws < MOST_DRAWS; draws++) {
    const prices = pricesOf(drawn, normal);
    if (draws < MOST_DRAWS - 1 && !isMixed(drawn, prices)) continue;
    for (const [at, each] of drawn.entries()) {
      each.price = prices[at] ?? each.price;
      each.closes.push(cents(each.price));
    }
    return;
  }
}

function pricesOf(drawn: readonly Drawn[], normal: () => number): number[] {
  let ofIndex: number | undefined;
  return drawn.map((each) => {
    const pulled = PULL * Math.log(each.price / each.row.price);
    const move = moveOf(each, normal(), ofIndex) - pulled;
    ofIndex ??= move;
    return each.price * Math.exp(move);
  });
}

function isMixed(drawn: readonly Drawn[], prices: readonly number[]): boolean {
  const signs = drawn.flatMap(({ isIndex, closes }, at) =>
    isIndex ? [] : [Math.sign(cents(prices[at] ?? 0) - (closes.at(-1) ?? 0))],
  );
  const least = signs.length < 5 ? 0 : Math.floor(signs.length * LEAST_SHARE);
  const count = (wanted: number) => signs.filter((sign) => sign === wanted).length;
  return count(1) >= least && count(-1) >= least;
}

const cents = (price: number): number => Math.round(price * 100) / 100;

/**
 * Numbers in (0, 1) that are the same on every machine for the same seed.
 * Source: xoshiro128** by Blackman and Vigna (2018), seeded from SHA-256
 */
function seededRandom(seed: string): () => number {
  const hash = createHash("sha256").update(seed).digest();
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => hash.readInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const rotate = (x: number, by: number) => (x << by) | (x >>> (32 - by));
  return () => {
    const out = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = rotate(d, 11);
    return (out + 0.5) / 2 ** 32;
  };
}

/** Standard normal numbers, the same for the same seed. Source: Box and Muller (1958) */
function seededNormal(seed: string): () => number {
  const random = seededRandom(seed);
  return () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
}
