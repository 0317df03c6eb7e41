import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type System, startSystem } from "./system.ts";

let system: System;
let session = 0;
const fresh = () => {
  session += 1;
  return `s${session}`;
};

beforeAll(async () => {
  system = await startSystem();
  await Promise.all([system.startDomain("finance"), system.startDomain("notify")]);
  await system.startOrchestrator();
});
afterAll(() => system.close());

const capabilitiesOf = (turn: Awaited<ReturnType<System["turn"]>>) =>
  turn.trace.steps.map(({ capability }) => capability);

describe("a known sentence is answered for zero tokens", () => {
  it.each([
    ["qual o preço da Nordea?", ["get_stock_price"], /NDA-SE\.ST.*SEK|SEK.*NDA-SE\.ST/s],
    ["price of Apple", ["get_stock_price"], /AAPL/],
    [
      "preço da PETR4, VALE3 e ITUB4",
      ["get_stock_price", "get_stock_price", "get_stock_price"],
      /PETR4.*VALE3.*ITUB4/s,
    ],
    ["maiores altas do Brasil", ["get_top_gainers"], /Brasil/],
    ["maiores altas e baixas do Brasil", ["get_top_gainers", "get_top_losers"], /Brasil/],
    ["top losers in the US", ["get_top_losers"], /US|United States/],
    [
      "preço da Nordea e maiores altas do Brasil",
      ["get_stock_price", "get_top_gainers"],
      /NDA-SE\.ST.*Brasil/s,
    ],
    ["histórico da PETR4 nos últimos 6 meses", ["get_price_history"], /PETR4/],
    ["how risky is Apple", ["get_risk_metrics"], /AAPL/],
  ])("%s", async (text, capabilities, words) => {
    const turn = await system.turn(text, fresh());
    expect(turn.answer).toMatch(words);
    expect(turn).toMatchObject({
      status: "success",
      pending: null,
      usage: { llm_calls: 0, tokens_input: 0 },
    });
    expect(capabilitiesOf(turn)).toEqual(capabilities);
  });

  it("every answer from the sample says so and of which date", async () => {
    expect((await system.turn("qual o preço da Nordea?", fresh())).answer).toMatch(
      /exemplo.*20\d\d/is,
    );
    expect((await system.turn("price of Apple", fresh())).answer).toMatch(/sample.*20\d\d/is);
  });

  it("a history comes with a chart that can be opened", async () => {
    const { files } = await system.turn("histórico da PETR4 nos últimos 6 meses", fresh());
    expect(files.map(({ media_type }) => media_type).sort()).toEqual([
      "image/png",
      "image/svg+xml",
    ]);
    for (const file of files) {
      const opened = await fetch(`${system.url}${file.url}`);
      expect(opened.headers.get("content-type")).toBe(file.media_type);
      expect((await opened.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    }
  });
});

describe("an ambiguous name is asked, never guessed", () => {
  it.each(["2", "a segunda", "PETR4"])("%s continues", async (choice) => {
    const here = fresh();
    const asked = await system.turn("quanto tá a petro hoje", here);
    expect(asked).toMatchObject({ status: "clarification", pending: { kind: "select" } });
    expect(asked.pending?.options.map(({ label }) => label.slice(0, 5))).toEqual([
      "PETR3",
      "PETR4",
    ]);
    const answered = await system.turn(choice, here);
    expect(answered).toMatchObject({ status: "success", run_id: asked.run_id, pending: null });
    expect(answered.answer).toContain("PETR4");
  });

  it("the paused run continues and its follow-up still happens", async () => {
    const here = fresh();
    const asked = await system.turn("petrobras e me manda no telegram", here);
    expect(asked.pending?.kind).toBe("select");
    const answered = await system.turn("1", here);
    expect(capabilitiesOf(answered)).toEqual(["get_stock_price", "send_telegram_message"]);
    expect(answered.answer).toMatch(/PETR3/);
    expect(answered.answer).toMatch(/não enviei/i);
  });

  it("a clear new goal beats the open question, which can still be answered later", async () => {
    const here = fresh();
    await system.turn("preço da petrobras", here);
    expect((await system.turn("maiores altas do Brasil", here)).status).toBe("success");
    expect((await system.turn("2", here)).answer).toContain("PETR4");
  });

  it("asks again at most twice, then leaves the question", async () => {
    const here = fresh();
    await system.turn("preço da petrobras", here);
    expect((await system.turn("7", here)).pending?.kind).toBe("select");
    expect((await system.turn("hmmm sei lá", here)).pending?.kind).toBe("select");
    expect((await system.turn("blá", here)).pending).toBeNull();
    expect((await system.turn("2", here)).status).not.toBe("success");
  });

  it("cancel drops the question", async () => {
    const here = fresh();
    await system.turn("preço da petrobras", here);
    expect((await system.turn("cancela", here)).answer).toMatch(/cancelei/i);
    expect((await system.turn("2", here)).answer).not.toContain("PETR4");
  });
});

it("a message that was not sent is not claimed", async () => {
  const turn = await system.turn("qual o preço da PETR4 e me avisa no telegram", fresh());
  expect(turn.trace.plan?.steps).toMatchObject([
    { id: 1, capability: "get_stock_price", depends_on: [] },
    {
      id: 2,
      capability: "send_telegram_message",
      depends_on: [1],
      required: false,
      params: { message: "${1.explanation}" },
    },
  ]);
  expect(turn.status).toBe("partial");
  expect(turn.answer).toMatch(/PETR4/);
  expect(turn.answer).toMatch(/não enviei/i);
});

it.each([
  ["qual o preço da Nordea?", "e da Vale?", /VALE3/],
  ["price of Apple", "and Microsoft?", /MSFT/],
])("%s, then %s: the same goal for the new entity", async (first, then, words) => {
  const here = fresh();
  await system.turn(first, here);
  const turn = await system.turn(then, here);
  expect(turn.answer).toMatch(words);
  expect(capabilitiesOf(turn)).toEqual(["get_stock_price"]);
});

it.each([
  "qual a capital da França?",
  "me conta uma piada",
  "delete my alarm",
  "compra 100 ações da vale",
  "what is the weather in London",
])("%s: refused with what it can do, never a wrong goal", async (text) => {
  const turn = await system.turn(text, fresh());
  expect(turn.trace.steps).toEqual([]);
  expect(turn.status).toBe("clarification");
  expect(turn.answer.length).toBeGreaterThan(20);
});

it.each([
  ["ajuda", /posso ajudar/i],
  ["o que você faz?", /posso ajudar/i],
  ["what can you do?", /can help/i],
  ["cancela", /nada/i],
])("%s is answered by the core, from the manifests", async (text, words) => {
  const turn = await system.turn(text, fresh());
  expect(turn.answer).toMatch(words);
  expect(turn.trace.intent.tier).toBe("control");
});

it("explain shows the plan and calls no domain", async () => {
  const { body } = await system.post("/v1/explain", { input_text: "preço da PETR4 e VALE3" });
  expect(body).toMatchObject({
    gate: { passed: true },
    intent: { goal: "GET_QUOTE", entities: { symbol_text: ["PETR4", "VALE3"] } },
    plan: { execution_mode: "parallel", steps: [{ id: 1 }, { id: 2 }] },
  });
});
