import { afterAll, beforeAll, expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { type Ask, asking, type Parameters, serveFinance } from "./ask-domain.fixture.ts";
import { DAY_AFTER, knownSample } from "./data/known-sample.fixture.ts";

let server: { url: string; close(): Promise<void> };
let ask: Ask;
beforeAll(async () => {
  server = await serveFinance(knownSample(), DAY_AFTER);
  ask = asking(server.url, DAY_AFTER);
});
afterAll(() => server.close());

it("asks which Petrobras, and goes on with the one that was chosen", async () => {
  const question = await ask("get_stock_price", { symbol_text: "petrobras" });
  expect(question).toMatchObject({
    status: "clarification",
    explanation: "Encontrei mais de um código para “petrobras”. Qual deles?",
    metadata: { resolution: "ambiguous_symbol" },
    result: {
      candidates: [
        { label: "PETR3 · Petrobras ON (ordinária)", symbol: "PETR3.SA" },
        { label: "PETR4 · Petrobras PN (preferencial)", symbol: "PETR4.SA" },
      ],
    },
  });
  const chosen = { symbol_text: "petrobras", symbol: "PETR3.SA" };
  expect((await ask("get_stock_price", chosen)).explanation).toContain("Petrobras ON (PETR3)");
});

it("a short misspelt name is asked about; a clear slip in a longer one is put right, and said", async () => {
  expect(await ask("get_price_history", { symbol_text: "aple" }, "en")).toMatchObject({
    status: "clarification",
    explanation: "I don't know “aple”. Did you mean:",
  });
  const meant = await ask("get_price_history", { symbol_text: "nordeia" }, "en");
  expect(meant.explanation).toContain("took “nordeia” to mean Nordea");
});

it("a comparison with two unclear names asks twice and then compares all", async () => {
  const first = await ask("compare_quotes", { symbols_text: ["Petrobras", "Vale", "Bradesco"] });
  expect(first.result).toMatchObject({
    candidates: [
      { label: "PETR3 · Petrobras ON (ordinária)", symbols: ["PETR3.SA", "VALE3.SA", "bradesco"] },
      {
        label: "PETR4 · Petrobras PN (preferencial)",
        symbols: ["PETR4.SA", "VALE3.SA", "bradesco"],
      },
    ],
  });
  const symbols = ["PETR4.SA", "VALE3.SA", "bradesco"];
  const second = await ask("compare_quotes", { symbols_text: ["Petrobras"], symbols });
  expect(second.result).toMatchObject({
    candidates: [
      { symbols: ["PETR4.SA", "VALE3.SA", "BBDC3.SA"] },
      { symbols: ["PETR4.SA", "VALE3.SA", "BBDC4.SA"] },
    ],
  });
  const last = await ask("compare_quotes", { symbols: ["PETR4.SA", "VALE3.SA", "BBDC4.SA"] });
  expect(last.explanation.match(/^- /gm)).toHaveLength(3);
});

it.each<[string, Parameters, Locale, string, string]>([
  [
    "get_stock_price",
    { symbol_text: "Havan" },
    "pt-BR",
    "SYMBOL_NOT_FOUND",
    "Não encontrei a ação “Havan”.",
  ],
  [
    "get_stock_price",
    { symbol: "HEIA.AS" },
    "en",
    "SYMBOL_NOT_FOUND",
    "I could not find the stock “HEIA.AS”.",
  ],
  [
    "get_price_history",
    { symbol: "HEIA.AS" },
    "en",
    "SYMBOL_NOT_FOUND",
    "I could not find the stock “HEIA.AS”.",
  ],
  [
    "get_risk_metrics",
    { symbol: "XPTO3.SA" },
    "pt-BR",
    "SYMBOL_NOT_FOUND",
    "Não encontrei a ação “XPTO3”.",
  ],
  [
    "search_symbol",
    { query_text: "SpaceX" },
    "en",
    "SYMBOL_NOT_FOUND",
    "I could not find the stock “SpaceX”.",
  ],
  [
    "get_top_gainers",
    { market_text: "Marte" },
    "pt-BR",
    "UNKNOWN_MARKET",
    "Não conheço o mercado “Marte”. Sei as altas e baixas destes: Brasil, Estados Unidos e Suécia.",
  ],
  [
    "get_top_losers",
    { market_text: "Mars" },
    "en",
    "UNKNOWN_MARKET",
    "I don't know the market “Mars”. I know the movers in these markets: Brazil, United States, and Sweden.",
  ],
  [
    "compare_quotes",
    { symbols_text: ["Apple"] },
    "en",
    "NOTHING_TO_COMPARE",
    "I need at least two stocks to compare, and I only have Apple (AAPL).",
  ],
  [
    "get_price_history",
    { symbol_text: "vale", period_text: "2019" },
    "pt-BR",
    "NO_PRICES",
    "Não há preços de VALE3 de 01/01/2019 a 31/12/2019.",
  ],
  [
    "get_risk_metrics",
    { symbol_text: "vale", period_text: "última semana" },
    "pt-BR",
    "NO_PRICES",
    "preciso de pelo menos 20 dias de preços",
  ],
])("%s %j in %s fails as %s, in words", async (capability, parameters, locale, code, words) => {
  const output = await ask(capability, parameters, locale);
  expect(output).toMatchObject({ status: "failure", metadata: { code } });
  expect(output.explanation).toContain(words);
});

it.each<[Locale, string, string]>([
  ["pt-BR", "japão", "Não conheço o mercado “japão”."],
  ["en", "South Korea", "I don't know the market “South Korea”."],
])(
  "a place without movers is not taken for the usual one (%s: %s)",
  async (locale, place, words) => {
    const output = await ask("get_top_gainers", { market_text: place }, locale);
    expect(output).toMatchObject({ status: "failure", metadata: { code: "UNKNOWN_MARKET" } });
    expect(output.explanation).toContain(words);
  },
);

it("of a day before there are prices it says so", async () => {
  const output = await ask("get_stock_price", { symbol_text: "vale", period: "2019-03-10" });
  expect(output).toMatchObject({ status: "failure", metadata: { code: "NO_PRICES" } });
});

it("the classes of a company's shares are named as people say them, in English too", async () => {
  const { result } = await ask("get_stock_price", { symbol_text: "PETR" }, "en");
  expect(result).toMatchObject({
    candidates: [
      { label: "PETR3 · Petrobras ON (common)" },
      { label: "PETR4 · Petrobras PN (preferred)" },
    ],
  });
});

it.each<[string, Parameters, string]>([
  ["get_stock_price", {}, "symbol_text"],
  ["get_price_history", { symbol_text: "  " }, "symbol_text"],
  ["compare_quotes", { symbols_text: [] }, "symbols_text"],
  ["search_symbol", {}, "query_text"],
  ["get_price_history", { symbol_text: "vale", period_text: "quando chover" }, "period_text"],
])("%s %j asks for %s", async (capability, parameters, missing_param) => {
  const output = await ask(capability, parameters);
  expect(output).toMatchObject({ status: "clarification", metadata: { missing_param } });
});

it.each(["get_price_history", "get_risk_metrics"])(
  "%s of days that have not come asks for past ones, and goes on with those",
  async (capability) => {
    const said = { symbol_text: "PETR4", period_text: "próximos 3 meses" };
    const question = await ask(capability, said);
    expect(question.status).toBe("clarification");
    expect(question.explanation).toContain("Só conheço preços passados");
    expect(question.result).toMatchObject({
      candidates: [
        { period_text: "último mês", period: "P1M" },
        { period: "P6M" },
        { period: "P1Y" },
        { period: "2026" },
      ],
    });
    const answered = { ...said, period_text: "último mês", period: "P1M" };
    expect((await ask(capability, answered)).status).toBe("success");
  },
);

it.each(["2026-11-01", "2030-03-10", "2026-11"])(
  "the price of %s, which has not come, is the latest, and says so",
  async (period) => {
    const said = await ask("get_stock_price", { symbol_text: "vale", period });
    expect(said.explanation).toMatch(/^Não conheço preços futuros; o último preço é este: Vale ON/);
  },
);

it("what is no period is refused with its name", async () => {
  const output = await ask("get_stock_price", { symbol_text: "vale", period: "yesterday" });
  expect(output).toMatchObject({ status: "failure", metadata: { code: "INVALID_PARAMS" } });
});
