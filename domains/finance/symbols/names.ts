import type { Locale } from "#shared/contracts/names.ts";
import { sampleTable } from "../data/sample-table.ts";
import { words } from "../words.ts";

const names = new Map(sampleTable.map((row) => [row.symbol, row.name]));

/** How we call a well-known symbol, better than the providers do ("Petrobras PN", not "PETROBRAS   PN  EDJ N2"). */
export const nameOfSymbol = (symbol: string): string | undefined => names.get(symbol);

/** Every symbol that we know by name, without the indices. */
export const knownSymbols: readonly string[] = sampleTable
  .map((row) => row.symbol)
  .filter((symbol) => !symbol.startsWith("^"));

/** A symbol as people say it: the tickers of B3 without Yahoo's suffix. "PETR4.SA" gives "PETR4" */
export const shortSymbol = (symbol: string): string => symbol.replace(/\.SA$/, "");

/** "Nordea (NDA-SE.ST)" */
export const named = ({ name, symbol }: { name: string; symbol: string }): string =>
  `${name} (${shortSymbol(symbol)})`;

/** What the ends of Brazilian names stand for, as people say it. */
const classes = [
  [/ ON$/, "class.common"],
  [/ PN[A-Z]?$/, "class.preferred"],
] as const;

/** "PETR4 · Petrobras PN (preferencial)" */
export function labelOf(
  found: { symbol: string; name: string; exchange?: string | undefined },
  locale: Locale,
): string {
  const name = nameOfSymbol(found.symbol);
  const code = classes.find(([ending]) => name !== undefined && ending.test(name))?.[1];
  const ofClass = code && words(locale)(code);
  const more = ofClass ?? (name === undefined ? found.exchange : undefined);
  return `${shortSymbol(found.symbol)} · ${name ?? found.name}${more === undefined ? "" : ` (${more})`}`;
}

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
