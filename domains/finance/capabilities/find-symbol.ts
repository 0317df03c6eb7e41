import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { ask, type Candidate, failure, success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { fold } from "#shared/plain-text/fold.ts";
import type { Match, SourceOfData } from "../data/market-data.ts";
import { marketOfSymbol } from "../markets/markets.ts";
import { symbolsOfAlias } from "../symbols/aliases.ts";
import { labelOf, looksLikeSymbol, nameOfSymbol, symbolOfTicker } from "../symbols/names.ts";
import { misspelt, type Resolution, resolveSymbol } from "../symbols/resolve-symbol.ts";
import { withWarning, words } from "../words.ts";
import { type Finance, textParam } from "./finance.ts";

/** A symbol, or what has to be answered instead. */
export type Found = { symbol: string; said?: string; meant?: string } | { answer: DomainOutput };

/**
 * The symbol that a call is about: `symbol` as it was chosen, else what `symbol_text` means.
 * Errors: ProviderUnavailableError where a name has to be searched for
 */
export async function findSymbol(
  params: Record<string, unknown>,
  { data }: Finance,
  { signal, locale }: Call,
): Promise<Found> {
  const chosen = textParam(params, "symbol");
  const exact = chosen === undefined ? undefined : exactSymbol(chosen);
  if (exact !== undefined) return { symbol: exact };
  const text = chosen ?? textParam(params, "symbol_text");
  if (text === undefined)
    return {
      answer: ask({
        missing_param: "symbol_text",
        explanation: words(locale)("which_share"),
      }),
    };
  const resolution = await resolveSymbol(text, data, signal);
  switch (resolution.kind) {
    case "one":
      return {
        symbol: resolution.symbol,
        ...(resolution.meant !== undefined && { said: text, meant: resolution.meant }),
      };
    case "none":
      return { answer: symbolNotFound(text, locale, resolution.source) };
    case "several":
    case "similar":
      return {
        answer: askWhich(text, resolution, locale, ({ symbol }) => ({ symbol })),
      };
  }
}

/** A symbol that needs no reading: a known ticker, or capitals and digits as a provider writes them. */
export const exactSymbol = (text: string): string | undefined =>
  symbolOfTicker(text) ?? (looksLikeSymbol(text) ? text : undefined);

/** Which of the candidates was meant; `params` is what choosing one of them means. */
export function askWhich(
  text: string,
  { kind, candidates }: Extract<Resolution, { candidates: Match[] }>,
  locale: Locale,
  params: (match: Match) => Record<string, unknown>,
): DomainOutput {
  const explanation = words(locale)(`${kind}_symbols`, { text });
  return ask({
    explanation,
    candidates: candidates.map(
      (match): Candidate => ({ label: labelOf(match, locale), ...params(match) }),
    ),
    metadata: { resolution: kind === "several" ? "ambiguous_symbol" : "similar_symbol" },
  });
}

/** There is no such share, as far as the source knows; the sample knows few. */
export function symbolNotFound(text: string, locale: Locale, source?: SourceOfData): DomainOutput {
  const say = words(locale);
  const hint = say(source?.sample ? "sample_knows" : "try_symbol");
  const explanation = `${say("not_found", { text })} ${hint}`;
  return failure({
    code: "SYMBOL_NOT_FOUND",
    explanation: source === undefined ? explanation : withWarning(explanation, source, locale),
  });
}

const MAX_FOUND = 8;

/** The symbols of a company, or of companies whose name holds the words. */
export const searchSymbol =
  ({ data }: Finance): Handler =>
  async (params, { signal, locale }) => {
    const text = textParam(params, "query_text") ?? textParam(params, "query");
    if (text === undefined)
      return ask({
        missing_param: "query_text",
        explanation: words(locale)("which_company"),
      });
    const { matches, source } = await data.search(
      { text: text.slice(0, 200), limit: MAX_FOUND },
      signal,
    );
    const known = [...symbolsOfAlias(text), symbolOfTicker(text)]
      .filter((symbol) => symbol !== undefined)
      .map((symbol) => matches.find((match) => match.symbol === symbol) ?? matchOf(symbol));
    const found = distinct([...known, ...matches]);
    const near = found.length > 0 ? [] : misspelt(fold(text)).map(matchOf);
    const all = [...found, ...near].slice(0, MAX_FOUND);
    if (all.length === 0) return symbolNotFound(text, locale, source);
    const heading = words(locale)(near.length > 0 ? "similar_companies" : "symbols", { text });
    const lines = all.map((match) => `- ${labelOf(match, locale)}${where(match)}`);
    return success({
      result: {
        query: text,
        candidates: all.map((match) => ({ label: labelOf(match, locale), ...match })),
        source,
      },
      explanation: withWarning([heading, ...lines].join("\n"), source, locale),
    });
  };

const matchOf = (symbol: string): Match => {
  const exchange = marketOfSymbol(symbol)?.exchange;
  return {
    symbol,
    name: nameOfSymbol(symbol) ?? symbol,
    ...(exchange === undefined ? {} : { exchange }),
  };
};

/** Each symbol once, where it first stands. */
const distinct = (matches: readonly Match[]): Match[] =>
  matches.filter(({ symbol }, at) => matches.findIndex((one) => one.symbol === symbol) === at);

/** The exchange, where the label does not say it already. */
const where = ({ symbol, exchange }: Match): string =>
  exchange === undefined || nameOfSymbol(symbol) === undefined ? "" : ` (${exchange})`;
