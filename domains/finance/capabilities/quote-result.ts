import type { Quote } from "../data/market-data.ts";

/** A quote as the results carry it; figures rounded to what they mean. */
export const quoteResult = (quote: Quote) => ({
  symbol: quote.symbol,
  name: quote.name,
  price: rounded(quote.price),
  currency: quote.currency,
  change: rounded(quote.change),
  change_percent: rounded(quote.change_percent),
  as_of: quote.as_of,
  ...(quote.volume !== undefined && { volume: quote.volume }),
});

/** Floating-point dust off: four decimals are finer than any tick. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
