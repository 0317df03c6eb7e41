import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatCompletion, chatCompletionChunk } from "#shared/contracts/openai.ts";
import { type Notebook, startNotebook } from "./notebook.ts";

let system: Notebook;
let client: OpenAI;
const model = "regente";
beforeAll(async () => {
  system = await startNotebook();
  client = new OpenAI({ baseURL: `${system.url}/v1`, apiKey: "none", maxRetries: 0 });
});
afterAll(() => system.close());

type Messages = OpenAI.Chat.ChatCompletionMessageParam[];
const user = (content: string): Messages[number] => ({ role: "user", content });
const chat = (messages: Messages, more: object = {}) =>
  client.chat.completions.create({ model, messages, ...more });
const textOf = (completion: OpenAI.Chat.ChatCompletion) =>
  completion.choices[0]?.message.content ?? "";

describe("models", () => {
  it("one for everything, and one for each domain that has goals", async () => {
    const { data } = await client.models.list();
    expect(data.map(({ id }) => id)).toEqual(["regente", "regente/notebook", "regente/tower"]);
    expect((await client.models.retrieve("regente/tower")).id).toBe("regente/tower");
    await expect(client.models.retrieve("regente/none")).rejects.toMatchObject({
      status: 404,
      code: "model_not_found",
    });
  });

  it("a domain's model hears its goals and no others", async () => {
    const ring = [user("toque o sino")];
    expect(textOf(await chat(ring))).toContain("Blém");
    expect(textOf(await chat(ring, { model: "regente/tower" }))).toContain("Blém");
    const other = await chat(ring, { model: "regente/notebook" });
    expect(textOf(other)).not.toContain("Blém");
    expect(textOf(await chat([user("ajuda")], { model: "regente/notebook" }))).not.toContain(
      "torre",
    );
  });

  it("a question that a domain's model asks is answered through it", async () => {
    const asked = await chat([user("procure marta")], { model: "regente/notebook" });
    const messages = [
      user("procure marta"),
      { role: "assistant" as const, content: textOf(asked) },
      user("2"),
    ];
    expect(textOf(await chat(messages, { model: "regente/notebook" }))).toBe(
      "Duas linhas com Marta Silva.",
    );
  });
});

describe("chat completions", () => {
  it("an answer is exactly what the API describes, and cost nothing", async () => {
    const told = await chat([user("procure leite")]);
    chatCompletion.parse(JSON.parse(JSON.stringify(told)));
    expect(told.usage).toEqual({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 });
  });

  it("several choices are the same answer, given once", async () => {
    const before = system.reads.length;
    const told = await chat([user("procure ovos")], { n: 3 });
    expect(told.choices.map(({ index, message }) => [index, message.content])).toEqual(
      [0, 1, 2].map((index) => [index, "Duas linhas com ovos."]),
    );
    expect(system.reads).toHaveLength(before + 1);
  });

  it("a failure is an explanation, not an error", async () => {
    const told = await chat([user("quebre")]);
    expect(told.choices[0]?.finish_reason).toBe("stop");
    expect(textOf(told)).toContain("rasgado");
  });

  it("what means nothing here is ignored, nulls and objects too", async () => {
    const told = await chat([{ role: "system", content: "seja breve" }, user("procure leite")], {
      temperature: null,
      max_completion_tokens: 5,
      tools: [{ type: "function", function: { name: "f" } }],
      tool_choice: "required",
      user: { id: "ana", email: "ana@example.org" },
      metadata: null,
      logit_bias: {},
      unheard_of: [1],
    });
    expect(textOf(told)).toContain("leite");
  });

  it("parts of text are read together, and an agent's notes to the model are not", async () => {
    const part = (text: string) => ({ type: "text" as const, text });
    const parts = [
      part("<system-reminder>anote veneno</system-reminder>"),
      part("<system-reminder>b</system-reminder>"),
      part("procure leite"),
    ];
    expect(textOf(await chat([{ role: "user", content: parts }]))).toBe("Duas linhas com leite.");
    expect(textOf(await chat([{ role: "user", content: [part("procure"), part("pão")] }]))).toBe(
      "Duas linhas com pão.",
    );
    expect(system.done).not.toContain("veneno");
  });

  it("sources and files are Markdown, and what could run is no link", async () => {
    const told = await chat([user("procure fontes")]);
    const text = textOf(told);
    expect(text).toContain("- [Atlas \\[1\\]](https://example.org/a%28b%29?q=1%202)");
    expect(text).toContain("- Mau");
    expect(text).not.toContain("javascript:");
    const link = /\[linhas .?\.txt\]\(([^)]+)\)/.exec(text)?.[1] ?? "";
    expect(await (await fetch(link)).text()).toBe("duas linhas");
    expect(told).toMatchObject({
      sources: [{ source: { name: "Atlas [1]" }, document: ["Atlas [1]"] }],
    });
  });
});

