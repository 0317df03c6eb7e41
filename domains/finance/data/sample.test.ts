import { expect, it } from "vitest";
import { markets } from "../markets/markets.ts";
import { beta } from "../strategy/risk-metrics.ts";
import { marketDataContract } from "./market-data.contract.ts";
import { sampleMarketData } from "./sample.ts";
import { SAMPLE_DATE, sampleTable } from "./sample-table.ts";

const never = new AbortController().signal;
const year = "P1Y";

marketDataContract("sample", async () => sampleMarketData());

it("says that it is a sample, and of which date", async () => {
  const { source } = await sampleMarketData().quote({ symbols: ["AAPL"] }, never);
  expect(source).toEqual({ provider: "sample", sample: true, as_of: SAMPLE_DATE });
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
    sampleMarketData().history({ symbols: ["PETR4.SA", "NDA-FI.HE"], period: year }, never);
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(first).toEqual(second);
  const points = first.series[0]?.points ?? [];
  expect(points).toHaveLength(262 - 13);
  expect(points[0]?.date).toBe("2025-10-30");
  expect(points.at(-1)).toEqual({ date: SAMPLE_DATE, close: 31.4, adjusted_close: 31.4 });
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
  const { series } = await sampleMarketData().history(
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
  const { series } = await sampleMarketData().history(
    { symbols: [symbol, index], period: year },
    never,
  );
  const [asset = [], market = []] = series.map((one) =>
    one.points.map((point) => ({ date: point.date, price: point.close })),
  );
  const measured = beta(asset, market) ?? Number.NaN;
  expect(Math.abs(measured - expected)).toBeLessThan(0.4);
});

it("finds by the names that people use", async () => {
  const find = async (text: string) =>
    (await sampleMarketData().search({ text }, never)).matches.map((match) => match.symbol);
  expect(await find("magalu")).toEqual(["MGLU3.SA"]);
  expect(await find("NDA")).toEqual(["NDA-SE.ST", "NDA-FI.HE"]);
  expect(await find("Itaú")).toEqual(["ITUB4.SA", "ITUB3.SA", "ITSA4.SA"]);
  expect(await find("---")).toEqual([]);
});
