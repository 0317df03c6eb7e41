import { expect, it } from "vitest";
import { markets } from "../markets/markets.ts";
import { annualisedVolatility, beta } from "../strategy/risk-metrics.ts";
import { KNOWN_DAY, knownSample } from "./known-sample.fixture.ts";
import { marketDataContract } from "./market-data.contract.ts";
import { sampleMarketData } from "./sample.ts";
import { sampleTable } from "./sample-table.ts";

const never = new AbortController().signal;
const year = "P1Y";

marketDataContract("sample", async () => knownSample());

it("says that it is a sample, and of which date", async () => {
  const { source } = await knownSample().quote({ symbols: ["AAPL"] }, never);
  expect(source).toEqual({ provider: "sample", sample: true, as_of: KNOWN_DAY });
});

it("has some sixty shares, each once, of markets that are known, with their indices", () => {
  const shares = sampleTable.filter((row) => !row.symbol.startsWith("^"));
  expect(shares.length).toBeGreaterThanOrEqual(60);
  expect(new Set(sampleTable.map((row) => row.symbol)).size).toBe(sampleTable.length);
  const suffixes = new Set(markets.map((market) => market.suffix));
  for (const { symbol } of shares)
    expect(suffixes).toContain(symbol.includes(".") ? `.${symbol.split(".")[1]}` : "");
});

it("gives the same year of trading days every time, ending at the quoted price", async () => {
  const ask = () =>
    knownSample().history({ symbols: ["PETR4.SA", "NDA-FI.HE"], period: year }, never);
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(first).toEqual(second);
  const points = first.series[0]?.points ?? [];
  expect(points).toHaveLength(262 - 13);
  expect(points[0]?.date).toBe("2025-10-30");
  expect(points.at(-1)).toEqual({ date: KNOWN_DAY, close: 31.4, adjusted_close: 31.4 });
  expect(points.every(({ date }) => ![0, 6].includes(new Date(date).getUTCDay()))).toBe(true);
});

it.each([
  ["PETR4.SA", "2026-05-01", 0],
  ["^BVSP", "2026-02-17", 0],
  ["AAPL", "2026-05-01", 1],
  ["AAPL", "2026-07-03", 0],
  ["NDA-SE.ST", "2026-06-19", 0],
  ["NDA-FI.HE", "2026-01-06", 0],
  ["NOVO-B.CO", "2026-05-01", 1],
  ["NOVO-B.CO", "2026-06-05", 0],
])("%s has on %s %i prices: its exchange was closed, or not", async (symbol, day, count) => {
  const { series } = await knownSample().history(
    { symbols: [symbol], period: `${day}/${day}` },
    never,
  );
  expect(series[0]?.points).toHaveLength(count);
});

it.each([
  ["MGLU3.SA", "^BVSP", 1.9],
  ["AAPL", "^GSPC", 1.15],
  ["KO", "^GSPC", 0.4],
  ["VOLV-B.ST", "^OMX", 1.2],
])("%s moves with its index about as much as its table says", async (symbol, index, expected) => {
  const { series } = await knownSample().history({ symbols: [symbol, index], period: year }, never);
  const [asset = [], market = []] = series.map((one) =>
    one.points.map((point) => ({ date: point.date, price: point.close })),
  );
  const measured = beta(asset, market) ?? Number.NaN;
  expect(Math.abs(measured - expected)).toBeLessThan(0.4);
});

it("finds by the names that people use", async () => {
  const find = async (text: string) =>
    (await knownSample().search({ text }, never)).matches.map((match) => match.symbol);
  expect(await find("magalu")).toEqual(["MGLU3.SA"]);
  expect(await find("NDA")).toEqual(["NDA-SE.ST", "NDA-FI.HE"]);
  expect(await find("Itaú")).toEqual(["ITUB4.SA", "ITUB3.SA", "ITSA4.SA"]);
  expect(await find("---")).toEqual([]);
});

const at = (instant: string) => sampleMarketData({ now: () => Date.parse(instant) });

