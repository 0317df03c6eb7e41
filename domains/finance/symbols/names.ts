import type { Locale } from "#shared/contracts/names.ts";
import { sampleTable } from "../data/sample-table.ts";

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
const classes: readonly (readonly [ending: RegExp, words: Readonly<Record<Locale, string>>])[] = [
  [/ ON$/, { "pt-BR": "ordinária", en: "common" }],
  [/ PN[A-Z]?$/, { "pt-BR": "preferencial", en: "preferred" }],
];

/** "PETR4 · Petrobras PN (preferencial)" */
export function labelOf(
  found: { symbol: string; name: string; exchange?: string | undefined },
  locale: Locale,
): string {
  const name = nameOfSymbol(found.symbol);
  const ofClass = classes.find(([ending]) => name !== undefined && ending.test(name))?.[1][locale];
  const more = ofClass ?? (name === undefined ? found.exchange : undefined);
  return `${shortSymbol(found.symbol)} · ${name ?? found.name}${more === undefined ? "" : ` (${more})`}`;
}
