import { sampleTable } from "../data/sample-table.ts";

/** Both ways of writing each known ticker, with the provider's suffix and without: "PETR4" and "PETR4.SA". */
const known = new Map<string, string>();
for (const { symbol } of sampleTable) known.set(symbol, symbol);
for (const { symbol } of sampleTable) {
  const bare = symbol.replace(/\.[A-Z]+$/, "");
  // A symbol that is one as it stands (SAN) keeps its meaning.
  if (!known.has(bare)) known.set(bare, symbol);
}

/** Tickers that are also words ("F", "MA", "BA") are only tickers in capitals. */
const MIN_FOLDED_LENGTH = 3;

/** The symbol of a known ticker as a person writes it: "petr4", "PETR 4", "VOLV B"; undefined for any other text. */
export function symbolOfTicker(text: string): string | undefined {
  const said = text.trim();
  if (said.length < MIN_FOLDED_LENGTH) return known.get(said);
  const upper = said.toUpperCase();
  return (
    known.get(upper) ??
    known.get(upper.replace(/\s+/g, "")) ??
    known.get(upper.replace(/\s+/g, "-"))
  );
}

/** A ticker without the provider's suffix: "VALE3.SA" gives "VALE3" */
export const bareTicker = (symbol: string): string => symbol.replace(/\.[A-Z]+$/, "");

/** Every known ticker without suffix, folded, with its symbol: what a misspelt one is held against. */
export const foldedTickers: ReadonlyMap<string, string> = new Map(
  [...known]
    .filter(([text]) => !text.includes("."))
    .map(([text, symbol]) => [text.toLowerCase(), symbol]),
);

/** What is certain to be meant as a symbol and not as a name: capitals, digits and the marks of tickers. */
export const looksLikeSymbol = (text: string): boolean =>
  /^[A-Z0-9^][A-Z0-9.^=-]{0,23}$/.test(text);
