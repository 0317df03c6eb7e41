import { distance } from "fastest-levenshtein";
import { fold, wordsOf } from "#shared/plain-text/fold.ts";
import type { MarketData, Match, SourceOfData } from "../data/market-data.ts";
import { aliasesOf, foldedAliases, symbolsOfAlias } from "./aliases.ts";
import { bareTicker, foldedTickers, nameOfSymbol, symbolOfTicker } from "./names.ts";

/**
 * What a person's words mean.
 * one: certain. several: the same name has several symbols. similar: nearly a known name, or a find that does not
 * carry the words; both have to be asked about.
 */
export type Resolution =
  /** `meant`: one clear slip in a name was put right, which has to be said. */
  | { kind: "one"; symbol: string; meant?: string }
  | { kind: "several" | "similar"; candidates: Match[] }
  | { kind: "none"; source?: SourceOfData };

const MAX_CANDIDATES = 5;
/** One letter is the beginning of everything. */
const MIN_SEARCH_LENGTH = 2;

/** "as ações da Vale", "the Apple stock", "papel PETR4" */
const BEFORE =
  /^(?:(?:a|o|as|os|da|do|das|dos|de|the|of|for|an?|acao|acoes|papel|papeis|ativo|ticker|empresa|stock|stocks|shares?) )+/;
const AFTER = /(?: (?:stock|stocks|shares?|acao|acoes|hoje|today|agora|now))+$/;

/** The name inside what was said; the whole when nothing else would remain. */
function bareName(text: string): string {
  const folded = fold(text).replace(/^["'“”‘’]+|["'“”‘’?!.,;:]+$/g, "");
  return folded.replace(BEFORE, "").replace(AFTER, "").trim() || folded;
}

const asMatch = (symbol: string): Match => ({ symbol, name: nameOfSymbol(symbol) ?? symbol });

/** One symbol, or a question between several. */
function among(kind: "several" | "similar", candidates: Match[]): Resolution {
  const [only, ...others] = candidates;
  if (only === undefined) return { kind: "none" };
  if (others.length === 0 && kind === "several") return { kind: "one", symbol: only.symbol };
  return { kind, candidates: candidates.slice(0, MAX_CANDIDATES) };
}

/**
 * From a company's name or ticker, in a person's words, to its symbol: a known alias, else a known ticker, else a
 * search, else a misspelling of something known. Never a company that was not named: what only resembles the words
 * comes back as `similar`.
 * Errors: those of MarketData.search, where nothing known fits
 * Cost:   a search only for what is neither an alias nor a known ticker
 */
export async function resolveSymbol(
  text: string,
  data: Pick<MarketData, "search">,
  signal: AbortSignal,
): Promise<Resolution> {
  const bare = bareName(text);
  if (bare === "") return { kind: "none" };
  const known = [symbolsOfAlias(text), symbolsOfAlias(bare)].find((symbols) => symbols.length > 0);
  if (known !== undefined) return among("several", known.map(asMatch));
  const ticker = symbolOfTicker(text) ?? symbolOfTicker(bare);
  if (ticker !== undefined) return { kind: "one", symbol: ticker };

  if (bare.length < MIN_SEARCH_LENGTH) return { kind: "none" };
  const { matches, source } = await data.search({ text: bare, limit: 8 }, signal);
  const exact = matches.filter(({ symbol }) =>
    [symbol, bareTicker(symbol)].some((each) => fold(each) === bare),
  );
  if (exact.length > 0) return among("several", exact);
  const named = matches.filter((match) => carries(match, bare));
  if (named.length > 0) return among("several", named);
  const near = misspelt(bare);
  const [slip, ...others] = near;
  if (slip !== undefined && others.length === 0 && isPlainName(bare)) {
    const name = nameOfSymbol(slip);
    if (name !== undefined) return { kind: "one", symbol: slip, meant: name };
  }
  const resembling = near.length > 0 ? near.map(asMatch) : matches;
  return resembling.length > 0 ? among("similar", resembling) : { kind: "none", source };
}

/** A slip in a short name, or in a ticker, may be another one. */
const FEWEST_LETTERS = 6;
const isPlainName = (bare: string): boolean =>
  bare.length >= FEWEST_LETTERS && /^[\p{L} ]+$/u.test(bare);

/** True when every word that was said is a word of the find's name, ticker or aliases; a beginning is not enough. */
function carries({ symbol, name }: Match, bare: string): boolean {
  const there = wordsOf([symbol, name, ...aliasesOf(symbol)].join(" "));
  const said = wordsOf(bare);
  return said.length > 0 && said.every((word) => there.includes(word));
}

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
