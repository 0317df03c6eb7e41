import OpenAI from "openai";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answers, calls, startScriptedProvider } from "./scripted-provider.ts";
import { type System, startSystem } from "./system.ts";

let system: System;
let provider: Awaited<ReturnType<typeof startScriptedProvider>>;
beforeAll(async () => {
  [system, provider] = await Promise.all([startSystem(), startScriptedProvider()]);
  await system.startDomain("support");
  await system.startOrchestrator(provider.env);
});
afterAll(async () => {
  await Promise.all([system.close(), provider.close()]);
});

const both = () =>
  provider.willSay(
    {
      ...calls("getOrder", { orderId: "1002" }),
      also: [{ tool: "searchFAQ", args: [{ name: "query", value: "devolução" }] }],
    },
    answers(
      "O pedido 1002 está a caminho; depois de recebido, você tem 30 dias para devolver. (Dados de exemplo.)",
    ),
  );
const CASE = "meu pedido 1002 atrasou, posso devolver?";

it("looks up what the case needs, answers, and tells what it did in the answer's metadata", async () => {
  both();
  const told = await system.turn(`pergunta pro suporte: ${CASE}`, "s");
  expect(told.answer).toContain("30 dias");
  const [agent, ...tools] = told.trace.steps;
  expect(tools.map(({ capability, status }) => `${capability} ${status}`).toSorted()).toEqual([
    "get_order success",
    "search_faq success",
  ]);
  expect(agent?.output).toMatchObject({
    result: { answer: told.answer },
    metadata: {
      stopped: "answered",
      iterations: 2,
      action_count: 2,
      actions: [
        { tool: "getOrder", args: { orderId: 1002 }, status: "success" },
        { tool: "searchFAQ", args: { query: "devolução" }, status: "success" },
      ],
    },
  });
  expect(agent?.output?.metadata["token_usage"]).toMatchObject({
    total: told.usage.tokens_input + told.usage.tokens_output,
  });
  expect(agent?.output?.metadata["execution_time_ms"]).toBeTypeOf("number");
  // The model was shown what the tools said, and no other tool.
  expect(provider.asked.at(-1)).toContain("Cafeteira italiana");
  expect(provider.asked.at(-1)).toContain("Troca e devolução");
});

it("answers through the OpenAI client, with what it took", async () => {
  const client = new OpenAI({ baseURL: `${system.url}/v1`, apiKey: "none", maxRetries: 0 });
  both();
  const told = await client.chat.completions.create({
    model: "regente",
    messages: [{ role: "user", content: `fala com o suporte: ${CASE}` }],
  });
  expect(told.choices[0]?.message.content).toContain("30 dias");
  expect(told.usage?.total_tokens).toBeGreaterThan(0);
});

it("has its two tools and no other, and stops when the model wants one", async () => {
  const wrong = calls("refund", { orderId: "1002" });
  provider.willSay(wrong, wrong);
  const told = await system.turn("ask support: refund my order 1002", "t");
  expect(told).toMatchObject({ status: "failure" });
  expect(told.answer).toMatch(/^Suporte stopped/);
  expect(told.trace.steps).toHaveLength(1);
});

it("without a model says so, and the two tools are goals that need none", async () => {
  await system.stop("orchestrator");
  await system.startOrchestrator({ LLM_PROVIDER: "none" });
  expect((await system.turn(`pergunta pro suporte: ${CASE}`, "n")).answer).toBe(
    "Isso depende de um modelo de linguagem, e aqui não há nenhum configurado.",
  );
  expect((await system.turn(`ask support: my order 1002 is late`, "n")).answer).toBe(
    "This needs a language model, and none is configured here.",
  );
  expect((await system.turn("qual a política de devolução?", "n")).answer).toContain(
    "Troca e devolução",
  );
  expect((await system.turn("cadê meu pedido 1002?", "n")).answer).toContain(
    "Pedido 1002: enviado",
  );
});
