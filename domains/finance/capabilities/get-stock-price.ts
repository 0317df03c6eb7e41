import type { IsoDate } from "#shared/calendar/days.ts";
import { isComing, isDay, isPeriod, type Period } from "#shared/calendar/period.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import type { PricePoint, Quote, Series, SourceOfData } from "../data/market-data.ts";
import { isTradingDay, marketContext } from "../markets/markets.ts";
import { named, shortSymbol } from "../symbols/names.ts";
import { day, moment, move, price, withWarning, words } from "../words.ts";
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
  words(locale)(isComing(period, today) ? "no_future" : "ask_for_history");

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
  return words(locale)("quote", { name: named(quote), price: cost, change: today, when });
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
  return words(locale)("other_currency", { currency, wanted });
}

/** No exchange is closed for longer: in so many days before any day there is a session, and one before that. */
const DAYS_BACK = 14;

/** What a share closed at on one day. */
type DayClose = {
  quote: Quote;
  /** The last session's: of the day that was asked for there is none, or none yet. */
  isEarlier: boolean;
  asked: IsoDate;
  /** That day begins a period that goes on: "this year" on the first of January. */
  isBegun: boolean;
  source: SourceOfData;
};

/**
 * The close of the session of one past day, or of the last one before it.
 * Errors: ProviderUnavailableError; a day without prices is an answer
 */
export async function closeOfDay(
  symbol: string,
  asked: IsoDate,
  { data }: Finance,
  { signal, locale }: Call,
  isBegun = false,
): Promise<DayClose | { answer: DomainOutput }> {
  const { series, source } = await data.history(
    { symbols: [symbol], period: `P${DAYS_BACK}D/${asked}` },
    signal,
  );
  const [history] = series;
  if (history === undefined && source.sample)
    return { answer: symbolNotFound(shortSymbol(symbol), locale, source) };
  const points = history?.points.filter(({ date }) => date <= asked) ?? [];
  const close = points.at(-1);
  if (history === undefined || close === undefined)
    return { answer: noClose(symbol, asked, source, locale) };
  const quote = quoteOf(history, close, points.at(-2) ?? close);
  return { quote, isEarlier: close.date < asked, asked, isBegun, source };
}

function quoteOf(series: Series, { date, close }: PricePoint, before: PricePoint): Quote {
  const { symbol, name, currency, exchange } = series;
  return {
    symbol,
    name,
    currency,
    price: close,
    previous_close: before.close,
    change: close - before.close,
    change_percent: (close / before.close - 1) * 100,
    as_of: date,
    ...(exchange === undefined ? {} : { exchange }),
  };
}

/** "Ambev ON (ABEV3) fechou em R$ 12,05 no dia 29/10/2026, alta de 0,40% no dia" */
export function closeInWords(close: DayClose, locale: Locale): string {
  const { quote } = close;
  const say = words(locale);
  const told = {
    name: named(quote),
    price: price(quote.price, quote, locale),
    change: move(quote.change_percent, locale),
    day: day(quote.as_of, locale),
  };
  return close.isEarlier
    ? say("closed_before", { ...told, why: whyEarlier(close, locale) })
    : say("closed", told);
}

function whyEarlier({ quote, asked, source, isBegun }: DayClose, locale: Locale): string {
  const say = words(locale);
  const on = { day: day(asked, locale) };
  if (isBegun) return say("no_close_since", on);
  const { market } = marketContext(quote);
  const isAhead = asked > source.as_of.slice(0, asked.length) && isTradingDay(market, asked);
  return say(isAhead ? "no_close_yet" : "no_session", on);
}

function noClose(symbol: string, asked: IsoDate, source: SourceOfData, locale: Locale) {
  const text = words(locale)("no_price", {
    symbol: shortSymbol(symbol),
    day: day(asked, locale),
  });
  return failure({ code: "NO_PRICES", explanation: withWarning(text, source, locale) });
}

/** A period, and whether it was taken because none was said; or what has to be answered instead. */
type FoundPeriod = { period: Period; isUsual: boolean } | { answer: DomainOutput };

type Offer = { readonly period_text: string; readonly period: Period };

function offers(locale: Locale, today: string): Offer[] {
  const say = words(locale);
  return [
    { period_text: say("periods.month"), period: "P1M" },
    { period_text: say("periods.half_year"), period: "P6M" },
    { period_text: say("periods.year"), period: "P1Y" },
    { period_text: say("periods.this_year"), period: today.slice(0, 4) },
  ];
}

/** The period that was said, `usual` when there is none; a question for one that is not understood or has not come. */
export function findPeriod(
  params: Record<string, unknown>,
  call: Call,
  usual: Period,
): FoundPeriod {
  const { locale } = call;
  const period = textParam(params, "period");
  const text = textParam(params, "period_text");
  if (period === undefined && text === undefined) return { period: usual, isUsual: true };
  if (period === undefined) {
    const explanation = words(locale)("unknown_period", { text: String(text) });
    return { answer: askForPeriod(explanation, "unknown_period", call) };
  }
  if (!isComing(period, call.today())) return { period, isUsual: false };
  const explanation = words(locale)("coming_period");
  return { answer: askForPeriod(explanation, "coming_period", call) };
}

const askForPeriod = (explanation: string, resolution: string, call: Call): DomainOutput =>
  ask({
    missing_param: "period_text",
    explanation,
    candidates: offers(call.locale, call.today()).map((offer) => ({
      label: offer.period_text,
      ...offer,
    })),
    metadata: { resolution },
  });
