import { type IsoDate, isoDate, shift } from "#shared/calendar/days.ts";
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
import { type SampleMarket, sampleMarket } from "./sample-market.ts";
import { SAMPLE_PRICED_ON, SAMPLE_SEED, type SampleRow, sampleTable } from "./sample-table.ts";

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
