import { z } from "zod";
import { dayIn } from "#shared/calendar/days.ts";
import { marketOfSymbol } from "../markets/markets.ts";
import { nameOfSymbol } from "../symbols/names.ts";
import type { Match, PricePoint, Quote, Series } from "./market-data.ts";

/** Seconds, or a Date where the library has already converted it. */
const instant = z.union([z.date(), z.number().transform((seconds) => new Date(seconds * 1000))]);

const yahooQuote = z.object({
  symbol: z.string(),
  currency: z.string(),
  regularMarketPrice: z.number(),
  regularMarketPreviousClose: z.number().optional(),
  regularMarketChange: z.number().optional(),
  regularMarketChangePercent: z.number().optional(),
  regularMarketVolume: z.number().nonnegative().optional(),
  regularMarketTime: instant.optional(),
  longName: z.string().optional(),
  shortName: z.string().optional(),
  fullExchangeName: z.string().optional(),
});

/** London quotes in pence, Johannesburg in cents, Tel Aviv in agorot: one hundredth of the currency. */
const HUNDREDTHS: Readonly<Record<string, string>> = {
  GBp: "GBP",
  GBX: "GBP",
  ZAc: "ZAR",
  ILA: "ILS",
};

/** The ISO currency, and what prices are divided by. */
function wholeCurrency(code: string): { currency: string; divisor: number } {
  const whole = Object.hasOwn(HUNDREDTHS, code) ? HUNDREDTHS[code] : undefined;
  return whole === undefined ? { currency: code, divisor: 1 } : { currency: whole, divisor: 100 };
}

/** "NasdaqGS", "NasdaqCM" are all Nasdaq; for the rest the symbol's suffix says it better than Yahoo does. */
function exchangeOf(symbol: string, yahooName: string | undefined): string | undefined {
  const market = marketOfSymbol(symbol);
  if (market !== undefined && market.market !== "US") return market.exchange;
  return yahooName?.startsWith("Nasdaq") ? "Nasdaq" : (yahooName ?? market?.exchange);
}

/** Yahoo's quotes that have a price; one without is left out, as an unknown symbol is. Throws for another shape. */
export function quotesFrom(answer: unknown, now: Date): Quote[] {
  const entries = z.array(z.looseObject({ symbol: z.string() })).parse(answer);
  return entries.flatMap((entry) => {
    if (entry["regularMarketPrice"] === undefined) return [];
    const raw = yahooQuote.parse(entry);
    const { currency, divisor } = wholeCurrency(raw.currency);
    const price = raw.regularMarketPrice / divisor;
    const previous =
      raw.regularMarketPreviousClose === undefined
        ? price - (raw.regularMarketChange ?? 0) / divisor
        : raw.regularMarketPreviousClose / divisor;
    const change =
      raw.regularMarketChange === undefined ? price - previous : raw.regularMarketChange / divisor;
    return [
      {
        symbol: raw.symbol,
        name: nameOfSymbol(raw.symbol) ?? raw.longName ?? raw.shortName ?? raw.symbol,
        price,
        currency,
        previous_close: previous,
        change,
        change_percent:
          raw.regularMarketChangePercent ?? (previous === 0 ? 0 : (change / previous) * 100),
        ...(raw.regularMarketVolume !== undefined && { volume: raw.regularMarketVolume }),
        exchange: exchangeOf(raw.symbol, raw.fullExchangeName),
        as_of: (raw.regularMarketTime ?? now).toISOString(),
      },
    ];
  });
}

const TRADED = new Set(["EQUITY", "ETF", "INDEX", "MUTUALFUND", "CRYPTOCURRENCY", "CURRENCY"]);

const yahooSearch = z.object({
  quotes: z.array(
    z.object({
      symbol: z.string().optional(),
      quoteType: z.string().optional(),
      shortname: z.string().optional(),
      longname: z.string().optional(),
      exchDisp: z.string().optional(),
    }),
  ),
});

/** What can be quoted among Yahoo's finds; it also lists private companies and news. Throws for another shape. */
export function matchesFrom(answer: unknown): Match[] {
  return yahooSearch.parse(answer).quotes.flatMap((found) => {
    const { symbol, quoteType, longname, shortname, exchDisp } = found;
    if (symbol === undefined || !TRADED.has(quoteType ?? "")) return [];
    const name = nameOfSymbol(symbol) ?? longname ?? shortname ?? symbol;
    return [{ symbol, name, exchange: exchangeOf(symbol, exchDisp) }];
  });
}

const maybePrices = z.array(z.number().nullable());
const yahooChart = z.object({
  meta: z.object({
    symbol: z.string(),
    currency: z.string(),
    exchangeTimezoneName: z.string().default("UTC"),
    fullExchangeName: z.string().optional(),
    longName: z.string().optional(),
    shortName: z.string().optional(),
  }),
  timestamp: z.array(instant).optional(),
  indicators: z.object({
    quote: z.array(z.object({ close: maybePrices.optional() })),
    adjclose: z.array(z.object({ adjclose: maybePrices.optional() })).optional(),
  }),
});

/** Yahoo's chart as daily closes: days without a price left out, one price a day, the latest. Throws for another shape. */
export function seriesFrom(answer: unknown): Series {
  const { meta, timestamp = [], indicators } = yahooChart.parse(answer);
  const { currency, divisor } = wholeCurrency(meta.currency);
  const closes = indicators.quote[0]?.close ?? [];
  const adjusted = indicators.adjclose?.[0]?.adjclose ?? [];
  const byDay = new Map<string, PricePoint>();
  timestamp.forEach((at, row) => {
    const close = closes[row];
    if (typeof close !== "number" || close <= 0) return;
    const date = dayIn(meta.exchangeTimezoneName, at.getTime());
    const adjustedClose = adjusted[row];
    const corrected =
      typeof adjustedClose === "number" && adjustedClose > 0 ? adjustedClose : close;
    byDay.set(date, { date, close: close / divisor, adjusted_close: corrected / divisor });
  });
  return {
    symbol: meta.symbol,
    name: nameOfSymbol(meta.symbol) ?? meta.longName ?? meta.shortName ?? meta.symbol,
    currency,
    exchange: exchangeOf(meta.symbol, meta.fullExchangeName),
    points: [...byDay.values()].sort((a, b) => (a.date < b.date ? -1 : 1)),
  };
}
