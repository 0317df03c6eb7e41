import { easterOf, type IsoDate, shift, weekdayOf } from "#shared/calendar/days.ts";
import { ownValue } from "#shared/contracts/json.ts";

/** A place where shares are traded, and what is needed to speak of its prices. */
export type Market = {
  /** ISO 3166 country, "BR" */
  market: string;
  /** The exchange, when its symbols do not say it themselves. */
  exchange: string;
  /** IANA name */
  timezone: string;
  /** ISO 4217 */
  currency: string;
  /** What the provider writes after a ticker, ".SA"; "" in the US. */
  suffix: string;
  /** The index that its shares are compared with. */
  benchmark: string;
};

const row = (
  market: string,
  exchange: string,
  timezone: string,
  currency: string,
  suffix: string,
  benchmark: string,
): Market => ({ market, exchange, timezone, currency, suffix, benchmark });

/** Suffixes and indices are Yahoo Finance's. */
export const markets: readonly Market[] = [
  row("BR", "B3", "America/Sao_Paulo", "BRL", ".SA", "^BVSP"),
  row("US", "NYSE/Nasdaq", "America/New_York", "USD", "", "^GSPC"),
  row("SE", "OMX", "Europe/Stockholm", "SEK", ".ST", "^OMX"),
  row("FI", "Nasdaq Helsinki", "Europe/Helsinki", "EUR", ".HE", "^OMXH25"),
  row("DK", "Nasdaq Copenhagen", "Europe/Copenhagen", "DKK", ".CO", "^OMXC25"),
  row("NO", "Oslo Børs", "Europe/Oslo", "NOK", ".OL", "OBX.OL"),
  row("GB", "London", "Europe/London", "GBP", ".L", "^FTSE"),
  row("DE", "XETRA", "Europe/Berlin", "EUR", ".DE", "^GDAXI"),
  row("FR", "Euronext Paris", "Europe/Paris", "EUR", ".PA", "^FCHI"),
  row("NL", "Euronext Amsterdam", "Europe/Amsterdam", "EUR", ".AS", "^AEX"),
  row("PT", "Euronext Lisbon", "Europe/Lisbon", "EUR", ".LS", "PSI20.LS"),
  row("ES", "BME", "Europe/Madrid", "EUR", ".MC", "^IBEX"),
  row("IT", "Borsa Italiana", "Europe/Rome", "EUR", ".MI", "FTSEMIB.MI"),
  row("CH", "SIX", "Europe/Zurich", "CHF", ".SW", "^SSMI"),
  row("CA", "Toronto", "America/Toronto", "CAD", ".TO", "^GSPTSE"),
  row("MX", "BMV", "America/Mexico_City", "MXN", ".MX", "^MXX"),
  row("AR", "BYMA", "America/Argentina/Buenos_Aires", "ARS", ".BA", "^MERV"),
  row("JP", "Tokyo", "Asia/Tokyo", "JPY", ".T", "^N225"),
  row("HK", "Hong Kong", "Asia/Hong_Kong", "HKD", ".HK", "^HSI"),
  row("IN", "NSE", "Asia/Kolkata", "INR", ".NS", "^NSEI"),
  row("AU", "ASX", "Australia/Sydney", "AUD", ".AX", "^AXJO"),
];

const bySuffix = new Map(markets.map((market) => [market.suffix, market]));
const byBenchmark = new Map(markets.map((market) => [market.benchmark, market]));
const byCode = new Map(markets.map((market) => [market.market, market]));

/** The market of a country code, or undefined. */
export const marketByCode = (code: string): Market | undefined => byCode.get(code);

/**
 * The market of a symbol by its suffix; an index belongs to the market that it measures.
 * Shape:  "PETR4.SA" gives BR, "AAPL" gives US, "^OMX" gives SE, "XYZ.QQ" gives undefined
 */
export function marketOfSymbol(symbol: string): Market | undefined {
  const index = byBenchmark.get(symbol);
  if (index !== undefined) return index;
  const dot = symbol.lastIndexOf(".");
  return bySuffix.get(dot === -1 ? "" : symbol.slice(dot));
}

/** What every result says about where its price comes from. */
export type MarketContext = {
  market: string;
  exchange: string;
  timezone: string;
  currency: string;
};

