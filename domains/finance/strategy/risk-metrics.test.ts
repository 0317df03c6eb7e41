import fc from "fast-check";
import { expect, it } from "vitest";
import { shift } from "#shared/calendar/days.ts";
import {
  annualisedVolatility,
  beta,
  type DatedPrice,
  logReturns,
  MIN_PRICES,
  maxDrawdown,
  riskMetrics,
  sharpeRatio,
  simpleReturns,
  totalReturn,
} from "./risk-metrics.ts";

const dated = (prices: readonly number[], from = "2026-01-01"): DatedPrice[] =>
  prices.map((price, at) => ({ date: shift(from, at, "day"), price }));

it("returns are what one unit of money becomes", () => {
  expect(simpleReturns([100, 110, 99])).toEqual([
    expect.closeTo(0.1, 12),
    expect.closeTo(-0.1, 12),
  ]);
  expect(logReturns([1, Math.E, Math.E ** 3])).toEqual([
    expect.closeTo(1, 12),
    expect.closeTo(2, 12),
  ]);
  expect(simpleReturns([5])).toEqual([]);
});

it("volatility: by hand, returns of +10 %, -10 % and +10 % (logs) scatter 11.547 % a day, 183.3 % a year", () => {
  // mean 1/30; squares (1/15)^2 + (2/15)^2 + (1/15)^2 = 6/225; / 2 = 0.013333; root 0.115470; * root 252
  const prices = [100, 100 * Math.exp(0.1), 100, 100 * Math.exp(0.1)];
  expect(annualisedVolatility(prices)).toBeCloseTo(0.11547005 * Math.sqrt(252), 6);
});

it("max drawdown: the deepest fall, not the longest, and not from the lowest low to the highest high", () => {
  const prices = dated([100, 120, 90, 130, 104, 140]);
  // 120 -> 90 is 25 %; 130 -> 104 is 20 %
  const { depth, peak, trough } = maxDrawdown(prices);
  expect(depth).toBeCloseTo(0.25, 12);
  expect([peak, trough]).toEqual(["2026-01-02", "2026-01-03"]);
});

it("max drawdown of a series that only rises is nothing", () => {
  expect(maxDrawdown(dated([1, 2, 3]))).toEqual({
    depth: 0,
    peak: "2026-01-01",
    trough: "2026-01-01",
  });
  expect(() => maxDrawdown([])).toThrow(RangeError);
});

it("beta: by hand, an asset that moves twice as much as its market has 2", () => {
  // market +1 %, -2 %, +3 %; asset +2 %, -4 %, +6 %
  const market = dated([100, 101, 101 * 0.98, 101 * 0.98 * 1.03]);
  const asset = dated([50, 51, 51 * 0.96, 51 * 0.96 * 1.06]);
  expect(beta(asset, market)).toBeCloseTo(2, 10);
});

it("beta looks only at days that both traded", () => {
  const market = dated([100, 101, 99, 102, 103]);
  const holiday = market[2]?.date;
  const asset = market.filter(({ date }) => date !== holiday);
  expect(beta(asset, market)).toBeCloseTo(1, 10);
});

it.each([
  ["fewer than three common days", dated([1, 2]), dated([1, 2])],
  ["no common days", dated([1, 2, 3]), dated([1, 2, 3], "2020-01-01")],
  ["a market that never moves", dated([1, 2, 3]), dated([5, 5, 5])],
])("beta of %s is unknown", (_what, asset, market) => expect(beta(asset, market)).toBeNull());

it("sharpe: by hand, +1 % and -0.5 % a day without a risk-free rate", () => {
  // mean 0.0025; deviation 0.0106066; ratio 0.2357023 * root 252 = 3.741657
  expect(sharpeRatio([100, 101, 101 * 0.995], 0)).toBeCloseTo(3.741657, 5);
});

it("sharpe: a share that earns exactly the risk-free rate on average has 0", () => {
  // mean of +2 % and 0 is 1 % a day, so 252 % a year
  expect(sharpeRatio([100, 102, 102], 2.52)).toBeCloseTo(0, 10);
});

it("sharpe of a price that never moves is unknown", () => {
  expect(sharpeRatio([5, 5, 5, 5], 0.1)).toBeNull();
  expect(sharpeRatio([5, 6], 0.1)).toBeNull();
});

it("is not computed from less than a month", () => {
  const prices = dated(Array.from({ length: MIN_PRICES - 1 }, (_, at) => 100 + at));
  expect(riskMetrics(prices, prices, 0)).toBeUndefined();
});

const path = fc
  // in hundredths of a per cent
  .array(fc.integer({ min: -2000, max: 2000 }), { minLength: MIN_PRICES, maxLength: 60 })
  .map((returns) => {
    const prices = [100];
    for (const value of returns) prices.push((prices.at(-1) ?? 0) * (1 + value / 10_000));
    return prices;
  });

it("holds for any path of prices", () => {
  fc.assert(
    fc.property(
      path,
      path,
      fc.double({ min: 0.01, max: 100, noNaN: true }),
      (one, other, factor) => {
        const [asset, market] = [dated(one), dated(other)];
        const metrics = riskMetrics(asset, market, 0.1);
        if (metrics === undefined) throw new Error("enough prices were given");
        expect(metrics.volatility).toBeGreaterThanOrEqual(0);
        expect(metrics.max_drawdown.depth).toBeGreaterThanOrEqual(0);
        expect(metrics.max_drawdown.depth).toBeLessThan(1);
        expect(metrics.max_drawdown.peak <= metrics.max_drawdown.trough).toBe(true);
        // No fall is deeper than the one that is reported.
        expect(totalReturn(one)).toBeGreaterThanOrEqual(-metrics.max_drawdown.depth - 1e-9);
        // A market against itself.
        const own = beta(market, market);
        if (own !== null) expect(own).toBeCloseTo(1, 8);
        // Another currency or a split changes nothing.
        const scaled = riskMetrics(
          asset.map((day) => ({ ...day, price: day.price * factor })),
          market,
          0.1,
        );
        expect(scaled?.volatility).toBeCloseTo(metrics.volatility, 8);
        expect(scaled?.max_drawdown.depth).toBeCloseTo(metrics.max_drawdown.depth, 8);
        if (metrics.beta !== null) expect(scaled?.beta).toBeCloseTo(metrics.beta, 6);
      },
    ),
  );
});

it("a higher risk-free rate never makes the ratio better", () => {
  fc.assert(
    fc.property(path, fc.double({ min: 0, max: 0.3, noNaN: true }), (prices, rate) => {
      const [at, above] = [sharpeRatio(prices, rate), sharpeRatio(prices, rate + 0.1)];
      if (at !== null && above !== null) expect(above).toBeLessThanOrEqual(at);
    }),
  );
});
