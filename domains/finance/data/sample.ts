import { createHash } from "node:crypto";
import { type IsoDate, isoDate, shift, weekdays } from "#shared/calendar/days.ts";
import { wordsOf } from "#shared/plain-text/fold.ts";
import { isTradingDay, marketOfSymbol, tradingDayBefore } from "../markets/markets.ts";
import { aliasesOf } from "../symbols/aliases.ts";
import {
  type MarketData,
  type PricePoint,
  priceRange,
  type Quote,
  rankMovers,
  type SourceOfData,
} from "./market-data.ts";
import {
  SAMPLE_FIRST_DATE,
  SAMPLE_PRICED_ON,
  SAMPLE_SEED,
  type SampleRow,
  sampleTable,
} from "./sample-table.ts";

/** Trading days of a year, by convention. */
const TRADING_DAYS = 252;
/** So much of its distance from the table's price a price loses in a day: invented prices stay near real ones for ever. */
const PULL = 1 / TRADING_DAYS;
/** Of a market of five shares or more at least this part rises each day, and at least this part falls. */
const LEAST_SHARE = 1 / 6;
/** More draws of one day would be a fault of the table. */
const MOST_DRAWS = 1000;

/** The invented closes of one market's symbols. */
type SampleMarket = {
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
function sampleMarket(
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

/** `value` rounded to so many decimals. */
const round = (value: number, decimals: number): number =>
  Math.round(value * 10 ** decimals) / 10 ** decimals;

const marketOf = ({ symbol }: SampleRow): string => marketOfSymbol(symbol)?.market ?? "";

const latest = (days: readonly IsoDate[]): IsoDate => days.toSorted().at(-1) ?? SAMPLE_PRICED_ON;

const sourceOf = (as_of: IsoDate): SourceOfData => ({ provider: "sample", sample: true, as_of });

/**
 * Invented market data for use without a network: about 110 real shares and their indices, from SAMPLE_FIRST_DATE to the
 * last trading day of their exchange before today (UTC). The same day has the same figures on every machine, and keeps
 * them. Never fails, except when the signal is aborted.
 * Shape: `now` gives epoch milliseconds
 * Cost:  some milliseconds for a market's first use, then 10 us a quote
 */
export function sampleMarketData({ now = Date.now }: { now?: () => number } = {}): MarketData {
  const rows = new Map(sampleTable.map((row) => [row.symbol, row]));
  const markets = new Map<string, SampleMarket>();

  function marketFor(row: SampleRow): SampleMarket {
    const name = marketOf(row);
    const before = markets.get(name);
    if (before !== undefined) return before;
    const index = rows.get(marketOfSymbol(row.symbol)?.benchmark ?? "") ?? row;
    const others = sampleTable.filter((each) => marketOf(each) === name && each !== index);
    const market = sampleMarket(SAMPLE_SEED, name, [index, ...others]);
    markets.set(name, market);
    return market;
  }

  /** The last session of some markets before today; a clock that stands before the table's prices sees these. */
  function lastDay(of: readonly SampleRow[] = sampleTable): IsoDate {
    const today = latest([isoDate(new Date(now())), shift(SAMPLE_PRICED_ON, 1, "day")]);
    const seen = new Set((of.length === 0 ? sampleTable : of).map(marketOf));
    return latest([...seen].map((market) => tradingDayBefore(market, today)));
  }

  function pointsOf(row: SampleRow, from: IsoDate, to: IsoDate): PricePoint[] {
    const market = marketFor(row);
    const last = lastDay([row]);
    const days = market.daysTo(last);
    const closes = market.closesOf(row.symbol);
    return days.flatMap((date, at) => {
      const close = closes?.[at];
      const isAsked = date >= from && date <= to && date <= last;
      const isThere = isAsked && isTradingDay(marketOf(row), date);
      return close === undefined || !isThere ? [] : [{ date, close, adjusted_close: close }];
    });
  }

  /** Of the last session and of the one before it. */
  function lastCloses(row: SampleRow, last: IsoDate): number[] {
    const market = marketFor(row);
    const days = market.daysTo(last);
    const closes = market.closesOf(row.symbol);
    const found: number[] = [];
    for (let at = days.length - 1; at >= 0 && found.length < 2; at--) {
      const [day = "", close] = [days[at], closes?.[at]];
      if (close !== undefined && day <= last && isTradingDay(marketOf(row), day)) found.push(close);
    }
    return found;
  }

  function quoteOf(row: SampleRow): Quote {
    const last = lastDay([row]);
    const [price = row.price, previous = price] = lastCloses(row, last);
    return {
      symbol: row.symbol,
      name: row.name,
      price,
      currency: marketOfSymbol(row.symbol)?.currency ?? "USD",
      previous_close: previous,
      change: round(price - previous, 2),
      change_percent: round((price / previous - 1) * 100, 4),
      exchange: row.exchange,
      as_of: last,
    };
  }

  const known = (symbols: readonly string[]): SampleRow[] =>
    symbols.flatMap((symbol) => rows.get(symbol) ?? []);

  return {
    async quote({ symbols }, signal) {
      signal.throwIfAborted();
      const found = known(symbols);
      return { quotes: found.map(quoteOf), source: sourceOf(lastDay(found)) };
    },
    async search({ text, limit = 8 }, signal) {
      signal.throwIfAborted();
      const wanted = wordsOf(text);
      const found = sampleTable.filter((row) => {
        const there = wordsOf([row.symbol, row.name, ...aliasesOf(row.symbol)].join(" "));
        return (
          wanted.length > 0 &&
          wanted.every((word) => there.some((candidate) => candidate.startsWith(word)))
        );
      });
      const matches = found.slice(0, limit).map(({ symbol, name, exchange }) => ({
        symbol,
        name,
        exchange,
      }));
      return { matches, source: sourceOf(lastDay()) };
    },
    async history({ symbols, period }, signal) {
      signal.throwIfAborted();
      const found = known(symbols);
      const last = lastDay(found);
      const { from, to } = priceRange(period, last);
      const series = found.map((row) => ({
        symbol: row.symbol,
        name: row.name,
        currency: marketOfSymbol(row.symbol)?.currency ?? "USD",
        exchange: row.exchange,
        points: pointsOf(row, from, to),
      }));
      return { series, from, to, source: sourceOf(last) };
    },
    async movers({ market, direction, limit = 5 }, signal) {
      signal.throwIfAborted();
      const shares = sampleTable.filter(
        (row) => !row.symbol.startsWith("^") && marketOf(row) === market,
      );
      const quotes = shares.map(quoteOf);
      return {
        quotes: rankMovers(quotes, direction, limit),
        among: shares.length || null,
        source: sourceOf(lastDay(shares)),
      };
    },
  };
}
