import { expect, it } from "vitest";
import { weekdays } from "#shared/calendar/days.ts";
import { findMarket, knownMarketNames, ofMarket } from "../capabilities/get-top-movers.ts";
import {
  isTradingDay,
  marketByCode,
  marketContext,
  marketOfSymbol,
  markets,
  tradingDayBefore,
} from "./markets.ts";

it.each([
  ["PETR4.SA", "BR"],
  ["AAPL", "US"],
  ["BRK-B", "US"],
  ["NDA-SE.ST", "SE"],
  ["NDA-FI.HE", "FI"],
  ["NOVO-B.CO", "DK"],
  ["^BVSP", "BR"],
  ["^OMX", "SE"],
  ["PSI20.LS", "PT"],
  ["XYZ.QQ", undefined],
])("%s is traded in %s", (symbol, market) => expect(marketOfSymbol(symbol)?.market).toBe(market));

it.each([
  ["Brasil", "BR"],
  ["brazil", "BR"],
  ["B3", "BR"],
  ["Bovespa", "BR"],
  ["da bolsa brasileira", "BR"],
  ["o mercado brasileiro", "BR"],
  ["EUA", "US"],
  ["Estados Unidos", "US"],
  ["the US", "US"],
  ["the US stock market", "US"],
  ["U.S.", "US"],
  ["Nasdaq", "US"],
  ["NYSE", "US"],
  ["mercado americano", "US"],
  ["Suécia", "SE"],
  ["sweden", "SE"],
  ["OMX", "SE"],
  ["bolsa de Estocolmo", "SE"],
  ["the Swedish market", "SE"],
  ["Japão", undefined],
  ["", undefined],
  ["mercado", undefined],
  ["constructor", undefined],
])("%j means %s", (text, market) => expect(findMarket(text)?.market).toBe(market));

it("every market has an IANA timezone, an ISO currency and a suffix of its own", () => {
  for (const { timezone, currency } of markets) {
    expect(() => new Intl.DateTimeFormat("en", { timeZone: timezone })).not.toThrow();
    expect(currency).toMatch(/^[A-Z]{3}$/);
  }
  expect(new Set(markets.map((market) => market.suffix)).size).toBe(markets.length);
});

it("says where it is, as people do", () => {
  const of = (code: string, locale: "pt-BR" | "en") => {
    const market = marketByCode(code);
    return market === undefined ? undefined : ofMarket(market, locale);
  };
  expect(["BR", "US", "SE"].map((code) => of(code, "pt-BR"))).toEqual([
    "do Brasil",
    "dos Estados Unidos",
    "da Suécia",
  ]);
  expect(of("US", "en")).toBe("in the United States");
  expect(knownMarketNames("en")).toEqual(["Brazil", "United States", "Sweden"]);
});

it("a symbol of an unknown place still has a context", () => {
  expect(marketContext({ symbol: "XYZ.QQ", currency: "XAF" })).toEqual({
    market: "unknown",
    exchange: "unknown",
    timezone: "UTC",
    currency: "XAF",
  });
});

/** The weekdays of a year on which the exchanges said that they are closed all day. */
const CLOSED: Readonly<Record<string, string>> = {
  BR: "2025-11-20 2025-12-24 2025-12-25 2025-12-31 2026-01-01 2026-02-16 2026-02-17 2026-04-03 2026-04-21 2026-05-01 2026-06-04 2026-09-07 2026-10-12",
  US: "2025-11-27 2025-12-25 2026-01-01 2026-01-19 2026-02-16 2026-04-03 2026-05-25 2026-06-19 2026-07-03 2026-09-07",
  SE: "2025-12-24 2025-12-25 2025-12-26 2025-12-31 2026-01-01 2026-01-06 2026-04-03 2026-04-06 2026-05-01 2026-05-14 2026-06-19",
  FI: "2025-12-24 2025-12-25 2025-12-26 2025-12-31 2026-01-01 2026-01-06 2026-04-03 2026-04-06 2026-05-01 2026-05-14 2026-06-19",
  DK: "2025-12-24 2025-12-25 2025-12-26 2025-12-31 2026-01-01 2026-04-02 2026-04-03 2026-04-06 2026-05-14 2026-05-15 2026-05-25 2026-06-05",
};

it.each(Object.entries(CLOSED))("%s is closed on the days of its own calendar", (market, days) => {
  const closed = weekdays("2025-11-03", "2026-10-30").filter((day) => !isTradingDay(market, day));
  expect(closed).toEqual(days.split(" "));
});

it.each([
  ["US", "2027-06-18", false],
  ["US", "2027-07-05", false],
  ["US", "2027-12-24", false],
  ["US", "2027-12-31", true],
  ["BR", "2027-02-08", false],
  ["BR", "2027-11-15", false],
  ["BR", "2028-02-29", false],
  ["JP", "2027-12-24", true],
  ["JP", "2027-12-25", false],
])("%s, %s: %s, also where a holiday falls on a weekend or moves", (market, day, expected) => {
  expect(isTradingDay(market, day)).toBe(expected);
});

it("the day before a long weekend is the last one", () => {
  expect(tradingDayBefore("BR", "2027-01-02")).toBe("2026-12-30");
  expect(tradingDayBefore("US", "2027-01-02")).toBe("2026-12-31");
  expect(tradingDayBefore("US", "2026-11-30")).toBe("2026-11-27");
});
