import type { Locale } from "#shared/contracts/names.ts";
import { failure, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import type { Series, SourceOfData } from "../data/market-data.ts";
import { marketContext, marketOfSymbol } from "../markets/markets.ts";
import {
  annualisedVolatility,
  type DatedPrice,
  MIN_PRICES,
  type RiskMetrics,
  riskMetrics,
} from "../strategy/risk-metrics.ts";
import { named, nameOfSymbol, shortSymbol } from "../symbols/names.ts";
import { day, decimal, percent, withWarning, words } from "../words.ts";
import { type Finance, rounded } from "./finance.ts";
import { findSymbol, symbolNotFound } from "./find-symbol.ts";
import { findPeriod } from "./get-stock-price.ts";

/** Where no period is said. */
const USUAL_PERIOD = "P1Y";

/** Volatility, worst fall, beta and Sharpe of one share, beside its market's index. */
export const getRiskMetrics =
  (finance: Finance): Handler =>
  async (params, call) => {
    const { locale, signal } = call;
    const found = await findSymbol(params, finance, call);
    if ("answer" in found) return found.answer;
    const chosen = findPeriod(params, call, USUAL_PERIOD);
    if ("answer" in chosen) return chosen.answer;
    const benchmark = marketOfSymbol(found.symbol)?.benchmark;
    const symbols = [...new Set([found.symbol, benchmark ?? found.symbol])];
    const { series, source } = await finance.data.history(
      { symbols, period: chosen.period },
      signal,
    );
    const share = series.find((one) => one.symbol === found.symbol);
    const index = series.find((one) => one.symbol === benchmark && one !== share);
    if (share === undefined && source.sample)
      return symbolNotFound(shortSymbol(found.symbol), locale, source);
    const prices = datedPrices(share);
    const riskFree = riskFreeRate(share?.currency ?? "");
    const metrics = riskMetrics(prices, datedPrices(index), riskFree);
    if (share === undefined || metrics === undefined)
      return tooShort(found.symbol, prices.length, source, locale);

    const facts = { share, index, metrics, riskFree, isUsual: chosen.isUsual };
    const figures = {
      volatility_percent: rounded(metrics.volatility * 100),
      max_drawdown_percent: rounded(metrics.max_drawdown.depth * 100),
      max_drawdown_from: metrics.max_drawdown.peak,
      max_drawdown_to: metrics.max_drawdown.trough,
      beta: metrics.beta === null ? null : rounded(metrics.beta),
      sharpe: metrics.sharpe === null ? null : rounded(metrics.sharpe),
      return_percent: rounded(metrics.total_return * 100),
      risk_free_percent: rounded(riskFree * 100),
      benchmark: index?.symbol ?? null,
      benchmark_volatility_percent: index === undefined ? null : rounded(volatilityOf(index) * 100),
    };
    return success({
      result: {
        symbol: share.symbol,
        name: share.name,
        from: prices[0]?.date,
        to: prices.at(-1)?.date,
        ...figures,
        source,
        _market_context: marketContext(share),
      },
      explanation: withWarning(sentences(facts, locale), source, locale),
      metadata: { risk_metrics: figures },
    });
  };

/** Prices with dividends counted in, as returns need them. */
const datedPrices = (series: Series | undefined): DatedPrice[] =>
  series?.points.map(({ date, adjusted_close }) => ({ date, price: adjusted_close })) ?? [];

const volatilityOf = (series: Series): number =>
  annualisedVolatility(datedPrices(series).map((point) => point.price));

type Facts = {
  share: Series;
  index: Series | undefined;
  metrics: RiskMetrics;
  riskFree: number;
  isUsual: boolean;
};

function sentences({ share, index, metrics, riskFree, isUsual }: Facts, locale: Locale): string {
  const [first, last] = [share.points[0]?.date ?? "", share.points.at(-1)?.date ?? ""];
  const { depth, peak, trough } = metrics.max_drawdown;
  const volatility = percent(metrics.volatility * 100, locale);
  const indexName = index === undefined ? "" : (nameOfSymbol(index.symbol) ?? index.name);
  const against =
    index === undefined ? "" : ` (${indexName}: ${percent(volatilityOf(index) * 100, locale)})`;
  const rate = decimal(riskFree * 100, locale);
  const say = words(locale);
  const lines = [
    say("risk", {
      name: named(share),
      from: day(first, locale),
      to: day(last, locale),
      usual: isUsual ? say("usual_year") : "",
    }),
    say("volatility", { volatility, against }),
    depth === 0
      ? say("no_fall")
      : say("fall", {
          size: percent(depth * 100, locale),
          from: day(peak, locale),
          to: day(trough, locale),
        }),
    ...(metrics.beta === null
      ? []
      : [say("beta", { beta: decimal(metrics.beta, locale), index: indexName })]),
    ...(metrics.sharpe === null
      ? []
      : [say("sharpe", { sharpe: decimal(metrics.sharpe, locale), rate })]),
    ...(index === undefined ? [] : [verdict(metrics.volatility / volatilityOf(index), locale)]),
  ];
  return lines.join("\n");
}

/** The figures in one plain sentence; `times` is the share's volatility over its market's. */
function verdict(times: number, locale: Locale): string {
  const say = words(locale);
  if (times < 0.9) return say("swings.less");
  if (times < 1.25) return say("swings.alike");
  return say("swings.more", { times: decimal(times, locale, 1) });
}

function tooShort(symbol: string, count: number, source: SourceOfData, locale: Locale) {
  const text = words(locale)("too_short", {
    symbol: shortSymbol(symbol),
    least: MIN_PRICES,
    count,
  });
  return failure({ code: "NO_PRICES", explanation: withWarning(text, source, locale) });
}

/** A year's rate for money without risk, by currency: assumptions, said in every answer that uses them. */
const rates: Readonly<Record<string, number>> = {
  // Selic target, Banco Central do Brasil
  BRL: 0.15,
  // three-month Treasury bill
  USD: 0.04,
  // Riksbank policy rate
  SEK: 0.0175,
  // ECB deposit rate
  EUR: 0.02,
  // Danmarks Nationalbank certificate of deposit
  DKK: 0.016,
};

const ELSEWHERE = 0.03;

/** 0.15 is 15 % a year. */
const riskFreeRate = (currency: string): number =>
  Object.hasOwn(rates, currency) ? (rates[currency] ?? ELSEWHERE) : ELSEWHERE;
