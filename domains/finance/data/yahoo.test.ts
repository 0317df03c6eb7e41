import { afterEach, expect, it, vi } from "vitest";
import { type FakeYahoo, type Fault, fakeYahoo, yahooQuote } from "./fake-yahoo.fixture.ts";
import { KNOWN_DAY, knownSample } from "./known-sample.fixture.ts";
import { marketDataContract } from "./market-data.contract.ts";
import { ProviderUnavailableError } from "./market-data.ts";
import { yahooMarketData } from "./yahoo.ts";

const never = new AbortController().signal;
const now = () => Date.parse(`${KNOWN_DAY}T21:00:00Z`);
const servers: FakeYahoo[] = [];

async function open(fault?: Fault) {
  const yahoo = await fakeYahoo(fault);
  servers.push(yahoo);
  return { data: yahooMarketData({ fetch: yahoo.fetch, now }), yahoo };
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

marketDataContract("yahoo", async () => (await open()).data);

const at =
  (path: string, answer: ReturnType<Fault>): Fault =>
  (asked) =>
    asked.startsWith(path) ? answer : undefined;

const aapl = { symbols: ["AAPL"] };

it.each<[string, Fault, string]>([
  ["429 on data", at("/v7/", { status: 429, body: "Too Many Requests" }), "HTTP 429"],
  [
    "429 on the crumb",
    at("/v1/test/getcrumb", { status: 429, body: "Too Many Requests" }),
    "HTTP 429",
  ],
  [
    "a crumb that is redirected away",
    at("/v1/test/getcrumb", { status: 302, body: "" }),
    "no crumb, HTTP 302",
  ],
  ["a page without cookies", at("/quote/AAPL", { body: "<html></html>" }), "unexpected answer"],
  ["500 with HTML", at("/v7/", { status: 500, body: "<html>Oops</html>" }), "HTTP 500"],
  ["HTML with 200", at("/v7/", { body: "<html>captcha</html>" }), "unexpected answer"],
  [
    "another shape",
    at("/v7/", { body: { quoteResponse: { result: [{ ticker: "AAPL" }] } } }),
    "unexpected answer",
  ],
  ["no result at all", at("/v7/", { body: { quoteResponse: null } }), "unexpected answer"],
  [
    "a stale crumb",
    at("/v7/", {
      status: 401,
      body: {
        finance: { result: null, error: { code: "Unauthorized", description: "Invalid Crumb" } },
      },
    }),
    "crumb refused",
  ],
])(
  "%s is one error that says so and nothing else, with a silent console",
  async (_what, fault, says) => {
    const lines = (["log", "info", "warn", "error", "dir"] as const).map((method) =>
      vi.spyOn(console, method).mockImplementation(() => {}),
    );
    const { data } = await open(fault);
    const error: unknown = await data.quote(aapl, never).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ProviderUnavailableError);
    expect(String(error)).toBe(
      `ProviderUnavailableError: Market data provider "yahoo" cannot answer: ${says}`,
    );
    for (const line of lines) {
      expect(line).not.toHaveBeenCalled();
      line.mockRestore();
    }
  },
);

it("says that there is no connection", async () => {
  const { data, yahoo } = await open();
  await yahoo.close();
  await expect(data.quote(aapl, never)).rejects.toThrow("no connection");
});

it("recovers from a stale crumb with the next request", async () => {
  let stale = true;
  const refused = {
    status: 401,
    body: {
      finance: { result: null, error: { code: "Unauthorized", description: "Invalid Crumb" } },
    },
  };
  const { data, yahoo } = await open((path) =>
    path.startsWith("/v7/") && stale ? refused : undefined,
  );
  await expect(data.quote(aapl, never)).rejects.toThrow("crumb refused");
  stale = false;
  expect((await data.quote(aapl, never)).quotes).toHaveLength(1);
  expect(yahoo.asked.filter((path) => path === "/v1/test/getcrumb")).toHaveLength(2);
});

it("lets a caller go at once when it gives up, and serves the others", async () => {
  const giveUp = new AbortController();
  const { data, yahoo } = await open((path) => {
    if (!path.startsWith("/v7/") || yahoo.asked.filter((asked) => asked === path).length > 1)
      return;
    giveUp.abort(new Error("gave up"));
    return "hang";
  });
  await expect(data.quote(aapl, giveUp.signal)).rejects.toThrow("gave up");
  expect((await data.quote(aapl, never)).quotes).toHaveLength(1);
});

it("reads London's pence as pounds", async () => {
  const quote = {
    symbol: "BARC.L",
    name: "Barclays",
    price: 412.5,
    currency: "GBp",
    previous_close: 400,
    change: 12.5,
    change_percent: 3.125,
    as_of: KNOWN_DAY,
  };
  const body = { quoteResponse: { result: [yahooQuote(quote)], error: null } };
  const { data } = await open(at("/v7/", { body }));
  const { quotes } = await data.quote({ symbols: ["BARC.L"] }, never);
  expect(quotes[0]).toMatchObject({
    price: 4.125,
    currency: "GBP",
    change: 0.125,
    change_percent: 3.125,
    exchange: "London",
  });
});

it("leaves out a share that has no price today", async () => {
  const body = {
    quoteResponse: {
      result: [{ symbol: "OLD", quoteType: "EQUITY", currency: "USD" }],
      error: null,
    },
  };
  const { data } = await open(at("/v7/", { body }));
  expect((await data.quote({ symbols: ["OLD"] }, never)).quotes).toEqual([]);
});

it("a range without data is an empty answer, not an error", async () => {
  const error = {
    code: "Bad Request",
    description: "Data doesn't exist for startDate = 1, endDate = 2",
  };
  const { data } = await open(
    at("/v8/", { status: 400, body: { chart: { result: null, error } } }),
  );
  const period = "P1D";
  expect((await data.history({ symbols: ["AAPL"], period }, never)).series).toEqual([]);
});

it("ranks what it knows where Yahoo has no screen, and says among how many", async () => {
  const { data } = await open();
  const ask = { market: "BR", direction: "gainers", limit: 3 } as const;
  const [live, sample] = await Promise.all([
    data.movers(ask, never),
    knownSample().movers(ask, never),
  ]);
  expect(live.quotes.map((quote) => quote.symbol)).toEqual(
    sample.quotes.map((quote) => quote.symbol),
  );
  expect(live.among).toBe(51);
  expect((await data.movers({ ...ask, market: "US" }, never)).among).toBeNull();
});
