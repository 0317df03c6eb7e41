import OpenAI from "openai";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type System, startSystem } from "./system.ts";

let system: System;
let client: OpenAI;
beforeAll(async () => {
  system = await startSystem();
  await Promise.all([system.startDomain("finance"), system.startDomain("notify")]);
  await system.startOrchestrator();
  client = new OpenAI({ baseURL: `${system.url}/v1`, apiKey: "none", maxRetries: 0 });
});
afterAll(() => system.close());

const model = "regente";
type Messages = OpenAI.Chat.ChatCompletionMessageParam[];

it("the model is listed and can be looked up; another cannot", async () => {
  const listed = await client.models.list();
  expect(listed.data.map(({ id }) => id)).toContain(model);
  expect((await client.models.retrieve(model)).id).toBe(model);
  await expect(client.models.retrieve("gpt-4")).rejects.toMatchObject({
    status: 404,
    code: "model_not_found",
  });
});

it("a question without any session id is answered from the transcript", async () => {
  const messages: Messages = [{ role: "user", content: "quanto tá a petro hoje" }];
  const asked = await client.chat.completions.create({ model, messages });
  const question = asked.choices[0]?.message.content ?? "";
  expect(question).toMatch(/PETR3[\s\S]*PETR4/);
  messages.push({ role: "assistant", content: question }, { role: "user", content: "a segunda" });
  const answered = await client.chat.completions.create({ model, messages });
  expect(answered.choices[0]).toMatchObject({
    finish_reason: "stop",
    message: { role: "assistant" },
  });
  expect(answered.choices[0]?.message.content).toContain("PETR4");
  expect(answered.usage).toEqual({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 });

  // The same question answered differently, as a client does that edits the last message.
  const edited = [...messages.slice(0, -1), { role: "user" as const, content: "PETR3" }];
  const other = await client.chat.completions.create({ model, messages: edited });
  expect(other.choices[0]?.message.content).toContain("PETR3");
});

it("a stream is what the client's own helper accepts, with its usage", async () => {
  const stream = client.chat.completions.stream({
    model,
    messages: [{ role: "user", content: [{ type: "text", text: "price of Apple" }] }],
    stream_options: { include_usage: true },
  });
  const final = await stream.finalChatCompletion();
  expect(final.choices[0]?.message.content).toContain("AAPL");
  expect(final.usage?.total_tokens).toBe(0);
});

it("a chart is a picture in the answer that opens", async () => {
  const told = await client.chat.completions.create({
    model,
    messages: [{ role: "user", content: "histórico da PETR4 nos últimos 6 meses" }],
  });
  const link = /!\[[^\]]*\]\((http[^)]+)\)/.exec(told.choices[0]?.message.content ?? "")?.[1];
  const picture = await fetch(link ?? "");
  expect(picture.headers.get("content-type")).toBe("image/png");
});

it.each([
  ["no messages", { model, messages: [] }, 400, "messages"],
  [
    "an unknown model",
    { model: "gpt-4o", messages: [{ role: "user", content: "oi" }] },
    404,
    "model",
  ],
  [
    "an empty message",
    { model, messages: [{ role: "user", content: "  " }] },
    400,
    "messages.0.content",
  ],
  ["too many choices", { model, n: 9, messages: [{ role: "user", content: "oi" }] }, 400, "n"],
])("%s: a clear error that names the field", async (_what, body, status, param) => {
  const asked = client.chat.completions.create(
    body as OpenAI.Chat.ChatCompletionCreateParamsNonStreaming,
  );
  await expect(asked).rejects.toMatchObject({ status, param });
});

it("parameters that mean nothing here are ignored", async () => {
  const told = await client.chat.completions.create({
    model,
    messages: [
      { role: "system", content: "be nice" },
      { role: "user", content: "price of Apple" },
    ],
    temperature: 0.2,
    max_tokens: 5,
    tools: [{ type: "function", function: { name: "f", parameters: {} } }],
  });
  expect(told.choices[0]?.message.content).toContain("AAPL");
});
