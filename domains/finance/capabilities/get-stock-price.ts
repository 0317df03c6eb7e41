import type { Locale } from "#shared/contracts/names.ts";
import { success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import type { Quote, SourceOfData } from "../data/market-data.ts";
import { marketContext } from "../markets/markets.ts";
import { shortSymbol } from "../symbols/names.ts";
import { moment, price, say } from "../words/format.ts";
import { move } from "../words/moves.ts";
import { withWarning } from "../words/source-note.ts";
import type { Finance } from "./finance.ts";
import { findSymbol, symbolNotFound } from "./find-symbol.ts";

/** The latest price of one share or index. */
export const getStockPrice =
  (finance: Finance): Handler =>
  async (params, call) => {
    const found = await findSymbol(params, finance, call);
    if ("answer" in found) return found.answer;
    const { quotes, source } = await finance.data.quote({ symbols: [found.symbol] }, call.signal);
    const [quote] = quotes;
    if (quote === undefined) return symbolNotFound(shortSymbol(found.symbol), call.locale, source);
    return success({
      result: { ...quoteResult(quote), source, _market_context: marketContext(quote) },
      explanation: withWarning(sentence(quote, source, call.locale), source, call.locale),
    });
  };

/** A quote as the results carry it; figures rounded to what they mean. */
export const quoteResult = (quote: Quote) => ({
  symbol: quote.symbol,
  name: quote.name,
  price: rounded(quote.price),
  currency: quote.currency,
  change: rounded(quote.change),
  change_percent: rounded(quote.change_percent),
  as_of: quote.as_of,
});

/** Floating-point dust off: four decimals are finer than any tick. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** "Nordea (NDA-SE.ST)" */
export const named = ({ name, symbol }: { name: string; symbol: string }): string =>
  `${name} (${shortSymbol(symbol)})`;

function sentence(quote: Quote, source: SourceOfData, locale: Locale): string {
  const { exchange, timezone } = marketContext(quote);
  const cost = price(quote.price, quote, locale);
  const today = move(quote.change_percent, locale);
  const when = source.sample ? "" : ` (${exchange}, ${moment(quote.as_of, timezone, locale)})`;
  return say(locale, {
    "pt-BR": `${named(quote)} está em ${cost}, ${today} no dia${when}`,
    en: `${named(quote)} is at ${cost}, ${today} on the day${when}`,
  });
}
