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
