import OpenAI from "openai";
import { afterAll, beforeAll, expect, it } from "vitest";
import { responseEvent, responseObject } from "#shared/contracts/openai.ts";
import { type Notebook, startNotebook } from "./notebook.ts";

let system: Notebook;
let client: OpenAI;
const model = "regente";
beforeAll(async () => {
  system = await startNotebook();
  client = new OpenAI({ baseURL: `${system.url}/v1`, apiKey: "none", maxRetries: 0 });
});
afterAll(() => system.close());

it("an answer is exactly what the API describes", async () => {
  const told = await client.responses.create({
    model,
    input: "procure leite",
    instructions: "seja breve",
    metadata: { a: "b" },
  });
  const { output_text, ...body } = told;
  expect(output_text).toBe("Duas linhas com leite.");
  expect(responseObject.parse(JSON.parse(JSON.stringify(body)))).toMatchObject({
    status: "completed",
    instructions: "seja breve",
    metadata: { a: "b" },
    usage: { total_tokens: 0, input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 } },
  });
});

it("items are read like messages", async () => {
  const input = [
    { role: "developer", content: "seja breve" },
    { type: "reasoning", summary: [] },
    { type: "message", role: "user", content: [{ type: "input_text", text: "procure marta" }] },
  ] as OpenAI.Responses.ResponseInput;
  const asked = await client.responses.create({ model, input, store: false });
  const history = [
    ...input,
    ...(asked.output as OpenAI.Responses.ResponseInput),
    { role: "user" as const, content: "2" },
  ];
  const told = await client.responses.create({ model, input: history, store: false });
  expect(told.output_text).toBe("Duas linhas com Marta Silva.");
});

it("goes on from a previous response, also after a restart", async () => {
  const asked = await client.responses.create({ model, input: "procure marta" });
  await system.restart();
  const told = await client.responses.create({
    model,
    input: "1",
    previous_response_id: asked.id,
  });
  expect(told).toMatchObject({
    output_text: "Duas linhas com Marta Rocha.",
    previous_response_id: asked.id,
  });
  const branch = await client.responses.create({
    model,
    input: "2",
    previous_response_id: asked.id,
  });
  expect(branch.output_text).toBe("Duas linhas com Marta Silva.");
});

it("is stored when it may be, for its owner alone, until it is deleted", async () => {
  const told = await client.responses.create({ model, input: "procure leite" });
  expect((await client.responses.retrieve(told.id)).output_text).toBe("Duas linhas com leite.");
  await expect(
    client.responses.retrieve(told.id, {}, { headers: { "x-user-id": "bia" } }),
  ).rejects.toMatchObject({ status: 404 });
  await client.responses.delete(told.id);
  await expect(client.responses.retrieve(told.id)).rejects.toMatchObject({ status: 404 });
  const unstored = await client.responses.create({ model, input: "procure leite", store: false });
  await expect(client.responses.retrieve(unstored.id)).rejects.toMatchObject({ status: 404 });
});

it("a stream is nine events in order, and what the client's own helper puts together", async () => {
  const stream = await client.responses.create({ model, input: "procure leite", stream: true });
  const events = [];
  for await (const event of stream)
    events.push(responseEvent.parse(JSON.parse(JSON.stringify(event))));
  expect(events.map(({ type }) => type)).toEqual([
    "response.created",
    "response.in_progress",
    "response.output_item.added",
    "response.content_part.added",
    "response.output_text.delta",
    "response.output_text.done",
    "response.content_part.done",
    "response.output_item.done",
    "response.completed",
  ]);
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  const helped = client.responses.stream({ model, input: "procure ovos" });
  expect((await helped.finalResponse()).output_text).toBe("Duas linhas com ovos.");
});

it("in a form, or refused, also in a stream", async () => {
  const format = (properties: object) => ({
    format: {
      type: "json_schema" as const,
      name: "found",
      strict: true,
      schema: {
        type: "object",
        properties,
        required: Object.keys(properties),
        additionalProperties: false,
      },
    },
  });
  const told = await client.responses.create({
    model,
    input: "procure leite",
    text: format({ lines: { type: "integer" } }),
  });
  expect(JSON.parse(told.output_text)).toEqual({ lines: 2 });
  const stream = client.responses.stream({
    model,
    input: "procure leite",
    text: format({ price: { type: "number" } }),
  });
  const types: string[] = [];
  for await (const { type } of stream) types.push(type);
  expect(types).toEqual(
    expect.arrayContaining(["response.refusal.delta", "response.refusal.done"]),
  );
  expect((await stream.finalResponse()).output[0]).toMatchObject({
    content: [{ type: "refusal" }],
  });
});
