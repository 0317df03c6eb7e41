import { expect, it } from "vitest";
import { type MarketData, type SkillName, type SkillOutput, skills } from "./market-data.ts";

const never = new AbortController().signal;

/** The answer as its schema wants it, as if it came over the wire. */
function checked<Name extends SkillName>(name: Name, answer: SkillOutput<Name>): SkillOutput<Name> {
  return skills[name].output.parse(JSON.parse(JSON.stringify(answer))) as SkillOutput<Name>;
}

/** What every source of market data must do. The source has to know PETR4.SA, NDA-SE.ST, AAPL, ^BVSP and a week or more of their prices. */
export function marketDataContract(name: string, open: () => Promise<MarketData>): void {
  it(`${name}: quotes what it knows, in the order asked, and leaves out the rest`, async () => {
    const data = await open();
    const { quotes, source } = checked(
      "quote",
      await data.quote({ symbols: ["NDA-SE.ST", "NOPE99.SA", "PETR4.SA"] }, never),
    );
    expect(quotes.map((quote) => [quote.symbol, quote.currency])).toEqual([
      ["NDA-SE.ST", "SEK"],
      ["PETR4.SA", "BRL"],
    ]);
    expect(quotes.map((quote) => quote.name)).toEqual(["Nordea", "Petrobras PN"]);
    for (const quote of quotes) {
      expect(quote.price).toBeGreaterThan(0);
      expect(quote.change).toBeCloseTo(quote.price - quote.previous_close, 2);
      expect(quote.change_percent).toBeCloseTo((quote.price / quote.previous_close - 1) * 100, 1);
    }
    expect(source.as_of).toMatch(/^\d{4}-\d{2}-\d{2}/);
  });

  it(`${name}: a symbol that could be a path or a query is simply unknown`, async () => {
    const data = await open();
    const symbols = ["../../secret", "AAPL?x=1", "", "a b"].filter((symbol) => symbol !== "");
    expect((await data.quote({ symbols }, never)).quotes).toEqual([]);
    expect((await data.history({ symbols, period: lastMonth }, never)).series).toEqual([]);
  });

  it(`${name}: finds by name, and answers nothing with nothing`, async () => {
    const data = await open();
    const found = checked("search", await data.search({ text: "petrobras" }, never));
    expect(found.matches.map((match) => match.symbol)).toContain("PETR4.SA");
    expect((await data.search({ text: "zzzqqq" }, never)).matches).toEqual([]);
    expect((await data.search({ text: "petrobras", limit: 1 }, never)).matches).toHaveLength(1);
  });

  it(`${name}: history is daily, in order, inside the range, with an index beside its share`, async () => {
    const data = await open();
    const answer = checked(
      "history",
      await data.history({ symbols: ["PETR4.SA", "NOPE99.SA", "^BVSP"], period: lastMonth }, never),
    );
    expect(answer.series.map((one) => one.symbol)).toEqual(["PETR4.SA", "^BVSP"]);
    for (const { points } of answer.series) {
      const dates = points.map((point) => point.date);
      expect(dates.length).toBeGreaterThanOrEqual(5);
      expect(dates).toEqual([...new Set(dates)].sort());
      expect(dates[0]?.localeCompare(answer.from)).toBeGreaterThanOrEqual(0);
      expect(dates.at(-1)?.localeCompare(answer.to)).toBeLessThanOrEqual(0);
    }
  });

  it.each(["gainers", "losers"] as const)(
    `${name}: %s are in order, at most as many as asked`,
    async (direction) => {
      const data = await open();
      for (const market of ["BR", "US", "SE"]) {
        const { quotes } = checked(
          "movers",
          await data.movers({ market, direction, limit: 3 }, never),
        );
        const sign = direction === "gainers" ? 1 : -1;
        const moves = quotes.map((quote) => quote.change_percent * sign);
        expect(moves.length).toBeGreaterThan(0);
        expect(moves.length).toBeLessThanOrEqual(3);
        expect(moves.every((move) => move > 0)).toBe(true);
        expect(moves).toEqual(moves.toSorted((a, b) => b - a));
      }
    },
  );

  it(`${name}: stops when it is told to`, async () => {
    const data = await open();
    const stop = AbortSignal.abort(new Error("enough"));
    await expect(data.quote({ symbols: ["AAPL"] }, stop)).rejects.toThrow("enough");
    await expect(data.search({ text: "apple" }, stop)).rejects.toThrow("enough");
    await expect(data.history({ symbols: ["AAPL"], period: lastMonth }, stop)).rejects.toThrow(
      "enough",
    );
    await expect(data.movers({ market: "US", direction: "gainers" }, stop)).rejects.toThrow(
      "enough",
    );
  });
}

const lastMonth = "P1M";
