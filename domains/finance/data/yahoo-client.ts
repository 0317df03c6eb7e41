import type { YahooFinanceWithModules } from "yahoo-finance2/createYahooFinance";
import type * as YahooModules from "yahoo-finance2/modules";
import { z } from "zod";
import { dayIn } from "#shared/calendar/days.ts";
import { ownValue } from "#shared/contracts/json.ts";
import { marketOfSymbol } from "../markets/markets.ts";
import { nameOfSymbol } from "../symbols/names.ts";
import {
  type Match,
  type PricePoint,
  ProviderUnavailableError,
  type Quote,
  type Series,
} from "./market-data.ts";

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
  const whole = ownValue(HUNDREDTHS, code);
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

type Fetch = typeof globalThis.fetch;

type Modules = Pick<typeof YahooModules, "quote" | "search" | "chart" | "screener">;
export type YahooClient = InstanceType<YahooFinanceWithModules<{ modules: Modules }>>;

/** One HTTP exchange may take this long, also when the caller would wait longer. */
const FETCH_TIMEOUT_MS = 5000;
const DATA_PATH = /^\/v\d+\/finance\//;

/** A status that the library would print with the whole URL, crumb included, before throwing. */
class YahooHttpError extends Error {
  override readonly name = "YahooHttpError";
  readonly status: number;
  constructor(status: number) {
    super(`HTTP ${status}`);
    this.status = status;
  }
}

/** True for `{"chart": {"result": null, "error": {...}}}`, which the library turns into an error of its own. */
function carriesYahooError(body: string): boolean {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== "object" || parsed === null) return false;
    const [only, ...others] = Object.values(parsed) as unknown[];
    return (
      others.length === 0 &&
      typeof only === "object" &&
      only !== null &&
      Boolean(Reflect.get(only, "error"))
    );
  } catch {
    return false;
  }
}

/** `fetch` with a time limit, whose bad statuses are errors instead of lines on the console. */
function quietFetch(fetch: Fetch): Fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const limit = AbortSignal.timeout(FETCH_TIMEOUT_MS);
    // The crumb is shared by all callers: the end of one of them must not end it.
    const caller = DATA_PATH.test(new URL(url).pathname) ? init?.signal : undefined;
    const signal = caller ? AbortSignal.any([caller, limit]) : limit;
    const response = await fetch(input, { ...init, signal });
    if (response.status < 400) return response;
    const body = await response.text();
    if (!carriesYahooError(body)) throw new YahooHttpError(response.status);
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

const silent = () => {};

/**
 * A client of yahoo-finance2 that prints nothing and keeps its cookies and crumb to itself.
 * Cost: imports the library on the first call, some 50 ms
 */
export async function openYahooClient(fetch: Fetch): Promise<YahooClient> {
  const [{ default: createYahooFinance }, modules, { ExtendedCookieJar }] = await Promise.all([
    import("yahoo-finance2/createYahooFinance"),
    import("yahoo-finance2/modules"),
    import("yahoo-finance2/lib/cookieJar"),
  ]);
  const { quote, search, chart, screener } = modules;
  const Client = createYahooFinance({ modules: { quote, search, chart, screener } });
  return new Client({
    fetch: quietFetch(fetch),
    cookieJar: new ExtendedCookieJar(),
    suppressNotices: ["yahooSurvey"],
    versionCheck: false,
    validation: { logErrors: false, logOptionsErrors: false },
    logger: { info: silent, warn: silent, error: silent, debug: silent, dir: silent },
  });
}

/** What the library throws for a symbol or a range that Yahoo has nothing for; not a failure of the service. */
export const meansNothingFound = (error: unknown): boolean =>
  error instanceof Error && /^(no data found|data doesn't exist)/i.test(error.message);

/** True when cookies and crumb have to be fetched again. */
export const meansStaleCrumb = (error: unknown): boolean =>
  error instanceof Error && /invalid (crumb|cookie)|unauthorized/i.test(error.message);

/**
 * The library's many errors as the one that callers know. Their messages may hold URLs and bodies, so only a
 * short fact is kept.
 */
export function asUnavailable(error: unknown): ProviderUnavailableError {
  const say = (what: string) => new ProviderUnavailableError("yahoo", what, { cause: error });
  if (error instanceof ProviderUnavailableError) return error;
  if (error instanceof YahooHttpError) return say(error.message);
  if (!(error instanceof Error)) return say("unknown error");
  const crumb = /^Failed to get crumb, status (\d{3})/.exec(error.message);
  if (crumb) return say(`no crumb, HTTP ${crumb[1]}`);
  if (error.name === "TimeoutError") return say("timeout");
  if (error instanceof TypeError && error.message === "fetch failed") return say("no connection");
  if (meansStaleCrumb(error)) return say("crumb refused");
  return say("unexpected answer");
}
