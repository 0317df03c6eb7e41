import { expect, it } from "vitest";
import { findMarket, knownMarketNames, ofMarket } from "../capabilities/get-top-movers.ts";
import { marketByCode, marketContext, marketOfSymbol, markets } from "./markets.ts";

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
