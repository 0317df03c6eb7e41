import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startWeb } from "./ask-web.fixture.ts";
import { type FakeTavily, startFakeTavily, type TavilyFault } from "./testing/fake-tavily.ts";

let tavily: FakeTavily;
beforeEach(async () => {
  tavily = await startFakeTavily();
});
afterEach(() => tavily.close());
const web = (settings: { timeoutMs?: number; key?: string } = {}) =>
  startWeb({ tavily: { key: tavily.key, apiRoot: `${tavily.url}/`, ...settings } });

it("answers with the summary and its sources", async () => {
  expect(await web()("search_web", { query: "história do café" })).toMatchObject({
    status: "success",
    explanation: [
      "Coffee was first cultivated in Yemen in the 15th century and reached Brazil in 1727, which became its largest producer.",
      "Fontes:",
      "1. Café – Wikipédia, a enciclopédia livre - https://pt.wikipedia.org/wiki/Caf%C3%A9",
      "2. A história do café no Brasil - https://www.exemplo.com.br/historia-do-cafe",
    ].join("\n"),
    result: {
      query: "história do café",
      results: [{ url: "https://pt.wikipedia.org/wiki/Caf%C3%A9" }, {}],
    },
    metadata: {
      sources: [
        {
          title: "Café – Wikipédia, a enciclopédia livre",
          url: "https://pt.wikipedia.org/wiki/Caf%C3%A9",
        },
        { title: "A história do café no Brasil" },
      ],
    },
  });
  expect(tavily.asked).toEqual([
    {
      query: "história do café",
      max_results: 5,
      search_depth: "basic",
      include_answer: true,
      include_raw_content: false,
    },
  ]);
});

it("tells what the pages say where there is no summary", async () => {
  tavily.changed = { answer: null };
  const { explanation } = await web()("search_web", { query: "coffee" }, "en");
  expect(explanation).toMatch(
    /^I found this about “coffee”:\n1\. Café .*\nO café é uma bebida .*cafeeiro\. É servido/,
  );
});

it("keeps the first 200 characters of what a page says", async () => {
  const content = "café ".repeat(100);
  tavily.changed = { results: [{ title: "x", url: "https://exemplo.com/a", content }] };
  const { result } = await web()("search_web", { query: "café" });
  const { results } = result as { results: { snippet: string }[] };
  expect(results[0]?.snippet).toBe(`${content.slice(0, 199)}…`);
});

it("finds nothing, and says so", async () => {
  expect(await web()("search_web", { query: "xyzzy" })).toMatchObject({
    status: "success",
    explanation: "Não encontrei nada na internet sobre “xyzzy”.",
    metadata: { sources: [] },
  });
});

it("gives as many as are wanted, whatever comes", async () => {
  const { result } = await web()("search_web", { query: "café", max_results: 1 });
  expect(result).toMatchObject({ results: [{}] });
  expect((result as { results: unknown[] }).results).toHaveLength(1);
});

it("drops what is no web address, and signs that no one can see", async () => {
  tavily.changed = {
    answer: "um\u202e dois\u200b três",
    results: [
      { title: "x", url: "javascript:alert(1)", content: "y" },
      { title: "", url: "https://exemplo.com/a", content: null },
    ],
  };
  expect(await web()("search_web", { query: "café" })).toMatchObject({
    result: {
      answer: "um dois três",
      results: [{ title: "exemplo.com", url: "https://exemplo.com/a", snippet: "" }],
    },
  });
});

describe("says that it did not search, and why", () => {
  it.each([
    ["pt-BR", /não está configurada \(falta TAVILY_API_KEY\)/],
    ["en", /not configured \(TAVILY_API_KEY is missing\)/],
  ] as const)("without a key, in %s", async (locale, words) => {
    const output = await startWeb()("search_web", { query: "café" }, locale);
    expect(output).toMatchObject({ status: "failure", metadata: { code: "NOT_CONFIGURED" } });
    expect(output.result).toBeNull();
    expect(output.explanation).toMatch(words);
  });

  it.each<[TavilyFault, string]>([
    [401, "BAD_KEY"],
    [429, "RATE_LIMITED"],
    [432, "OUT_OF_CREDIT"],
    [500, "UNAVAILABLE"],
    ["html", "UNAVAILABLE"],
    ["other_shape", "UNAVAILABLE"],
    ["huge", "UNAVAILABLE"],
    ["hang_up", "UNAVAILABLE"],
    ["silence", "UNAVAILABLE"],
  ])("when Tavily answers %s: %s", async (fault, code) => {
    tavily.fault = fault;
    for (const locale of ["pt-BR", "en"] as const) {
      const output = await web({ timeoutMs: 200 })("search_web", { query: "café" }, locale);
      expect(output).toMatchObject({ status: "failure", result: null, metadata: { code } });
      expect(output.explanation).not.toContain(tavily.key);
    }
  });

  it("for a wrong key, or words that are none", async () => {
    const wrong = await web({ key: "tvly-wrong" })("search_web", { query: "café" });
    expect(wrong.metadata).toMatchObject({ code: "BAD_KEY" });
    const empty = await web()("search_web", { query: " \u200b " });
    expect(empty).toMatchObject({ status: "failure", metadata: { code: "EMPTY_QUERY" } });
    expect(tavily.asked).toEqual([]);
  });
});
