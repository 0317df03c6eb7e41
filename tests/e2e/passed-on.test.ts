import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  chunksOf,
  completion,
  json,
  type Messages,
  model,
  said,
  startInFront,
  stream,
  user,
} from "./loopback-upstream.ts";

const KEY = "sk-operators-own-key-0123456789";
let front: Awaited<ReturnType<typeof startInFront>>;
beforeAll(async () => {
  front = await startInFront({ REGENTE_UPSTREAM_KEY: KEY });
});
afterAll(() => front.close());
beforeEach(() => {
  front.upstream.reached.length = 0;
  front.upstream.willAnswer(json(completion("da nuvem")));
});

describe("everything else", () => {
  it("reaches the upstream byte by byte, and its answer comes back byte by byte", async () => {
    const body =
      '{ "model":"big-one",\n "messages":[{"role":"user","content":"conte uma hist\\u00f3ria"}], "seed":1.0, "x":[null] }';
    const text = '{"id" : "x","unheard":[1.50],"choices":[]}\n';
    front.upstream.willAnswer(
      json(text, 200, {
        "x-request-id": "req_up",
        "openai-version": "2020-10-01",
        "set-cookie": "a=b",
      }),
    );
    const response = await front.raw(body, {
      "OpenAI-Organization": "org-1",
      authorization: "Bearer mine",
      cookie: "c=d",
    });
    expect(await response.text()).toBe(text);
    const { bytes, headers, path } = front.upstream.last();
    expect([bytes.toString(), path]).toEqual([body, "/v1/chat/completions"]);
    expect(headers).toMatchObject({
      "openai-organization": "org-1",
      authorization: `Bearer ${KEY}`,
    });
    expect([headers.cookie, headers.host]).toEqual([undefined, new URL(front.upstream.url).host]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-request-id": "req_up",
      "openai-version": "2020-10-01",
      "regente-answered-by": "upstream",
    });
    expect(response.headers.get("set-cookie")).toBeNull();
  });

  it("is streamed as it comes", async () => {
    const parts = chunksOf(["era", " uma", " vez"]);
    front.upstream.willAnswer(stream(parts));
    const body = JSON.stringify({ model, messages: [user("conte uma história")], stream: true });
    expect(await (await front.raw(body)).text()).toBe(parts.join(""));
    const told = await front.client.chat.completions.create({
      ...{ model, stream: true, stream_options: { include_usage: true } },
      messages: [user("conte uma história")],
    });
    let text = "";
    let tokens = 0;
    for await (const chunk of told) {
      text += chunk.choices[0]?.delta.content ?? "";
      tokens += chunk.usage?.total_tokens ?? 0;
    }
    expect([text, tokens]).toEqual(["era uma vez", 7]);
  });

  it("the first words arrive before the last are written", async () => {
    const rest = Promise.withResolvers<void>();
    const [first = "", ...others] = chunksOf(["era", " uma vez"]);
    front.upstream.willAnswer(async (_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(first);
      await rest.promise;
      response.end(others.join(""));
    });
    const response = await front.raw(
      JSON.stringify({ model, messages: [user("olhe o mar")], stream: true }),
    );
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(first);
    rest.resolve();
    await reader?.cancel();
  });

  it("tools that are called, and what they found, go there and back", async () => {
    const tool_calls = [
      { id: "call_1", type: "function", function: { name: "search", arguments: '{"q":"mar"}' } },
    ];
    front.upstream.willAnswer(json(completion(null, { tool_calls })));
    const tools = [{ type: "function" as const, function: { name: "search", parameters: {} } }];
    const told = await front.chat([user("o que sabe do mar?")], { tools });
    expect(told.choices[0]?.message.tool_calls).toEqual(tool_calls);
    const messages = [
      user("procure leite"),
      { role: "assistant", content: null, tool_calls } as Messages[number],
      { role: "tool", tool_call_id: "call_1", content: "azul" } as Messages[number],
    ];
    await front.chat(messages, { tools });
    expect(JSON.parse(front.upstream.last().bytes.toString())).toEqual({ model, messages, tools });
  });

  it.each([
    [
      "a picture",
      [
        {
          role: "user",
          content: [
            { type: "text", text: "procure leite" },
            { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
          ],
        },
      ],
      {},
    ],
    [
      "a file on the way",
      [user("procure leite")],
      { modalities: ["text", "audio"], audio: { voice: "a", format: "wav" } },
    ],
    [
      "a call that is demanded",
      [user("procure leite")],
      { tools: [{ type: "function", function: { name: "f" } }], tool_choice: "required" },
    ],
    [
      "a form of its own",
      [user("procure leite")],
      {
        response_format: {
          type: "json_schema",
          json_schema: { name: "a", schema: { type: "object" } },
        },
      },
    ],
    ["several messages in a row", [user("olhe isto"), user("procure leite")], {}],
    [
      "a title for the conversation",
      [
        { role: "system", content: "You are a title generator. Write a title." },
        user("procure leite"),
      ],
      {},
    ],
    [
      "a task of a front end",
      [
        user(
          "### Task:\nGenerate 1-3 broad tags for it.\n<chat_history>procure leite</chat_history>",
        ),
      ],
      {},
    ],
    [
      "words inside a prompt that no one knows",
      [user("procure leite\n\nName this conversation.")],
      {},
    ],
    ["what no one can read", [{ role: "user", content: 7 }], {}],
  ])("%s is the upstream's", async (_what, messages, more) => {
    const body = JSON.stringify({ model, messages, ...more });
    expect((await front.raw(body)).status).toBe(200);
    expect(front.upstream.reached.map(({ bytes }) => bytes.toString())).toEqual([body]);
  });

  const f = { name: "f", parameters: { type: "object" } };
  it.each([
    ["any function", "chat/completions", { tool_choice: "required" }],
    ["any function, as some servers say it", "chat/completions", { tool_choice: "any" }],
    ["one", "chat/completions", { tool_choice: { type: "function", function: { name: "f" } } }],
    ["one of the older form", "chat/completions", { functions: [f], function_call: { name: "f" } }],
    ["any function", "responses", { tool_choice: "required" }],
    ["one", "responses", { tool_choice: { type: "function", name: "f" } }],
  ])("a request that demands %s is the upstream's, unchanged: %s %j", async (_what, path, more) => {
    const isChat = path === "chat/completions";
    const tools = isChat ? [{ type: "function", function: f }] : [{ type: "function", ...f }];
    const asked = isChat ? { messages: [user("procure leite")] } : { input: "procure leite" };
    const body = JSON.stringify({ model, ...asked, tools, ...more });
    const response = await front.raw(body, {}, `/v1/${path}`);
    expect(response.headers.get("regente-answered-by")).toBe("upstream");
    expect(front.upstream.reached.map(({ bytes }) => bytes.toString())).toEqual([body]);
  });

  it.each([
    { tool_choice: "auto" },
    { tool_choice: "none" },
    { functions: [f], function_call: "auto" },
  ])("a request that only allows functions is ours where it is known: %j", async (more) => {
    const tools = [{ type: "function", function: f }];
    const body = JSON.stringify({ model, messages: [user("procure leite")], tools, ...more });
    const response = await front.raw(body);
    expect(response.headers.get("regente-answered-by")).toBe("regente");
    expect(front.upstream.reached).toEqual([]);
  });

  it("the same words again under another instruction are a front end's", async () => {
    expect(said(await front.chat([user("procure mel")]))).toBe("Duas linhas com mel.");
    const again = [
      { role: "system" as const, content: "Descreva em uma palavra." },
      user("procure mel"),
    ];
    expect(said(await front.chat(again))).toBe("da nuvem");
  });

  it("a body beyond what is read here is passed on while it comes", async () => {
    const messages = [
      user("olhe"),
      {
        role: "user",
        content: [
          { type: "image_url", image_url: { url: `data:image/png;base64,${"A".repeat(9e6)}` } },
        ],
      },
    ];
    const body = JSON.stringify({ model, messages });
    expect((await front.raw(body)).status).toBe(200);
    expect(front.upstream.last().bytes.equals(Buffer.from(body))).toBe(true);
  });

  it("an error is the upstream's own, with what it says of trying again", async () => {
    const error = {
      message: "Rate limit reached",
      type: "requests",
      param: null,
      code: "rate_limit_exceeded",
    };
    front.upstream.willAnswer(
      json({ error }, 429, { "retry-after": "7", "x-should-retry": "false" }),
    );
    await expect(front.chat([user("conte uma história")])).rejects.toMatchObject({
      status: 429,
      code: "rate_limit_exceeded",
    });
    const response = await front.raw(JSON.stringify({ model, messages: [user("conte outra")] }));
    expect([response.headers.get("retry-after"), await response.json()]).toEqual(["7", { error }]);
  });

  it("an answer that dies half-way breaks off here too", async () => {
    const [first = ""] = chunksOf(["era"]);
    front.upstream.willAnswer((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(first, () => response.destroy());
    });
    const response = await front.raw(
      JSON.stringify({ model, messages: [user("conte uma história")], stream: true }),
    );
    let told = "";
    const reading = (async () => {
      for await (const part of response.body ?? [])
        told += new TextDecoder().decode(part as Uint8Array);
    })();
    await expect(reading).rejects.toThrow();
    expect(told).toBe(first);
  });

  it("a client that hangs up is hung up on there", async () => {
    front.upstream.willAnswer((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(chunksOf(["era"])[0]);
    });
    const leaving = new AbortController();
    const response = await fetch(`${front.system.url}/v1/chat/completions`, {
      ...{
        method: "POST",
        headers: { "content-type": "application/json" },
        signal: leaving.signal,
      },
      body: JSON.stringify({ model, messages: [user("conte uma história")], stream: true }),
    });
    await response.body?.getReader().read();
    leaving.abort();
    await front.upstream.last().isGone;
  });

  it("a redirect is not followed", async () => {
    front.upstream.willAnswer(
      (_request, response) =>
        void response.writeHead(307, { location: `${front.system.url}/health` }).end(),
    );
    const response = await fetch(`${front.system.url}/v1/chat/completions`, {
      ...{ method: "POST", redirect: "manual", headers: { "content-type": "application/json" } },
      body: JSON.stringify({ model, messages: [user("conte uma história")] }),
    });
    expect([response.status, front.upstream.reached.length]).toEqual([307, 1]);
  });

  it("the models of both are listed, and other paths of the API are passed on", async () => {
    front.upstream.willAnswer(
      json({
        object: "list",
        data: [{ id: "big-one", object: "model", created: 1, owned_by: "them" }],
      }),
    );
    const { data } = await front.client.models.list();
    expect(data.map(({ id }) => id)).toEqual([
      "big-one",
      "regente",
      "regente/notebook",
      "regente/tower",
    ]);
    front.upstream.willAnswer(
      json({
        object: "list",
        data: [{ object: "embedding", index: 0, embedding: [0.5] }],
        model: "e",
        usage: { prompt_tokens: 1, total_tokens: 1 },
      }),
    );
    const made = await front.client.embeddings.create({
      model: "e",
      input: "mar",
      encoding_format: "float",
    });
    expect(made.data[0]?.embedding).toEqual([0.5]);
    expect((await front.raw("{}", {}, "/v1/fine_tuning/jobs")).status).toBe(404);
    expect((await fetch(`${front.system.url}/v1/responses/..%2ffiles`)).status).toBe(404);
  });

  it("models of our own name are ours alone", async () => {
    const { data: told, response } = await front.client.chat.completions
      .create({ model: "regente", messages: [user("conte uma história")] })
      .withResponse();
    expect(said(told)).not.toBe("da nuvem");
    expect(response.headers.get("regente-answered-by")).toBe("regente");
    expect(front.upstream.reached).toEqual([]);
  });
});
