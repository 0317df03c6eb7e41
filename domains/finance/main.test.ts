import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { domainContract } from "#shared/testing/domain-contract.ts";
import { asking, type Parameters, serveFinance } from "./ask-domain.fixture.ts";
import { knownSample } from "./data/known-sample.fixture.ts";
import { type MarketData, ProviderUnavailableError } from "./data/market-data.ts";

domainContract("finance", serveFinance, [
  { capability: "get_stock_price", parameters: { symbol_text: "Nordea" } },
  { capability: "compare_quotes", parameters: { symbols_text: ["PETR4", "VALE3"] } },
  { capability: "get_top_gainers", parameters: { market_text: "Brasil" } },
  { capability: "get_top_losers", parameters: { market_text: "US", direction: "LOSERS" } },
  { capability: "get_price_history", parameters: { symbol_text: "PETR4" } },
  { capability: "get_risk_metrics", parameters: { symbol_text: "Apple" } },
  { capability: "search_symbol", parameters: { query_text: "petrobras" } },
]);

it("other MCP clients reach the skills at /mcp", async () => {
  const server = await serveFinance();
  const client = new Client({ name: "someone", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", server.url)));
  const answer = await client.callTool({ name: "quote", arguments: { symbols: ["AAPL"] } });
  await client.close();
  await server.close();
  expect(answer.structuredContent).toMatchObject({ quotes: [{ symbol: "AAPL" }] });
});

it("a page that rebinds a name to this machine does not", async () => {
  const server = await serveFinance();
  const init = { method: "POST", body: "{}", headers: { origin: "https://evil.example" } };
  expect((await fetch(new URL("/mcp", server.url), init)).status).toBe(403);
  await server.close();
});
it("says so, in both languages, when the provider is down", async () => {
  const away = () => Promise.reject(new ProviderUnavailableError("yahoo", "HTTP 429"));
  const server = await serveFinance({ quote: away, search: away, history: away, movers: away });
  const ask = asking(server.url);
  const calls: [string, Parameters][] = [
    ["get_stock_price", { symbol_text: "Nordea" }],
    ["compare_quotes", { symbols_text: ["Nordea", "Apple"] }],
    ["get_top_gainers", {}],
    ["get_price_history", { symbol_text: "Nordea" }],
    ["get_risk_metrics", { symbol_text: "Nordea" }],
    ["search_symbol", { query_text: "Scania" }],
  ];
  for (const [capability, parameters] of calls) {
    const [pt, en] = [await ask(capability, parameters), await ask(capability, parameters, "en")];
    expect(pt).toMatchObject({ status: "failure", metadata: { code: "PROVIDER_UNAVAILABLE" } });
    expect(pt.explanation).toContain("o provedor de cotações não respondeu");
    expect(en.explanation).toContain("the quote provider did not answer");
  }
  await server.close();
});

it("an answer from live data says where and when, and nothing of samples", async () => {
  const sample = knownSample();
  const live: MarketData = {
    ...sample,
    async quote(input, signal) {
      const { quotes } = await sample.quote(input, signal);
      const as_of = "2026-11-20T18:42:00.000Z";
      return {
        quotes: quotes.map((quote) => ({ ...quote, as_of })),
        source: { provider: "yahoo", sample: false, as_of },
      };
    },
  };
  const server = await serveFinance(live);
  const ask = asking(server.url);
  const petrobras = { symbol_text: "PETR4" };
  expect((await ask("get_stock_price", petrobras)).explanation).toBe(
    "Petrobras PN (PETR4) está em R$ 31,40, queda de 0,85% no dia (B3, 20/11/2026, 15:42)",
  );
  expect((await ask("get_stock_price", petrobras, "en")).explanation).toBe(
    "Petrobras PN (PETR4) is at R$31.40, down 0.85% on the day (B3, Nov 20, 2026, 3:42 PM)",
  );
  await server.close();
});

const main = fileURLToPath(new URL("main.ts", import.meta.url));

it("does not start with a FINANCE_PROVIDER that there is not, and says which there are", async () => {
  const env = { PATH: process.env["PATH"], PORT: "0", FINANCE_PROVIDER: "bloomberg" };
  const ended = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, [main], { env }, (error, _stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    );
  });
  expect(ended).toEqual({
    code: 1,
    stderr: 'finance: FINANCE_PROVIDER must be one of auto, yahoo, sample; it is "bloomberg"\n',
  });
});
