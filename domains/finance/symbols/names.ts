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

/** "PETR4 · Petrobras PN" */
export function labelOf(found: {
  symbol: string;
  name: string;
  exchange?: string | undefined;
}): string {
  const known = nameOfSymbol(found.symbol);
  const where = known === undefined && found.exchange !== undefined ? ` (${found.exchange})` : "";
  return `${shortSymbol(found.symbol)} · ${known ?? found.name}${where}`;
}
