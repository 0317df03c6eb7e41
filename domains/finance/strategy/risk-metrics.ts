import type { IsoDate } from "#shared/calendar/days.ts";

/** Arithmetic mean; NaN for an empty list. */
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Sample covariance of two lists of the same length.
 * Shape: sum((x - mean x)(y - mean y)) / (n - 1); NaN below two values
 */
function covariance(xs: readonly number[], ys: readonly number[]): number {
  const [mx, my] = [mean(xs), mean(ys)];
  const products = xs.map((x, at) => (x - mx) * ((ys[at] ?? Number.NaN) - my));
  return xs.length < 2 ? Number.NaN : mean(products) * (xs.length / (xs.length - 1));
}

/** Sample variance, with n - 1 below the line. */
const variance = (values: readonly number[]): number => covariance(values, values);

/** Sample standard deviation, with n - 1 below the line. */
const deviation = (values: readonly number[]): number => Math.sqrt(variance(values));

/** Trading days of a year, by convention. */
const TRADING_DAYS = 252;
/** Daily returns that scatter less than this do so by rounding only. */
const STILL = 1e-9;

/** A price on a day; prices are above zero and in order of their days. */
export type DatedPrice = { date: IsoDate; price: number };

/** p(t) / p(t-1) - 1 */
export const simpleReturns = (prices: readonly number[]): number[] =>
  prices.slice(1).map((price, at) => price / (prices[at] ?? Number.NaN) - 1);

/** ln(p(t) / p(t-1)) */
export const logReturns = (prices: readonly number[]): number[] =>
  prices.slice(1).map((price, at) => Math.log(price / (prices[at] ?? Number.NaN)));

/**
 * How much a year's return scatters; 0.25 is 25 %.
 * Formula: standard deviation (n - 1) of daily log returns * sqrt(252)
 * Source:  Hull, Options, Futures, and Other Derivatives, "Estimating volatility from historical data"
 */
export const annualisedVolatility = (prices: readonly number[]): number =>
  deviation(logReturns(prices)) * Math.sqrt(TRADING_DAYS);

export type Drawdown = { depth: number; peak: IsoDate; trough: IsoDate };

/**
 * The deepest fall from a high to a later low; 0.2 is 20 %. A series that never falls has depth 0 on its first day.
 * Formula: max over t of 1 - p(t) / max(p(s), s <= t)
 * Source:  Magdon-Ismail and Atiya (2004), "Maximum drawdown", Risk Magazine
 * Errors:  RangeError without any price
 */
export function maxDrawdown(prices: readonly DatedPrice[]): Drawdown {
  const [first] = prices;
  if (first === undefined) throw new RangeError("maxDrawdown: needs at least one price");
  let peak = first;
  let worst: Drawdown = { depth: 0, peak: first.date, trough: first.date };
  for (const day of prices) {
    if (day.price > peak.price) peak = day;
    const depth = 1 - day.price / peak.price;
    if (depth > worst.depth) worst = { depth, peak: peak.date, trough: day.date };
  }
  return worst;
}

/** The prices of both on the days that both have, in order. */
function onCommonDays(
  asset: readonly DatedPrice[],
  market: readonly DatedPrice[],
): { asset: number[]; market: number[] } {
  const marketOn = new Map(market.map((day) => [day.date, day.price]));
  const common = asset.flatMap((day) => {
    const other = marketOn.get(day.date);
    return other === undefined ? [] : [{ asset: day.price, market: other }];
  });
  return {
    asset: common.map((pair) => pair.asset),
    market: common.map((pair) => pair.market),
  };
}

/**
 * How much it moves when the market moves 1 %; 1 for the market itself. null where they share fewer than three
 * days or the market never moved.
 * Formula: covariance(asset, market) / variance(market) of simple returns between the days that both traded
 * Source:  Sharpe (1964), "Capital asset prices", Journal of Finance 19
 */
export function beta(asset: readonly DatedPrice[], market: readonly DatedPrice[]): number | null {
  const common = onCommonDays(asset, market);
  if (common.asset.length < 3) return null;
  const [ofAsset, ofMarket] = [simpleReturns(common.asset), simpleReturns(common.market)];
  const spread = variance(ofMarket);
  return spread < STILL ** 2 ? null : covariance(ofAsset, ofMarket) / spread;
}

/**
 * Reward for each unit of risk, for a year. null below three prices or when the price never moved.
 * Formula: mean(r - f) / standard deviation(r - f) * sqrt(252), with daily simple returns r and f = riskFree / 252
 * Shape:   `riskFree` is a year's rate, 0.15 for 15 %
 * Source:  Sharpe (1994), "The Sharpe ratio", Journal of Portfolio Management 21
 */
export function sharpeRatio(prices: readonly number[], riskFree: number): number | null {
  if (prices.length < 3) return null;
  const excess = simpleReturns(prices).map((value) => value - riskFree / TRADING_DAYS);
  const spread = deviation(excess);
  return spread < STILL ? null : (mean(excess) / spread) * Math.sqrt(TRADING_DAYS);
}

/** Last price over first, minus one; 0.1 is 10 %. */
export const totalReturn = (prices: readonly number[]): number =>
  (prices.at(-1) ?? Number.NaN) / (prices[0] ?? Number.NaN) - 1;

export type RiskMetrics = {
  volatility: number;
  max_drawdown: Drawdown;
  beta: number | null;
  sharpe: number | null;
  total_return: number;
};

/** The fewest prices that the metrics are computed from: about one month. */
export const MIN_PRICES = 20;

/** All metrics of one share against its market, or undefined below MIN_PRICES. */
export function riskMetrics(
  asset: readonly DatedPrice[],
  market: readonly DatedPrice[],
  riskFree: number,
): RiskMetrics | undefined {
  if (asset.length < MIN_PRICES) return undefined;
  const prices = asset.map((day) => day.price);
  return {
    volatility: annualisedVolatility(prices),
    max_drawdown: maxDrawdown(asset),
    beta: beta(asset, market),
    sharpe: sharpeRatio(prices, riskFree),
    total_return: totalReturn(prices),
  };
}