it.each([
  ["2026-11-27T12:00:00Z", "PETR4.SA", "2026-11-26"],
  ["2026-11-27T12:00:00Z", "AAPL", "2026-11-25"],
  ["2026-11-30T00:00:00Z", "AAPL", "2026-11-27"],
  ["2027-01-01T00:00:00Z", "PETR4.SA", "2026-12-30"],
  ["2027-03-31T23:50:00Z", "NDA-SE.ST", "2027-03-30"],
  ["2028-03-01T00:00:00Z", "AAPL", "2028-02-29"],
  ["2036-10-31T12:00:00Z", "BHIA3.SA", "2036-10-30"],
  ["1970-01-01T00:00:00Z", "AAPL", "2026-10-30"],
])("at %s %s reaches its exchange's last day before, %s", async (now, symbol, last) => {
  const data = at(now);
  const { quotes, source } = await data.quote({ symbols: [symbol] }, never);
  const { series } = await data.history({ symbols: [symbol], period: "P1M" }, never);
  expect([quotes[0]?.as_of, source.as_of]).toEqual([last, last]);
  const point = series[0]?.points.at(-1);
  expect(point).toMatchObject({ date: last, close: quotes[0]?.price });
  expect(quotes[0]?.change).toBeCloseTo(
    (point?.close ?? 0) - (series[0]?.points.at(-2)?.close ?? 0),
    2,
  );
});

it("a day that has been keeps its price, on whatever later day, and however it is asked for", async () => {
  const symbols = ["PETR4.SA", "AAPL", "^BVSP", "NDA-FI.HE"];
  const period = "2026-08-01/2026-12-15";
  const early = await at("2026-12-16T12:00:00Z").history({ symbols, period }, never);
  const later = at("2029-05-01T12:00:00Z");
  await later.quote({ symbols: symbols.toReversed() }, never);
  expect((await later.history({ symbols, period }, never)).series).toEqual(early.series);
});

it("goes on in a process that runs for days", async () => {
  let now = "2026-11-26T12:00:00Z";
  const data = sampleMarketData({ now: () => Date.parse(now) });
  await data.quote({ symbols: ["PETR4.SA"] }, never);
  now = "2026-12-01T12:00:00Z";
  const { quotes } = await data.quote({ symbols: ["PETR4.SA"] }, never);
  expect(quotes).toEqual((await at(now).quote({ symbols: ["PETR4.SA"] }, never)).quotes);
  expect(quotes[0]?.as_of).toBe("2026-11-30");
});

it("on every day some shares of a larger market rise, and some fall", async () => {
  const day = (at: number) => Date.parse("2026-11-01T12:00:00Z") + at * 24 * 60 * 60 * 1000;
  let now = day(0);
  const data = sampleMarketData({ now: () => now });
  const least = { BR: 8, US: 7, SE: 2 };
  for (let at = 0; at < 800; at += 5) {
    now = day(at);
    for (const [market, count] of Object.entries(least))
      for (const direction of ["gainers", "losers"] as const) {
        const { quotes } = await data.movers({ market, direction, limit: 20 }, never);
        expect(quotes.length, `${market} ${direction} ${now}`).toBeGreaterThanOrEqual(count);
      }
  }
});

it("in ten years no price has lost its size, and it moves as much as its table says", async () => {
  const data = at("2036-11-01T12:00:00Z");
  for (const { symbol, price, volatility } of sampleTable.filter((_, at) => at % 6 === 0)) {
    const { series } = await data.history({ symbols: [symbol], period: "P9Y" }, never);
    const closes = series[0]?.points.map(({ close }) => close) ?? [];
    const far = Math.log(20);
    for (const close of closes) expect(Math.abs(Math.log(close / price))).toBeLessThan(far);
    expect(annualisedVolatility(closes) / volatility).toBeGreaterThan(0.7);
    expect(annualisedVolatility(closes) / volatility).toBeLessThan(1.5);
  }
});
