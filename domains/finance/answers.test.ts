import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { fileSchema } from "#shared/contracts/output.ts";
import { type Ask, asking, type Parameters, serveFinance } from "./ask-domain.fixture.ts";
import { DAY_AFTER, knownSample } from "./data/known-sample.fixture.ts";

describe("answers from sample data", () => {
  let server: { url: string; close(): Promise<void> };
  let ask: Ask;
  beforeAll(async () => {
    server = await serveFinance(knownSample(), DAY_AFTER);
    ask = asking(server.url, DAY_AFTER);
  });
  afterAll(() => server.close());

  const warned = {
    "pt-BR": "(dados de exemplo de 30/10/2026, não são cotações reais)",
    en: "(sample data from Oct 30, 2026, not real quotes)",
  } as const;

  it.each<[Locale, string, Parameters, string]>([
    [
      "pt-BR",
      "get_stock_price",
      { symbol_text: "Nordea" },
      "Nordea (NDA-SE.ST) está em SEK 112,50, alta de 1,77% no dia",
    ],
    [
      "en",
      "get_stock_price",
      { symbol_text: "Apple" },
      "Apple (AAPL) is at $262.80, up 0.28% on the day",
    ],
    [
      "pt-BR",
      "get_stock_price",
      { symbol: "PETR4.SA", symbol_text: "petro" },
      "Petrobras PN (PETR4) está em R$ 31,40, queda de 0,85% no dia",
    ],
    [
      "pt-BR",
      "get_stock_price",
      { symbol_text: "ibovespa" },
      "Ibovespa (^BVSP) está em 146.300,00 pontos, queda de 0,46% no dia",
    ],
    [
      "pt-BR",
      "compare_quotes",
      { symbols_text: "VALE3 e PETR4" },
      "Comparação no dia:\n- Petrobras PN (PETR4): R$ 31,40, -0,85%\n- Vale ON (VALE3): R$ 62,80, -2,33%\n",
    ],
    [
      "en",
      "compare_quotes",
      { symbols_text: ["Apple", "Nordea"] },
      "Comparison for the day:\n- Nordea (NDA-SE.ST): SEK 112.50, +1.77%\n- Apple (AAPL): $262.80, +0.28%\nThe prices are in different currencies; compare the changes.\n",
    ],
    [
      "pt-BR",
      "get_top_gainers",
      { market_text: "Brasil", limit: 2 },
      "Maiores altas do Brasil (entre 51 ações):\n1. Cyrela ON (CYRE3): +2,15%, R$ 29,90\n2. Lojas Renner ON (LREN3): +2,03%, R$ 15,60\n",
    ],
    [
      "en",
      "get_top_losers",
      { market_text: "the US", limit: 1 },
      "Top losers in the United States (among 42 stocks):\n1. Intel (INTC): -2.92%, $38.20\n",
    ],
    [
      "pt-BR",
      "get_top_losers",
      { limit: 1 },
      "Maiores baixas do Brasil (entre 51 ações; o mercado que acompanho por padrão):\n1. CSN ON (CSNA3): -5,49%, R$ 8,60\n",
    ],
    [
      "en",
      "get_top_gainers",
      { limit: 1 },
      "Top gainers in the United States (among 42 stocks; the market I follow by default):\n1. Tesla (TSLA): +8.03%, $431.90\n",
    ],
    [
      "pt-BR",
      "get_price_history",
      { symbol_text: "PETR4", period_text: "últimos 6 meses" },
      "Petrobras PN (PETR4) caiu 6,74% de 30/04/2026 a 30/10/2026: de R$ 33,67 para R$ 31,40. Mínima de R$ 30,72 em 25/05/2026, máxima de R$ 37,16 em 07/07/2026.",
    ],
    [
      "en",
      "get_price_history",
      { symbol_text: "Apple" },
      "Apple (AAPL) rose 11.75% from Apr 30, 2026 to Oct 30, 2026 (last 6 months, since you did not name a period): from $235.16 to $262.80. Low of $222.90 on Jul 17, 2026, high of $280.26 on Oct 13, 2026.",
    ],
    [
      "pt-BR",
      "get_price_history",
      { symbol_text: "vale", period_text: "5 anos" },
      "Só há dados desde 30/10/2025.",
    ],
    [
      "en",
      "get_risk_metrics",
      { symbol_text: "Apple" },
      "Risk of Apple (AAPL) from Oct 30, 2025 to Oct 30, 2026 (past year):\n- Volatility: 27.26% a year (S&P 500: 16.70%)\n- Max drawdown: 11.78%, from Mar 30, 2026 to Jul 17, 2026\n- Beta: 1.04 relative to the S&P 500\n- Sharpe: 1.52, with a risk-free rate of 4.00% a year\nIt swings 1.6 times as much as its market.\n",
    ],
    [
      "pt-BR",
      "get_risk_metrics",
      { symbol_text: "magalu", period_text: "este ano" },
      "Risco de Magazine Luiza ON (MGLU3) de 02/01/2026 a 30/10/2026:\n- Volatilidade: ",
    ],
    [
      "pt-BR",
      "search_symbol",
      { query_text: "nordea" },
      "Códigos para “nordea”:\n- NDA-SE.ST · Nordea (OMX)\n- NDA-FI.HE · Nordea (Nasdaq Helsinki)\n",
    ],
    [
      "en",
      "search_symbol",
      { query_text: "klabim" },
      "I could not find “klabim”. Similar companies:\n- KLBN11 · Klabin Unit (B3)\n",
    ],
  ])("%s %s %j", async (locale, capability, parameters, expected) => {
    const output = await ask(capability, parameters, locale);
    expect(output.explanation).toContain(expected);
    expect(output.explanation.endsWith(warned[locale])).toBe(true);
    expect(output.status).toBe("success");
    expect(output.result).toMatchObject({
      source: { provider: "sample", sample: true, as_of: "2026-10-30" },
    });
  });

  it.each<[Locale, string, Parameters, string]>([
    [
      "pt-BR",
      "get_stock_price",
      { symbol_text: "ambev", period: "2026-10-29" },
      "Ambev ON (ABEV3) fechou em R$ 12,",
    ],
    ["en", "get_stock_price", { symbol_text: "apple", period: "2026-10-29" }, " on Oct 29, 2026, "],
    ["en", "get_stock_price", { symbol_text: "apple", period: "P1Y" }, "ask for the history"],
    [
      "pt-BR",
      "get_price_history",
      { symbol_text: "petr4", period_text: "dia 10/03/2026" },
      " em 10/03/2026, ",
    ],
    [
      "pt-BR",
      "get_stock_price",
      { symbol_text: "petr4", period: "2026-03-10" },
      " em 10/03/2026, ",
    ],
    [
      "pt-BR",
      "get_stock_price",
      { symbol_text: "petr4", period: "2026-10-25" },
      "Não houve pregão em 25/10/2026. No pregão anterior, o de 23/10/2026, Petrobras PN (PETR4) fechou em R$ ",
    ],
    [
      "pt-BR",
      "get_stock_price",
      { symbol_text: "vale", period: DAY_AFTER },
      "Vale ON (VALE3) está em R$ 62,80",
    ],
    [
      "pt-BR",
      "get_stock_price",
      { symbol_text: "vale", currency: "USD" },
      "queda de 2,33% no dia. A cotação é em BRL; não converto para USD.",
    ],
    [
      "pt-BR",
      "get_top_gainers",
      { limit: 1, period: "2026-10-29" },
      "Só sei as altas e baixas do último pregão, e não as de outro período:\nMaiores altas do Brasil (",
    ],
    [
      "en",
      "get_top_losers",
      { limit: 1, period: "2026-10-26/2026-11-01" },
      "I only know the movers of the latest session, not those of another period:\nTop losers in the",
    ],
    [
      "pt-BR",
      "compare_quotes",
      { symbols_text: ["vale", "petr4"], period: "2026-10-26/2026-11-01" },
      "Só comparo ações no último pregão, e não em outros períodos:\nComparação no dia:",
    ],
    [
      "pt-BR",
      "get_price_history",
      { symbol_text: "vale", period_text: "hoje" },
      "de 29/10/2026 a 30/10/2026",
    ],
  ])(
    "%s %s %j, of a time or in a currency that was said",
    async (locale, capability, parameters, expected) => {
      const output = await ask(capability, parameters, locale);
      expect(output.status).toBe("success");
      expect(output.explanation).toContain(expected);
      expect(output.explanation.endsWith(warned[locale])).toBe(true);
    },
  );

  it("the latest movers are told of without a word about time where today is asked for", async () => {
    const { explanation } = await ask("get_top_gainers", { limit: 1, period: DAY_AFTER });
    expect(explanation).toMatch(/^Maiores altas do Brasil/);
  });

  it("a price in the currency that it has anyway needs no word", async () => {
    const said = { symbol_text: "coca-cola", currency: "USD" };
    const { explanation } = await ask("get_stock_price", said);
    expect(explanation).not.toContain("convert");
  });

  it("the close of one day is the whole history of that day, without a chart", async () => {
    const parameters = { symbol_text: "petr4", period_text: "ontem" };
    const { result, metadata } = await ask("get_price_history", parameters);
    expect(result).toMatchObject({ from: "2026-10-30", first: { date: "2026-10-30" } });
    expect(metadata["files"]).toBeUndefined();
  });

  it("a quote carries its figures and its market", async () => {
    expect((await ask("get_stock_price", { symbol_text: "Nordea" })).result).toEqual({
      symbol: "NDA-SE.ST",
      name: "Nordea",
      price: 112.5,
      currency: "SEK",
      change: 1.96,
      change_percent: 1.7731,
      as_of: "2026-10-30",
      source: { provider: "sample", sample: true, as_of: "2026-10-30" },
      _market_context: {
        market: "SE",
        exchange: "OMX",
        timezone: "Europe/Stockholm",
        currency: "SEK",
      },
    });
  });

  it("risk metrics are in the result and in the metadata", async () => {
    const { result, metadata } = await ask("get_risk_metrics", { symbol_text: "Apple" });
    const figures = { beta: 1.0439, sharpe: 1.5208, benchmark: "^GSPC", risk_free_percent: 4 };
    expect(result).toMatchObject(figures);
    expect(metadata["risk_metrics"]).toMatchObject(figures);
  });

  it("an index has no beta against itself", async () => {
    const { result, explanation } = await ask("get_risk_metrics", { symbol_text: "ibovespa" });
    expect(result).toMatchObject({ beta: null, benchmark: null });
    expect(explanation).not.toContain("Beta");
  });

  it("history comes with a chart as PNG and SVG, small enough for a message", async () => {
    const { metadata } = await ask("get_price_history", { symbol_text: "^BVSP" });
    const files = fileSchema.array().parse(metadata["files"]);
    expect(files.map(({ name, media_type }) => [name, media_type])).toEqual([
      ["BVSP_2026-04-30_2026-10-30.png", "image/png"],
      ["BVSP_2026-04-30_2026-10-30.svg", "image/svg+xml"],
    ]);
    for (const { url } of files) expect(url.length).toBeLessThan(200_000);
    const svg = Buffer.from(files[1]?.url.split(",")[1] ?? "", "base64").toString();
    expect(svg).toContain("Dados de exemplo de 30/10/2026, não são cotações reais");
  });

  it("reads a period behind words that are none", async () => {
    const said = { symbol_text: "vale", period_text: "history last 3 months" };
    expect((await ask("get_price_history", said, "en")).result).toMatchObject({
      from: "2026-07-30",
    });
  });

  it("goes by what the words mean where that came with them", async () => {
    const since = { symbol_text: "vale", period_text: "janeiro", period: "2026-01-01/.." };
    const { result } = await ask("get_price_history", since);
    expect(result).toMatchObject({ from: "2026-01-01", to: "2026-10-30" });
  });
});
