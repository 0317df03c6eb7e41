import { distance } from "fastest-levenshtein";
import { foldedAliases } from "./aliases.ts";
import { foldedTickers } from "./tickers.ts";

/** How many wrong letters a name of this length may have; short names are too close to each other. */
const allowed = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/** "vlae" for "vale": two neighbours that changed places count as one mistake. */
function isSwap(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return (
    at >= 0 &&
    one.slice(0, at) + (one[at + 1] ?? "") + (one[at] ?? "") + one.slice(at + 2) === other
  );
}

/**
 * The known symbols whose name or ticker is nearly this text, the nearest first; to be asked about, never assumed.
 * Shape: `folded` is as `fold` gives it; "petrobas" gives PETR3.SA and PETR4.SA
 * Cost:  some 300 short comparisons
 */
export function misspelt(folded: string): string[] {
  const found = new Map<string, number>();
  const consider = (name: string, symbols: readonly string[]) => {
    const wrong = isSwap(folded, name) ? 1 : distance(folded, name);
    if (wrong > allowed(Math.min(folded.length, name.length))) return;
    for (const symbol of symbols)
      found.set(symbol, Math.min(found.get(symbol) ?? Number.POSITIVE_INFINITY, wrong));
  };
  for (const [name, symbols] of foldedAliases) consider(name, symbols);
  for (const [ticker, symbol] of foldedTickers) consider(ticker, [symbol]);
  const nearest = Math.min(...found.values());
  return [...found].filter(([, wrong]) => wrong === nearest).map(([symbol]) => symbol);
}
