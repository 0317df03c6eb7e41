import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { knownSample } from "./known-sample.fixture.ts";
import type { Quote } from "./market-data.ts";

type Answer = { status?: number; headers?: Record<string, string>; body: unknown };
/** Answers a request instead of the usual; undefined leaves it to the usual. */
export type Fault = (path: string, query: URLSearchParams) => Answer | "hang" | undefined;

export type FakeYahoo = {
  /** A fetch that leads every Yahoo host to this server. */
  fetch: typeof globalThis.fetch;
  /** Paths asked for so far. */
  asked: string[];
  close(): Promise<void>;
};

const never = new AbortController().signal;

/**
 * Yahoo's endpoints on loopback, in the shapes that the real ones had in 2026, with the sample's prices.
 * `fault` is asked first, so that a test can break one endpoint.
 */
export async function fakeYahoo(fault: Fault = () => undefined): Promise<FakeYahoo> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://yahoo");
    asked.push(pathname);
    const given = fault(pathname, searchParams) ?? (await usual(pathname, searchParams));
    if (given === "hang") return;
    const text = typeof given.body === "string" ? given.body : JSON.stringify(given.body);
    const type = typeof given.body === "string" ? "text/html" : "application/json";
    response.writeHead(given.status ?? 200, { "content-type": type, ...given.headers }).end(text);
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    fetch: (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : String(input));
      return fetch(`http://127.0.0.1:${port}${pathname}${search}`, init);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const sample = knownSample();

async function usual(path: string, query: URLSearchParams): Promise<Answer> {
  if (path === "/quote/AAPL")
    return {
      headers: {
        "set-cookie": "A1=d=abc&S=xyz; Max-Age=31557600; Domain=.yahoo.com; Path=/; Secure",
      },
      body: "<html></html>",
    };
  if (path === "/v1/test/getcrumb") return { body: "Zk9.crumb" };
  if (path === "/v7/finance/quote") {
    const symbols = (query.get("symbols") ?? "").split(",");
    const { quotes } = await sample.quote({ symbols }, never);
    return { body: { quoteResponse: { result: quotes.map(yahooQuote), error: null } } };
  }
  if (path === "/v1/finance/search") return { body: await searchAnswer(query) };
  if (path.startsWith("/v8/finance/chart/"))
    return chartAnswer(decodeURIComponent(path.slice("/v8/finance/chart/".length)), query);
  if (path === "/v1/finance/screener/predefined/saved") return { body: await screenAnswer(query) };
  return { status: 404, body: "Not Found" };
}

const seconds = (date: string): number => Date.parse(`${date}T20:00:00Z`) / 1000;

/** A quote with the fields, names and oddities of /v7/finance/quote. */
export const yahooQuote = (quote: Quote): Record<string, unknown> => ({
  language: "en-US",
  region: "US",
  quoteType: quote.symbol.startsWith("^") ? "INDEX" : "EQUITY",
  typeDisp: "Equity",
  quoteSourceName: "Delayed Quote",
  triggerable: true,
  customPriceAlertConfidence: "HIGH",
  currency: quote.currency,
  exchange: "SAO",
  shortName: `${quote.name.toUpperCase()}   N2`,
  longName: `${quote.name} S.A.`,
  marketState: "CLOSED",
  regularMarketPrice: quote.price,
  regularMarketPreviousClose: quote.previous_close,
  regularMarketChange: quote.change,
  regularMarketChangePercent: quote.change_percent,
  regularMarketTime: seconds(quote.as_of.slice(0, 10)),
  fullExchangeName: quote.exchange === "Nasdaq" ? "NasdaqGS" : (quote.exchange ?? ""),
  exchangeTimezoneName: "America/Sao_Paulo",
  priceHint: 2,
  symbol: quote.symbol,
});

async function searchAnswer(query: URLSearchParams): Promise<unknown> {
  const limit = Number(query.get("quotesCount"));
  const { matches } = await sample.search({ text: query.get("q") ?? "", limit }, never);
  return {
    explains: [],
    count: matches.length,
    quotes: [
      ...matches.map((match) => ({
        exchange: "SAO",
        shortname: match.name.toUpperCase(),
        longname: `${match.name} S.A.`,
        quoteType: "EQUITY",
        symbol: match.symbol,
        index: "quotes",
        score: 20_001,
        typeDisp: "Equity",
        exchDisp: "São Paulo",
        isYahooFinance: true,
      })),
      // Private companies come without a symbol.
      {
        index: "crunchbase",
        name: "Petro Startup",
        permalink: "petro-startup",
        isYahooFinance: false,
      },
    ],
    news: [],
    nav: [],
    lists: [],
  };
}

async function chartAnswer(symbol: string, query: URLSearchParams): Promise<Answer> {
  const { series } = await sample.history({ symbols: [symbol], period: "../.." }, never);
  const [found] = series;
  if (found === undefined)
    return {
      status: 404,
      body: {
        chart: {
          result: null,
          error: { code: "Not Found", description: "No data found, symbol may be delisted" },
        },
      },
    };
  const [from, to] = [Number(query.get("period1")), Number(query.get("period2"))];
  const points = found.points.filter(({ date }) => seconds(date) >= from && seconds(date) < to);
  // A day without trades has nulls, and the day under way comes twice.
  const closes = points.map((point, at) => (at === 2 ? null : point.close));
  const last = points.at(-1);
  const timestamp = [
    ...points.map((point) => seconds(point.date)),
    ...(last ? [seconds(last.date) + 60] : []),
  ];
  const close = [...closes, ...(last ? [last.close] : [])];
  return {
    body: {
      chart: {
        result: [
          {
            meta: {
              currency: found.currency,
              symbol,
              exchangeName: "SAO",
              fullExchangeName: "São Paulo",
              instrumentType: "EQUITY",
              firstTradeDate: 946_900_800,
              gmtoffset: -10_800,
              timezone: "BRT",
              exchangeTimezoneName: "America/Sao_Paulo",
              longName: `${found.name} S.A.`,
              dataGranularity: "1d",
              range: "",
            },
            timestamp,
            indicators: {
              quote: [
                { open: close, high: close, low: close, close, volume: close.map(() => 1000) },
              ],
              adjclose: [{ adjclose: close }],
            },
          },
        ],
        error: null,
      },
    },
  };
}

async function screenAnswer(query: URLSearchParams): Promise<unknown> {
  const direction = query.get("scrIds") === "day_losers" ? "losers" : "gainers";
  const limit = Number(query.get("count"));
  const { quotes } = await sample.movers({ market: "US", direction, limit }, never);
  return {
    finance: {
      result: [
        {
          id: "x",
          title: "Day Gainers",
          canonicalName: "DAY_GAINERS",
          start: 0,
          count: quotes.length,
          total: quotes.length,
          quotes: quotes.map(yahooQuote),
        },
      ],
      error: null,
    },
  };
}
