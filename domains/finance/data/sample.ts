import { createHash } from "node:crypto";
import { type IsoDate, weekdays } from "#shared/calendar/days.ts";
import { wordsOf } from "#shared/plain-text/fold.ts";
import { marketOfSymbol } from "../markets/markets.ts";
import { priceRange } from "../periods/price-range.ts";
import { aliasesOf } from "../symbols/aliases.ts";
import type { MarketData, PricePoint, Quote, SourceOfData } from "./market-data.ts";
import { rankMovers } from "./rank-movers.ts";
import {
  SAMPLE_DATE,
  SAMPLE_FIRST_DATE,
  SAMPLE_SEED,
  type SampleRow,
  sampleTable,
} from "./sample-table.ts";

/** The weekdays of the sample year on which the exchanges of the sample were closed all day, by market. */
const CLOSED: Readonly<Record<string, string>> = {
  BR: "2025-11-20 2025-12-24 2025-12-25 2025-12-31 2026-01-01 2026-02-16 2026-02-17 2026-04-03 2026-04-21 2026-05-01 2026-06-04 2026-09-07 2026-10-12",
  US: "2025-11-27 2025-12-25 2026-01-01 2026-01-19 2026-02-16 2026-04-03 2026-05-25 2026-06-19 2026-07-03 2026-09-07",
  SE: "2025-12-24 2025-12-25 2025-12-26 2025-12-31 2026-01-01 2026-01-06 2026-04-03 2026-04-06 2026-05-01 2026-05-14 2026-06-19",
  FI: "2025-12-24 2025-12-25 2025-12-26 2025-12-31 2026-01-01 2026-01-06 2026-04-03 2026-04-06 2026-05-01 2026-05-14 2026-06-19",
  DK: "2025-12-24 2025-12-25 2025-12-26 2025-12-31 2026-01-01 2026-04-02 2026-04-03 2026-04-06 2026-05-14 2026-05-15 2026-05-25 2026-06-05",
};
const closed = new Map(
  Object.entries(CLOSED).map(([market, days]) => [market, new Set(days.split(" "))]),
);

/** Whether a market of the sample traded on a weekday of the sample year. */
const isTradingDay = (market: string | undefined, day: IsoDate): boolean =>
  closed.get(market ?? "")?.has(day) !== true;

/** Trading days of a year, by convention. */
const TRADING_DAYS = 252;

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

/** Standard normal numbers. Source: Box and Muller (1958) */
function seededNormal(seed: string): () => number {
  const random = seededRandom(seed);
  return () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
}

/**
 * Daily log returns of a geometric random walk, one for each day after the first.
 * With `index` given they move with it: r = beta * index + own chance, so that their measured beta is near `beta`.
 * The own chance keeps the whole at `volatility`; at least a third of it remains, whatever beta is.
 */
function walkReturns(
  seed: string,
  days: number,
  shape: { volatility: number; beta: number; drift: number },
  index?: { returns: readonly number[]; volatility: number },
): number[] {
  const normal = seededNormal(seed);
  const whole = shape.volatility / Math.sqrt(TRADING_DAYS);
  const shared =
    index === undefined ? 0 : (shape.beta * index.volatility) / Math.sqrt(TRADING_DAYS);
  const own = Math.sqrt(Math.max(whole ** 2 - shared ** 2, (whole / 3) ** 2));
  const drift = shape.drift / TRADING_DAYS - whole ** 2 / 2;
  return Array.from({ length: Math.max(days - 1, 0) }, (_, at) => {
    const market = index === undefined ? 0 : shape.beta * (index.returns[at] ?? 0);
    return market + own * normal() + (index === undefined ? drift : 0);
  });
}

/** Prices that end at `last` after these returns, rounded to hundredths. */
function pricesEndingAt(last: number, returns: readonly number[]): number[] {
  const prices = [last];
  let price = last;
  for (const value of returns.toReversed()) {
    price /= Math.exp(value);
    prices.push(Math.round(price * 100) / 100);
  }
  return prices.reverse();
}

const source: SourceOfData = { provider: "sample", sample: true, as_of: SAMPLE_DATE };

/** `value` rounded to so many decimals. */
const round = (value: number, decimals: number): number =>
  Math.round(value * 10 ** decimals) / 10 ** decimals;

/**
 * Invented market data for use without a network: about 70 real symbols, one year of their exchanges' days that ends on
 * SAMPLE_DATE, the same on every machine. Never fails, except when the signal is aborted.
 * Cost: 0.1 ms for a symbol's first use, then nothing
 */
export function sampleMarketData(seed = SAMPLE_SEED): MarketData {
  const rows = new Map(sampleTable.map((row) => [row.symbol, row]));
  const days = weekdays(SAMPLE_FIRST_DATE, SAMPLE_DATE);
  const drawn = new Map<string, { returns: number[]; closes: number[] }>();

  function draw(row: SampleRow): { returns: number[]; closes: number[] } {
    const before = drawn.get(row.symbol);
    if (before !== undefined) return before;
    const index = rows.get(marketOfSymbol(row.symbol)?.benchmark ?? "");
    const follows =
      index === undefined || index === row
        ? undefined
        : { returns: draw(index).returns, volatility: index.volatility };
    const returns = walkReturns(`${seed}:${row.symbol}`, days.length, row, follows);
    const walk = { returns, closes: pricesEndingAt(row.price, returns) };
    drawn.set(row.symbol, walk);
    return walk;
  }

  function quoteOf(row: SampleRow): Quote {
    const previous = draw(row).closes.at(-2) ?? row.price;
    return {
      symbol: row.symbol,
      name: row.name,
      price: row.price,
      currency: marketOfSymbol(row.symbol)?.currency ?? "USD",
      previous_close: previous,
      change: round(row.price - previous, 2),
      change_percent: round((row.price / previous - 1) * 100, 4),
      exchange: row.exchange,
      as_of: SAMPLE_DATE,
    };
  }

  function pointsOf(row: SampleRow, from: IsoDate, to: IsoDate): PricePoint[] {
    const { closes } = draw(row);
    const market = marketOfSymbol(row.symbol)?.market;
    return days.flatMap((date, at) => {
      const close = closes[at];
      if (close === undefined || date < from || date > to || !isTradingDay(market, date)) return [];
      return [{ date, close, adjusted_close: close }];
    });
  }

  const known = (symbols: readonly string[]): SampleRow[] =>
    symbols.flatMap((symbol) => rows.get(symbol) ?? []);

  return {
    async quote({ symbols }, signal) {
      signal.throwIfAborted();
      return { quotes: known(symbols).map(quoteOf), source };
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
      return { matches, source };
    },
    async history({ symbols, period }, signal) {
      signal.throwIfAborted();
      const { from, to } = priceRange(period, SAMPLE_DATE);
      const series = known(symbols).map((row) => ({
        symbol: row.symbol,
        name: row.name,
        currency: marketOfSymbol(row.symbol)?.currency ?? "USD",
        exchange: row.exchange,
        points: pointsOf(row, from, to),
      }));
      return { series, from, to, source };
    },
    async movers({ market, direction, limit = 5 }, signal) {
      signal.throwIfAborted();
      const shares = sampleTable.filter(
        (row) => !row.symbol.startsWith("^") && marketOfSymbol(row.symbol)?.market === market,
      );
      const quotes = shares.map(quoteOf);
      return { quotes: rankMovers(quotes, direction, limit), among: shares.length || null, source };
    },
  };
}
