import { type IsoDate, shift } from "#shared/calendar/days.ts";
import { isDay } from "#shared/calendar/period.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { FileLink } from "#shared/contracts/output.ts";
import { failure, success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import type { PricePoint, Series, SourceOfData } from "../data/market-data.ts";
import { marketContext } from "../markets/markets.ts";
import { named, shortSymbol } from "../symbols/names.ts";
import { day, move, moved, price, sampleWarning, withWarning, words } from "../words.ts";
import { type Finance, rounded } from "./finance.ts";
import { findSymbol, symbolNotFound } from "./find-symbol.ts";
import { closeInWords, closeOfDay, findPeriod } from "./get-stock-price.ts";

/** Where no period is said. */
const USUAL_PERIOD = "P6M";
/** A result carries at most so many prices; of a longer history every second or third day is kept. */
const MAX_POINTS = 260;
/** So long before the deadline the answer goes out, with a chart or without. */
const SPARE_MS = 300;
/** A first price later than this after the beginning of the period is worth a word; weekends and holidays are not. */
const LATE_DAYS = 7;

/** Prices of one share over a period, with a chart. */
export const getPriceHistory =
  (finance: Finance): Handler =>
  async (params, call) => {
    const { locale, signal } = call;
    const found = await findSymbol(params, finance, call);
    if ("answer" in found) return found.answer;
    const chosen = findPeriod(params, call, USUAL_PERIOD);
    if ("answer" in chosen) return chosen.answer;
    // Of a day that is not over there is no close yet: what it has done since the one before.
    const period = chosen.period === call.today() ? "P1D" : chosen.period;
    if (isDay(period)) return historyOfDay(found.symbol, period, finance, call);
    const { series, from, to, source } = await finance.data.history(
      { symbols: [found.symbol], period },
      signal,
    );
    const [history] = series;
    const summary = history === undefined ? undefined : summarise(history.points);
    // The sample knows all its symbols' days, so what it leaves out it does not know at all.
    if (history === undefined && source.sample)
      return symbolNotFound(shortSymbol(found.symbol), locale, source);
    if (summary === undefined && from > source.as_of.slice(0, from.length))
      return historyOfDay(found.symbol, from, finance, call, true);
    if (history === undefined || summary === undefined)
      return noPrices(found.symbol, from, to, source, locale);

    const files = await drawn(history, summary, source, finance, call);
    const isLate = summary.first.date > shift(from, LATE_DAYS, "day");
    const text = [
      sentence(history, summary, chosen.isUsual, locale),
      ...(isLate ? [onlySince(summary.first, locale)] : []),
    ].join(" ");
    return success({
      result: {
        symbol: history.symbol,
        name: history.name,
        currency: history.currency,
        from,
        to,
        first: summary.first,
        last: summary.last,
        min: summary.min,
        max: summary.max,
        return_percent: rounded(summary.change),
        points: thinned(history.points),
        source,
        _market_context: marketContext(history),
      },
      explanation: withWarning(text, source, locale),
      metadata: files.length === 0 ? {} : { files },
    });
  };

async function historyOfDay(
  symbol: string,
  past: IsoDate,
  finance: Finance,
  call: Call,
  isBegun = false,
) {
  const { locale } = call;
  const found = await closeOfDay(symbol, past, finance, call, isBegun);
  if ("answer" in found) return found.answer;
  const { quote, source, asked } = found;
  const close = { date: quote.as_of, close: rounded(quote.price) };
  return success({
    result: {
      ...{ symbol: quote.symbol, name: quote.name, currency: quote.currency },
      ...{ from: asked, to: asked, first: close, last: close, min: close, max: close },
      return_percent: rounded(quote.change_percent),
      points: [close],
      source,
      _market_context: marketContext(quote),
    },
    explanation: withWarning(closeInWords(found, locale), source, locale),
  });
}

type Close = { date: string; close: number };
type Summary = { first: Close; last: Close; min: Close; max: Close; change: number };

/** undefined for a history without prices. */
function summarise(points: readonly PricePoint[]): Summary | undefined {
  const closes = points.map(({ date, close }): Close => ({ date, close: rounded(close) }));
  const [first] = closes;
  const last = closes.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const min = closes.reduce((low, each) => (each.close < low.close ? each : low), first);
  const max = closes.reduce((high, each) => (each.close > high.close ? each : high), first);
  return { first, last, min, max, change: (last.close / first.close - 1) * 100 };
}

/** Every n-th price, the last one always among them. */
function thinned(points: readonly PricePoint[]): Close[] {
  const step = Math.ceil(points.length / MAX_POINTS);
  return points
    .filter((_, at) => (points.length - 1 - at) % step === 0)
    .map(({ date, close }) => ({ date, close: rounded(close) }));
}

function sentence(history: Series, summary: Summary, isUsual: boolean, locale: Locale): string {
  const { first, last, min, max, change } = summary;
  const cost = ({ close }: Close) => price(close, history, locale);
  const on = ({ date }: Close) => day(date, locale);
  const say = words(locale);
  return say("history", {
    name: named(history),
    moved: moved(change, locale),
    usual: isUsual ? say("usual_half_year") : "",
    first: cost(first),
    first_day: on(first),
    last: cost(last),
    last_day: on(last),
    low: cost(min),
    low_day: on(min),
    high: cost(max),
    high_day: on(max),
  });
}

const onlySince = ({ date }: Close, locale: Locale): string =>
  words(locale)("only_since", { day: day(date, locale) });

function noPrices(symbol: string, from: string, to: string, source: SourceOfData, locale: Locale) {
  const text = words(locale)("no_prices", {
    symbol: shortSymbol(symbol),
    from: day(from, locale),
    to: day(to, locale),
  });
  return failure({ code: "NO_PRICES", explanation: withWarning(text, source, locale) });
}

/** The chart as PNG and SVG; none when it cannot be drawn in time, for the answer is worth giving without it. */
async function drawn(
  { symbol, name, currency, points }: Series,
  { first, last, change }: Summary,
  source: SourceOfData,
  { charts }: Finance,
  { locale, signal, log, remainingMs }: Call,
): Promise<FileLink[]> {
  const warning = sampleWarning(source, locale);
  const say = words(locale);
  const range = say("days", { from: day(first.date, locale), to: day(last.date, locale) });
  const unit = symbol.startsWith("^") ? say("points") : currency;
  const chart = {
    title: `${shortSymbol(symbol)} · ${name}`,
    subtitle: `${range} · ${move(change, locale)} · ${unit}`,
    note: warning === undefined ? null : warning.charAt(0).toUpperCase() + warning.slice(1),
    locale,
    points: thinned(points),
  };
  try {
    const inTime = AbortSignal.timeout(Math.max(remainingMs() - SPARE_MS, 0));
    const { png, svg } = await charts.draw(chart, AbortSignal.any([signal, inTime]));
    const file = `${symbol.replace(/[^A-Za-z0-9.-]/g, "")}_${first.date}_${last.date}`;
    return [
      inline(`${file}.png`, "image/png", Buffer.from(png)),
      inline(`${file}.svg`, "image/svg+xml", Buffer.from(svg)),
    ];
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ code: "NO_CHART", error }, "chart not drawn");
    return [];
  }
}

const inline = (name: string, media_type: string, bytes: Buffer): FileLink => ({
  name,
  media_type,
  url: `data:${media_type};base64,${bytes.toString("base64")}`,
});
