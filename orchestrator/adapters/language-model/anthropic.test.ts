import nock from "nock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { languageModelContract } from "../../ports/language-model.contract.ts";
import type { FormRequest } from "../../ports/language-model.ts";
import { openLoopbackModel } from "./loopback-provider.fixture.ts";
import { messagesApi } from "./messages-api.fixture.ts";
import { openLanguageModel } from "./open-language-model.ts";

const request: FormRequest<{ colour: string }> = {
  size: "fast",
  system: [{ text: "Rules." }, { text: "Catalogue.", reusable: true }, { text: "Today." }],
  messages: [{ role: "user", text: "Which colour?" }],
  schema: z.strictObject({ colour: z.enum(["red", "blue"]).describe("What it looks like") }),
  maxTokens: 100,
  timeoutMs: 60_000,
  maxCalls: 1,
  signal: new AbortController().signal,
};
const red = messagesApi.message('{"colour":"red"}', "end");

languageModelContract("Anthropic", () => openLoopbackModel(messagesApi));

it("asks for the form as structured output and lets the reusable part be kept", async () => {
  const { model, plan, received } = await openLoopbackModel(messagesApi);
  plan({ says: '{"colour":"red"}' });
  await model.complete(request);
  expect(received[0]?.path).toBe("/v1/messages");
  expect(received[0]?.body).toEqual({
    model: "small-one",
    max_tokens: 2148,
    system: [
      { type: "text", text: "Rules." },
      { type: "text", text: "Catalogue.", cache_control: { type: "ephemeral" } },
      { type: "text", text: "Today." },
    ],
    messages: [{ role: "user", content: "Which colour?" }],
    output_config: {
      format: {
        type: "json_schema",
        schema: {
          type: "object",
          properties: { colour: { enum: ["red", "blue"], description: "What it looks like" } },
          required: ["colour"],
          additionalProperties: false,
        },
      },
    },
    stream: false,
  });
});

it("takes the larger model for large tasks, as a stream for texts", async () => {
  const { model, plan, received } = await openLoopbackModel(messagesApi);
  plan({ says: "words" });
  const { schema: _form, ...text } = request;
  await model.write({ ...text, size: "smart" });
  expect(received[0]?.body).toMatchObject({ model: "large-one", stream: true });
  expect(received[0]?.body).not.toHaveProperty("output_config");
  expect([model.nameOf("fast"), model.nameOf("smart")]).toEqual([
    "anthropic/small-one",
    "anthropic/large-one",
  ]);
});

describe("without settings", () => {
  beforeEach(() => nock.disableNetConnect());
  afterEach(() => {
    nock.cleanAll();
    nock.enableNetConnect();
  });
  const byDefault = () =>
    openLanguageModel(
      {
        provider: "anthropic",
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

  it("goes to api.anthropic.com with the key, the version, and a small model that does not think", async () => {
    let sent: unknown;
    const api = nock("https://api.anthropic.com", {
      reqheaders: {
        authorization: "Bearer sk-test",
        "anthropic-version": "2026-10-21",
        "content-type": "application/json",
      },
    })
      .post("/v1/messages", (body) => {
        sent = body;
        return true;
      })
      .reply(200, red, { "content-type": "application/json" });
    const model = await byDefault();
    expect((await model.complete(request)).value).toEqual({ colour: "red" });
    expect(sent).toMatchObject({
      model: "claude-haiku-5-5",
      max_tokens: 100,
      thinking: { type: "disabled" },
    });
    api.done();
    await model.close();
  });

  it("sends the key nowhere else: a redirection is not followed", async () => {
    nock("https://api.anthropic.com")
      .post("/v1/messages")
      .reply(307, "", { location: "https://collector.example/v1/messages" });
    const elsewhere = nock("https://collector.example").post("/v1/messages").reply(200, red);
    const model = await byDefault();
    await expect(model.complete(request)).rejects.toMatchObject({ kind: "rejected", status: 307 });
    expect(elsewhere.isDone()).toBe(false);
    await model.close();
  });
});