/** `_market_context` of a quote; what the provider said wins over what the suffix implies. */
export function marketContext(quote: {
  symbol: string;
  currency: string;
  exchange?: string | undefined;
}): MarketContext {
  const market = marketOfSymbol(quote.symbol);
  return {
    market: market?.market ?? "unknown",
    exchange: quote.exchange ?? market?.exchange ?? "unknown",
    timezone: market?.timezone ?? "UTC",
    currency: quote.currency,
  };
}

/** On which days of a year an exchange is closed, beside Saturdays and Sundays. */
type Closed = {
  /** Month and day, "12-25". */
  readonly fixed: string;
  /** Days from Easter Sunday. */
  readonly easter: readonly number[];
  /** The first such weekday from a day on: Thanksgiving is the first Thursday (4) from 22 November on. */
  readonly from?: readonly (readonly [monthDay: string, weekday: number])[];
  /** A fixed day on a Sunday closes the Monday, one on a Saturday the Friday, unless that is in another year. */
  readonly isMoved?: true;
};

const FRIDAY = 5;
const MONDAY = 1;
const MIDSUMMER = ["06-19", FRIDAY] as const;

/** By market. Source: the exchanges' own calendars of 2025 and 2026, which these rules give back */
const CLOSED: Readonly<Record<string, Closed>> = {
  BR: {
    fixed: "01-01 04-21 05-01 09-07 10-12 11-02 11-15 11-20 12-24 12-25 12-31",
    easter: [-48, -47, -2, 60],
  },
  US: {
    fixed: "01-01 06-19 07-04 12-25",
    easter: [-2],
    from: [
      ["01-15", MONDAY],
      ["02-15", MONDAY],
      ["05-25", MONDAY],
      ["09-01", MONDAY],
      ["11-22", 4],
    ],
    isMoved: true,
  },
  SE: {
    fixed: "01-01 01-06 05-01 06-06 12-24 12-25 12-26 12-31",
    easter: [-2, 1, 39],
    from: [MIDSUMMER],
  },
  FI: {
    fixed: "01-01 01-06 05-01 12-06 12-24 12-25 12-26 12-31",
    easter: [-2, 1, 39],
    from: [MIDSUMMER],
  },
  DK: {
    fixed: "01-01 06-05 12-24 12-25 12-26 12-31",
    easter: [-3, -2, 1, 39, 40, 50],
  },
};

const known = new Map<string, ReadonlySet<IsoDate>>();

function closedIn(market: string, year: string): ReadonlySet<IsoDate> {
  const name = `${market} ${year}`;
  const before = known.get(name);
  if (before !== undefined) return before;
  const rules = ownValue(CLOSED, market);
  const days = new Set(rules === undefined ? [] : daysOf(rules, year));
  known.set(name, days);
  return days;
}

function daysOf({ fixed, easter, from = [], isMoved }: Closed, year: string): IsoDate[] {
  const sunday = easterOf(Number(year));
  return [
    ...fixed.split(" ").map((day) => moved(`${year}-${day}`, isMoved === true)),
    ...easter.map((days) => shift(sunday, days, "day")),
    ...from.map(([first, weekday]) => {
      const date = `${year}-${first}`;
      return shift(date, (weekday - weekdayOf(date) + 7) % 7, "day");
    }),
  ];
}

function moved(date: IsoDate, isMoved: boolean): IsoDate {
  const weekday = weekdayOf(date);
  if (!isMoved || (weekday !== 0 && weekday !== 6)) return date;
  const to = shift(date, weekday === 0 ? 1 : -1, "day");
  return to.startsWith(date.slice(0, 4)) ? to : date;
}

/** Whether an exchange trades on a day; of a market that is not known, on every weekday. */
export function isTradingDay(market: string, date: IsoDate): boolean {
  const weekday = weekdayOf(date);
  return weekday !== 0 && weekday !== 6 && !closedIn(market, date.slice(0, 4)).has(date);
}

/** The last day before this one on which an exchange trades. */
export function tradingDayBefore(market: string, date: IsoDate): IsoDate {
  let day = shift(date, -1, "day");
  while (!isTradingDay(market, day)) day = shift(day, -1, "day");
  return day;
}
