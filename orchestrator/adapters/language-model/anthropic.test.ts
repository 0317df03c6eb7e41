import nock from "nock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { languageModelContract } from "../../ports/language-model.contract.ts";
import type { FormRequest } from "../../ports/language-model.ts";
import {
  type Dialect,
  openLoopbackModel,
  piecesOf,
  type Stopped,
} from "./loopback-provider.fixture.ts";
import { openLanguageModel } from "./open-language-model.ts";

const REASONS: Record<Stopped, string> = {
  end: "end_turn",
  cut_off: "max_tokens",
  refused: "refusal",
  tool: "tool_use",
};
const usage = {
  input_tokens: 15,
  cache_creation_input_tokens: 5,
  cache_read_input_tokens: 100,
  output_tokens: 7,
};
const head = {
  id: "msg_01",
  type: "message",
  role: "assistant",
  model: "small-one",
  stop_sequence: null,
};

/** Source: platform.claude.com, "Messages", "Streaming messages", "Errors" */
const messagesApi: Dialect = {
  settings: { provider: "anthropic", path: "" },
  message: (text, stopped) => ({
    ...head,
    content:
      stopped === "tool"
        ? [{ type: "tool_use", id: "t1", name: "rm", input: {} }]
        : [
            { type: "thinking", thinking: "hm", signature: "s" },
            ...(text ? [{ type: "text", text }] : []),
          ],
    stop_reason: REASONS[stopped],
    usage,
  }),
  events: (text, stopped) =>
    [
      {
        type: "message_start",
        message: { ...head, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "ping" },
      ...piecesOf(text).map((piece) => ({
        type: "content_block_delta",
        index: 0,
        delta: { type: "text_delta", text: piece },
      })),
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: REASONS[stopped], stop_sequence: null },
        usage: { output_tokens: 7 },
      },
      { type: "message_stop" },
    ].map((data) => ({ event: data.type, data })),
  overload: {
    event: "error",
    data: { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
  },
  error: (status, because) => ({
    type: "error",
    error: {
      type: status === 529 ? "overloaded_error" : "rate_limit_error",
      message: "no, sk-canary-8f41c2d7a9",
      ...(because && { details: { error_code: "enforced_spend_limit_reached" } }),
    },
    request_id: "req_1",
  }),
  texts: (body) =>
    z
      .looseObject({ messages: z.array(z.looseObject({ content: z.string() })) })
      .parse(body)
      .messages.map(({ content }) => content),
};

const request: FormRequest<{ colour: string }> = {
  size: "fast",
  system: [{ text: "Rules." }, { text: "Catalogue.", reusable: true }, { text: "Today." }],
  messages: [{ role: "user", text: "Which colour?" }],
  schema: z.strictObject({ colour: z.enum(["red", "blue"]).describe("What it looks like") }),
  maxTokens: 100,
  timeoutMs: 10_000,
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
