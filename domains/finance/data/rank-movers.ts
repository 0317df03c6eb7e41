import type { Direction, Quote } from "./market-data.ts";

/** The quotes that rose (or fell) most, the strongest first; those that went the other way are never among them. */
export function rankMovers(quotes: readonly Quote[], direction: Direction, limit: number): Quote[] {
  const sign = direction === "gainers" ? 1 : -1;
  return quotes
    .filter((quote) => quote.change_percent * sign > 0)
    .sort((a, b) => (b.change_percent - a.change_percent) * sign)
    .slice(0, limit);
}
