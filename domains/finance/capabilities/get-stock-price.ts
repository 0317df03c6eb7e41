import type { Locale } from "#shared/contracts/names.ts";
import { success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import type { Quote, SourceOfData } from "../data/market-data.ts";
import { marketContext } from "../markets/markets.ts";
import { speaksOfComing } from "../periods/coming.ts";
import { dayInSentence, type PastDay } from "../periods/day-in-sentence.ts";
import { named, shortSymbol } from "../symbols/names.ts";
import { currencyNote } from "../words/currency-asked.ts";
import { moment, price, say } from "../words/format.ts";
import { move } from "../words/moves.ts";
import { withWarning } from "../words/source-note.ts";
import { closeInWords, closeOfDay } from "./close-of-day.ts";
import type { Finance } from "./finance.ts";
import { findSymbol, symbolNotFound } from "./find-symbol.ts";
import { quoteResult } from "./quote-result.ts";

/** The latest price of one share or index; the close of the past day that the sentence names. */
export const getStockPrice =
  (finance: Finance): Handler =>
  async (params, call) => {
    const found = await findSymbol(params, finance, call);
    if ("answer" in found) return found.answer;
    const past = dayInSentence(call.intent.original_query, call.locale);
    if (past !== undefined) return priceOfDay(found.symbol, past, finance, call);
    const { quotes, source } = await finance.data.quote({ symbols: [found.symbol] }, call.signal);
    const [quote] = quotes;
    if (quote === undefined) return symbolNotFound(shortSymbol(found.symbol), call.locale, source);
    const coming = speaksOfComing(call.intent.original_query) ? onlyLatest(call.locale) : "";
    return answered(quote, `${coming}${sentence(quote, source, call.locale)}`, source, call);
  };

const onlyLatest = (locale: Locale): string =>
  say(locale, {
    "pt-BR": "Não sei preços que ainda vêm; o último é este: ",
    en: "I don't know prices to come; the latest is this: ",
  });

async function priceOfDay(symbol: string, past: PastDay, finance: Finance, call: Call) {
  const found = await closeOfDay(symbol, past, finance, call.signal, call.locale);
  if ("answer" in found) return found.answer;
  return answered(found.quote, closeInWords(found, call.locale), found.source, call);
}

function answered(quote: Quote, text: string, source: SourceOfData, { intent, locale }: Call) {
  const note = currencyNote(intent.original_query, quote, locale);
  return success({
    result: { ...quoteResult(quote), source, _market_context: marketContext(quote) },
    explanation: withWarning(note === undefined ? text : `${text}. ${note}`, source, locale),
  });
}

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