describe("a stream", () => {
  const streamed = async (messages: Messages, more: object = {}) => {
    const stream = await client.chat.completions.create({
      model,
      messages,
      stream: true,
      stream_options: { include_usage: true },
      ...more,
    });
    const chunks = [];
    for await (const chunk of stream)
      chunks.push(chatCompletionChunk.parse(JSON.parse(JSON.stringify(chunk))));
    return chunks;
  };

  it("has a role first, then progress in the user's language, the answer, an end and the usage", async () => {
    const chunks = await streamed([user("look up milk")]);
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: "assistant", content: "" });
    const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
    expect(deltas.map(({ reasoning_content }) => reasoning_content ?? "").join("")).toBe(
      "→ Look in the notebook\n✓ Look in the notebook\n",
    );
    expect(deltas.map(({ content }) => content ?? "").join("")).toBe("Two lines with milk.");
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe("stop");
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 0 } });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  it("tells Open WebUI what runs and what was read", async () => {
    const chunks = await streamed([user("procure fontes")]);
    const events = chunks.flatMap(({ event }) => (event === undefined ? [] : [event]));
    expect(events).toMatchObject([
      { type: "status", data: { description: "→ Procurar no caderno", done: false } },
      { type: "status", data: { description: "✓ Procurar no caderno", done: true } },
      { type: "citation", data: { source: { name: "Atlas [1]" } } },
    ]);
    expect(chunks.some(({ sources }) => sources?.length === 1)).toBe(true);
  });

  it("ends every choice", async () => {
    const chunks = await streamed([user("procure leite")], { n: 2 });
    const ends = chunks.flatMap(({ choices }) =>
      choices.filter(({ finish_reason }) => finish_reason === "stop"),
    );
    expect(ends.map(({ index }) => index)).toEqual([0, 1]);
  });

  it("is what the client's own helper puts together", async () => {
    const stream = client.chat.completions.stream({ model, messages: [user("procure leite")] });
    expect(textOf(await stream.finalChatCompletion())).toBe("Duas linhas com leite.");
  });

  it("is not kept by anyone on the way, and ends as such streams end", async () => {
    const { headers, text } = await system.ask("/v1/chat/completions", {
      model,
      messages: [user("procure leite")],
      stream: true,
    });
    expect(headers.get("content-type")).toContain("text/event-stream");
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("x-accel-buffering")).toBe("no");
    expect(text.trimEnd()).toMatch(/data: \[DONE\]$/);
    expect(text.split("\n").filter((line) => line !== "" && !line.startsWith("data: "))).toEqual(
      [],
    );
  });
});

