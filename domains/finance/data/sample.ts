import { type IsoDate, weekdays } from "#shared/calendar/days.ts";
import { wordsOf } from "#shared/plain-text/fold.ts";
import { marketOfSymbol } from "../markets/markets.ts";
import { priceRange } from "../periods/price-range.ts";
import { aliasesOf } from "../symbols/aliases.ts";
import type { MarketData, PricePoint, Quote, SourceOfData } from "./market-data.ts";
import { pricesEndingAt, walkReturns } from "./random-walk.ts";
import { rankMovers } from "./rank-movers.ts";
import {
  SAMPLE_DATE,
  SAMPLE_FIRST_DATE,
  SAMPLE_SEED,
  type SampleRow,
  sampleTable,
} from "./sample-table.ts";

const source: SourceOfData = { provider: "sample", sample: true, as_of: SAMPLE_DATE };

/** `value` rounded to so many decimals. */
const round = (value: number, decimals: number): number =>
  Math.round(value * 10 ** decimals) / 10 ** decimals;

/**
 * Invented market data for use without a network: about 70 real symbols, one year of weekdays that ends on
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
    return days.flatMap((date, at) => {
      const close = closes[at];
      if (close === undefined || date < from || date > to) return [];
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
