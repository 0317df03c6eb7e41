import { fold, wordsOf } from "#shared/plain-text/fold.ts";
import type { MarketData, Match, SourceOfData } from "../data/market-data.ts";
import { aliasesOf, symbolsOfAlias } from "./aliases.ts";
import { misspelt } from "./misspelt.ts";
import { nameOfSymbol } from "./names.ts";
import { bareTicker, symbolOfTicker } from "./tickers.ts";

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
