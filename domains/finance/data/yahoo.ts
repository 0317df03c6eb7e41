import { z } from "zod";
import { isoDate, shift } from "#shared/calendar/days.ts";
import { marketByCode, marketOfSymbol } from "../markets/markets.ts";
import { knownSymbols } from "../symbols/names.ts";
import {
  type MarketData,
  priceRange,
  type Quote,
  rankMovers,
  type Series,
  type SourceOfData,
} from "./market-data.ts";
import {
  asUnavailable,
  matchesFrom,
  meansNothingFound,
  meansStaleCrumb,
  openYahooClient,
  quotesFrom,
  seriesFrom,
  type YahooClient,
} from "./yahoo-client.ts";

/** Symbols become part of a URL's path; anything else never gets that far. */
const SYMBOL = /^[A-Z0-9^][A-Z0-9.^=-]{0,23}$/i;

type Options = {
  /** The world's; tests bring one that leads to a loopback server. */
  fetch?: typeof globalThis.fetch;
  /** Epoch milliseconds */
  now?: () => number;
};

/**
 * Yahoo Finance through yahoo-finance2; unofficial, without a key. Nothing is retried here.
 * Errors: ProviderUnavailableError for no network, 429, a crumb that is not given, an answer of another shape
 */
export function yahooMarketData({
  fetch = globalThis.fetch,
  now = Date.now,
}: Options = {}): MarketData {
  let opening: Promise<YahooClient> | undefined;

  /** One exchange; undefined where Yahoo has nothing. */
  async function ask<T>(
    signal: AbortSignal,
    exchange: (client: YahooClient, options: typeof unchecked & Cancellable) => Promise<unknown>,
    read: (answer: unknown) => T,
  ): Promise<T | undefined> {
    opening ??= openYahooClient(fetch);
    try {
      const client = await abortable(opening, signal);
      const options = { ...unchecked, fetchOptions: { signal } };
      return read(await abortable(exchange(client, options), signal));
    } catch (error) {
      signal.throwIfAborted();
      if (meansNothingFound(error)) return undefined;
      if (meansStaleCrumb(error)) opening = undefined;
      throw asUnavailable(error);
    }
  }

  const source = (asOf: string): SourceOfData => ({
    provider: "yahoo",
    sample: false,
    as_of: asOf,
  });
  const instant = () => new Date(now()).toISOString();

  async function quotes(symbols: readonly string[], signal: AbortSignal): Promise<Quote[]> {
    const safe = symbols.filter((symbol) => SYMBOL.test(symbol));
    if (safe.length === 0) return [];
    const found = await ask(
      signal,
      (yahoo, options) => yahoo.quote(safe, {}, options),
      (answer) => quotesFrom(answer, new Date(now())),
    );
    const bySymbol = new Map(found?.map((quote) => [quote.symbol, quote]));
    return safe.flatMap((symbol) => bySymbol.get(symbol) ?? []);
  }

  return {
    async quote({ symbols }, signal) {
      const found = await quotes(symbols, signal);
      return { quotes: found, source: source(latest(found) ?? instant()) };
    },

    async search({ text, limit = 8 }, signal) {
      const found = await ask(
        signal,
        (yahoo, options) => yahoo.search(text, { quotesCount: limit, newsCount: 0 }, options),
        matchesFrom,
      );
      return { matches: found?.slice(0, limit) ?? [], source: source(instant()) };
    },

    async history({ symbols, period }, signal) {
      const { from, to } = priceRange(period, isoDate(new Date(now())));
      const query = {
        period1: from,
        period2: shift(to, 1, "day"),
        interval: "1d",
        includePrePost: false,
        events: "",
        return: "object",
      } as const;
      const all = await Promise.all(
        symbols
          .filter((symbol) => SYMBOL.test(symbol))
          .map((symbol) =>
            ask(
              signal,
              (yahoo, options) => yahoo.chart(encodeURIComponent(symbol), query, options),
              seriesFrom,
            ),
          ),
      );
      const series = all.filter((one): one is Series => one !== undefined);
      return { series, from, to, source: source(series[0]?.points.at(-1)?.date ?? to) };
    },

    async movers({ market, direction, limit = 5 }, signal) {
      if (market === "US") {
        // Yahoo's own screen; it only knows this country, whatever region it is asked for.
        const screened = await ask(
          signal,
          (yahoo, options) =>
            yahoo.screener({ scrIds: `day_${direction}`, count: limit }, undefined, options),
          (answer) =>
            quotesFrom(z.object({ quotes: z.unknown() }).parse(answer).quotes, new Date(now())),
        );
        const found = screened?.slice(0, limit) ?? [];
        return { quotes: found, among: null, source: source(latest(found) ?? instant()) };
      }
      const shares = knownSymbols.filter(
        (symbol) => marketOfSymbol(symbol) === marketByCode(market),
      );
      const found = await quotes(shares, signal);
      return {
        quotes: rankMovers(found, direction, limit),
        among: found.length || null,
        source: source(latest(found) ?? instant()),
      };
    },
  };
}

/** Answers are checked by our own schemas: the library's refuse whatever Yahoo adds. */
const unchecked = { validateResult: false } as const;
type Cancellable = { fetchOptions: { signal: AbortSignal } };

const latest = (quotes: readonly Quote[]): string | undefined =>
  quotes
    .map((quote) => quote.as_of)
    .sort()
    .at(-1);

/** The promise, or the signal's reason as soon as it is aborted; for work that does not listen to signals. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
