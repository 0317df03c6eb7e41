import nock from "nock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { languageModelContract } from "../../ports/language-model.contract.ts";
import type { FormRequest } from "../../ports/language-model.ts";
import { chatCompletions } from "./chat-completions.fixture.ts";
import { type Dialect, openLoopbackModel } from "./loopback-provider.fixture.ts";
import { openLanguageModel } from "./open-language-model.ts";

const request: FormRequest<{ colour: string }> = {
  size: "fast",
  system: [{ text: "Rules." }, { text: "Catalogue.", reusable: true }],
  messages: [{ role: "user", text: "Which colour?" }],
  schema: z.strictObject({ colour: z.enum(["red", "blue"]) }),
  maxTokens: 100,
  timeoutMs: 60_000,
  maxCalls: 3,
  signal: new AbortController().signal,
};
const form = {
  type: "object",
  properties: { colour: { type: "string", enum: ["red", "blue"] } },
  required: ["colour"],
  additionalProperties: false,
};
const red = { says: '{"colour":"red"}' };

languageModelContract("OpenAI", () => openLoopbackModel(chatCompletions));

it("asks for the form as a strict JSON schema", async () => {
  const { model, plan, received } = await openLoopbackModel(chatCompletions);
  plan(red);
  await model.complete(request);
  expect(received[0]?.path).toBe("/v1/chat/completions");
  expect(received[0]?.body).toMatchObject({
    model: "small-one",
    messages: [
      { role: "system", content: "Rules.\n\nCatalogue." },
      { role: "user", content: "Which colour?" },
    ],
    max_tokens: 2148,
    response_format: {
      type: "json_schema",
      json_schema: { name: "answer", strict: true, schema: form },
    },
    stream: false,
  });
});

it("says the schema in words to a server that does not know schemas, and remembers that", async () => {
  const { model, plan, received } = await openLoopbackModel(chatCompletions);
  plan({ status: 400 }, red);
  const { value, usage: cost } = await model.complete(request);
  expect(value).toEqual({ colour: "red" });
  expect(cost.llm_calls).toBe(2);
  await model.complete(request);
  expect(received.map(({ body }) => body)).toMatchObject([
    { response_format: { type: "json_schema" } },
    { response_format: { type: "json_object" } },
    { response_format: { type: "json_object" } },
  ]);
  const instructions = JSON.stringify(received[2]?.body);
  expect(instructions).toContain("Answer with one JSON object");
  expect(instructions).toContain("additionalProperties");
});

it("does not ask in words when there is no call left", async () => {
  const { model, plan, received } = await openLoopbackModel(chatCompletions);
  plan({ status: 400 }, red);
  await expect(model.complete({ ...request, maxCalls: 1 })).rejects.toMatchObject({ status: 400 });
  expect(received).toHaveLength(1);
});

it("estimates the bill of a server that does not count", async () => {
  const uncounted: Dialect = {
    ...chatCompletions,
    message: (text, stopped) => ({ ...chatCompletions.message(text, stopped), usage: undefined }),
  };
  const { model, plan } = await openLoopbackModel(uncounted);
  plan(red);
  const { usage: cost } = await model.complete(request);
  expect(cost.tokens_input).toBeGreaterThan(5);
  expect(cost.tokens_output).toBe(6);
});

it.each([
  [{ fast: "llama", smart: undefined }, ["openai/llama", "openai/llama"]],
  [{ fast: "llama", smart: "qwen" }, ["openai/llama", "openai/qwen"]],
])("on a server of one's own %o names the models", async (names, expected) => {
  const { model } = await openLoopbackModel(chatCompletions, { ...names, apiKey: undefined });
  expect([model.nameOf("fast"), model.nameOf("smart")]).toEqual(expected);
});

describe("without settings", () => {
  beforeEach(() => nock.disableNetConnect());
  afterEach(() => {
    nock.cleanAll();
    nock.enableNetConnect();
  });

  it("goes to api.openai.com with the key and the small model", async () => {
    let sent: unknown;
    const api = nock("https://api.openai.com", {
      reqheaders: { authorization: "Bearer sk-test", "content-type": "application/json" },
    })
      .post("/v1/chat/completions", (body) => {
        sent = body;
        return true;
      })
      .reply(200, chatCompletions.message(red.says, "end"), { "content-type": "application/json" });
    const model = await openLanguageModel(
      {
        provider: "openai",
        apiKey: "sk-test",
        baseUrl: undefined,
        fast: undefined,
        smart: undefined,
      },
      {
        clock: { now: () => 0, monotonic: () => 0 },
        random: () => 0,
        sleep: async () => undefined,
      },
    );
    expect((await model.complete(request)).value).toEqual({ colour: "red" });
    expect(sent).toMatchObject({
      model: "gpt-6-luna",
      max_completion_tokens: 2148,
      reasoning_effort: "low",
    });
    expect(model.nameOf("smart")).toBe("openai/gpt-6.1-terra");
    api.done();
    await model.close();
  });
});