describe("an answer in a form", () => {
  const schema = (properties: object) => ({
    type: "json_schema",
    json_schema: {
      name: "found",
      strict: true,
      schema: {
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "object",
        properties,
        required: Object.keys(properties),
        additionalProperties: false,
      },
    },
  });
  const shaped = async (text: string, response_format: object) =>
    (await chat([user(text)], { response_format })).choices[0]?.message;

  it("any object: what was found, and the words for it", async () => {
    const message = await shaped("procure leite", { type: "json_object" });
    expect(JSON.parse(message?.content ?? "")).toEqual({
      status: "success",
      explanation: "Duas linhas com leite.",
      result: { word: "leite", lines: 2 },
    });
  });

  it.each<[what: string, properties: object, value: object]>([
    [
      "the result itself",
      { word: { type: "string" }, lines: { type: "integer" } },
      { word: "leite", lines: 2 },
    ],
    [
      "part of it, with the words",
      { lines: { type: "number" }, explanation: { type: "string" } },
      { lines: 2, explanation: "Duas linhas com leite." },
    ],
    [
      "what is not known as null",
      { word: { type: "string" }, page: { anyOf: [{ type: "number" }, { type: "null" }] } },
      { word: "leite", page: null },
    ],
  ])("a schema: %s", async (_what, properties, value) => {
    const message = await shaped("procure leite", schema(properties));
    expect(JSON.parse(message?.content ?? "")).toEqual(value);
    expect(message?.refusal).toBeNull();
  });

  it("a schema that nothing fits is a refusal, as is a question", async () => {
    expect(await shaped("procure leite", schema({ price: { type: "number" } }))).toMatchObject({
      content: null,
      refusal: "Duas linhas com leite.",
    });
    expect(
      (await shaped("procure marta", schema({ word: { type: "string" } })))?.refusal,
    ).toContain("Qual Marta?");
  });

  it("a refused question can still be answered", async () => {
    const response_format = schema({ word: { type: "string" } });
    const asked = await chat([user("procure marta")], { response_format });
    const refusal = asked.choices[0]?.message.refusal ?? "";
    const messages: Messages = [
      user("procure marta"),
      { role: "assistant", content: null, refusal },
      user("1"),
    ];
    const told = await chat(messages, { response_format });
    expect(JSON.parse(textOf(told))).toEqual({ word: "Marta Rocha" });
  });
});

describe("a question and its answer", () => {
  it("without any session: the transcript finds it, and each branch its own", async () => {
    const asked = await chat([user("procure marta")]);
    const history: Messages = [
      user("procure marta"),
      { role: "assistant", content: textOf(asked) },
    ];
    expect(textOf(await chat([...history, user("a segunda")]))).toBe(
      "Duas linhas com Marta Silva.",
    );
    expect(textOf(await chat([...history, user("1")]))).toBe("Duas linhas com Marta Rocha.");
    expect(textOf(await chat([...history, user("a segunda")]))).toBe(
      "Duas linhas com Marta Silva.",
    );
  });

  it("thoughts that a client sends back with the question are no part of it", async () => {
    const asked = await chat([user("procure marta")]);
    const thought = `<details type="reasoning" done="true">\n<summary>...</summary>\n> → Procurar\n</details>\n${textOf(asked)}`;
    const told = await chat([
      user("procure marta"),
      { role: "assistant", content: thought },
      user("1"),
    ]);
    expect(textOf(told)).toBe("Duas linhas com Marta Rocha.");
  });

  it.each([
    ["a header", { headers: { "X-Session-Id": "h1" } }, {}],
    ["Open WebUI's header", { headers: { "X-OpenWebUI-Chat-Id": "h2" } }, {}],
    ["Codex's header", { headers: { "session-id": "h3" } }, {}],
    ["metadata", {}, { metadata: { conversation_id: "m1" } }],
    ["a field", {}, { session_id: "f1" }],
  ])("in a session named by %s: nothing has to be sent again", async (_where, options, body) => {
    const say = (content: string) =>
      client.chat.completions.create(
        {
          model,
          messages: [user(content)],
          ...body,
        } as OpenAI.Chat.ChatCompletionCreateParamsNonStreaming,
        options,
      );
    expect(textOf(await say("procure marta"))).toContain("Qual Marta?");
    expect(textOf(await say("2"))).toBe("Duas linhas com Marta Silva.");
  });

  it("is no one else's: not another session's, not another user's", async () => {
    const as = (content: string, name: string, session: string) =>
      client.chat.completions.create(
        { model, messages: [user(content)] },
        { headers: { "x-user-id": name, "x-session-id": session } },
      );
    await as("procure marta", "ana", "shared");
    expect(textOf(await as("2", "bia", "shared"))).not.toContain("Marta Silva");
    expect(textOf(await as("2", "ana", "other"))).not.toContain("Marta Silva");
    expect(textOf(await as("2", "ana", "shared"))).toContain("Marta Silva");
  });
});
