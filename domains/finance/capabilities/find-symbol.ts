import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { ask, type Candidate, failure } from "#shared/domain-kit/answers.ts";
import type { Call } from "#shared/domain-kit/define-domain.ts";
import type { Match, SourceOfData } from "../data/market-data.ts";
import { labelOf, looksLikeSymbol, symbolOfTicker } from "../symbols/names.ts";
import { type Resolution, resolveSymbol } from "../symbols/resolve-symbol.ts";
import { say, withWarning } from "../words/format.ts";
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
        explanation: say(locale, { "pt-BR": "De qual ação?", en: "Which stock?" }),
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
  const explanation =
    kind === "several"
      ? say(locale, {
          "pt-BR": `Encontrei mais de um código para “${text}”. Qual deles?`,
          en: `I found more than one symbol for “${text}”. Which one?`,
        })
      : say(locale, {
          "pt-BR": `Não conheço “${text}”. Você quis dizer:`,
          en: `I don't know “${text}”. Did you mean:`,
        });
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
  const lost = say(locale, {
    "pt-BR": `Não encontrei a ação “${text}”.`,
    en: `I could not find the stock “${text}”.`,
  });
  const hint = source?.sample
    ? say(locale, {
        "pt-BR":
          "Sem dados ao vivo, só conheço as ações mais negociadas do Brasil, dos Estados Unidos e da Suécia",
        en: "Without live data I only know the most traded stocks of Brazil, the United States and Sweden",
      })
    : say(locale, {
        "pt-BR": "Tente o código de negociação, como PETR4 ou AAPL, ou o nome completo da empresa.",
        en: "Try the ticker, such as PETR4 or AAPL, or the company's full name.",
      });
  const explanation = `${lost} ${hint}`;
  return failure({
    code: "SYMBOL_NOT_FOUND",
    explanation: source === undefined ? explanation : withWarning(explanation, source, locale),
  });
}
