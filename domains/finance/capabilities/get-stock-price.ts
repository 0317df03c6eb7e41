import { isComing, isDay, isPeriod } from "#shared/calendar/period.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import type { Quote, SourceOfData } from "../data/market-data.ts";
import { marketContext } from "../markets/markets.ts";
import { named, shortSymbol } from "../symbols/names.ts";
import { moment, move, price, say, withWarning } from "../words/format.ts";
import { closeInWords, closeOfDay } from "./close-of-day.ts";
import { type Finance, quoteResult, textParam } from "./finance.ts";
import { findSymbol, symbolNotFound } from "./find-symbol.ts";

/** The latest price of one share or index; its close where `period` is a day that is over. */
export const getStockPrice =
  (finance: Finance): Handler =>
  async (params, call) => {
    const found = await findSymbol(params, finance, call);
    if ("answer" in found) return found.answer;
    const { locale } = call;
    const period = textParam(params, "period");
    const wanted = textParam(params, "currency");
    const today = call.today();
    if (period !== undefined && isDay(period) && period < today) {
      const close = await closeOfDay(found.symbol, period, finance, call);
      if ("answer" in close) return close.answer;
      return answered(close.quote, closeInWords(close, locale), close.source, wanted, locale);
    }
    const { quotes, source } = await finance.data.quote({ symbols: [found.symbol] }, call.signal);
    const [quote] = quotes;
    if (quote === undefined) return symbolNotFound(shortSymbol(found.symbol), locale, source);
    const isOther =
      period !== undefined && isPeriod(period) && !NOW.has(period) && period !== today;
    const note = isOther ? otherTime(period, today, locale) : "";
    return answered(quote, `${note}${sentence(quote, source, locale)}`, source, wanted, locale);
  };

/** The session that a quote tells of. */
const NOW: ReadonlySet<string> = new Set(["P1D"]);

/** A price of another time than now was asked for. */
const otherTime = (period: string, today: string, locale: Locale): string =>
  isComing(period, today)
    ? say(locale, {
        "pt-BR": "Não sei preços que ainda vêm; o último é este: ",
        en: "I don't know prices to come; the latest is this: ",
      })
    : say(locale, {
        "pt-BR": "Para um período, peça o histórico; o último preço é este: ",
        en: "For a period, ask for the history; the latest price is this: ",
      });

function answered(
  quote: Quote,
  text: string,
  source: SourceOfData,
  wanted: string | undefined,
  locale: Locale,
) {
  const note = currencyNote(wanted, quote, locale);
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

/**
 * A word about a price that was asked for in another currency than its own; undefined where none was.
 * Shape: USD for what is quoted in BRL gives "A cotação é em BRL; não converto para USD."
 */
function currencyNote(
  wanted: string | undefined,
  { symbol, currency }: { symbol: string; currency: string },
  locale: Locale,
): string | undefined {
  if (wanted === undefined || wanted === currency || symbol.startsWith("^")) return undefined;
  return say(locale, {
    "pt-BR": `A cotação é em ${currency}; não converto para ${wanted}.`,
    en: `It is quoted in ${currency}; I do not convert to ${wanted}.`,
  });
}
