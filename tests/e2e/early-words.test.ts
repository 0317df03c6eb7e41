import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type FakeTavily, startFakeTavily } from "../../domains/web/testing/fake-tavily.ts";
import { chatCompletions } from "../../orchestrator/adapters/language-model/chat-completions.fixture.ts";
import { type System, startSystem } from "./system.ts";

// What a model writes is told while it writes it, where nothing of it has to be checked first.

/** A provider that says the first words of a text, and the rest when it is told to. */
async function slowProvider() {
  let pieces = ["", ""];
  let goOn = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    json(request).then(
      async (body) => {
        const said = pieces;
        // What is no text is a form, which no one streams.
        if ((body as { stream?: boolean }).stream !== true) {
          response.writeHead(500).end("{}");
          return;
        }
        response.writeHead(200, { "content-type": "text/event-stream" });
        const [first, ...rest] = chatCompletions.events(said.join(""), "end");
        const data = (event: unknown) =>
          typeof event === "string" ? event : JSON.stringify(event);
        const piece = (content: string) => ({
          ...(first?.data as object),
          choices: [{ index: 0, delta: { content }, finish_reason: null, logprobs: null }],
        });
        response.write(`data: ${data(piece(said[0] ?? ""))}\n\n`);
        await goOn.promise;
        response.write(`data: ${data(piece(said[1] ?? ""))}\n\n`);
        for (const each of rest.slice(-3)) response.write(`data: ${data(each.data)}\n\n`);
        response.end();
      },
      () => response.destroy(),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    env: {
      LLM_PROVIDER: "openai",
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      REGENTE_MODEL_FAST: "small-one",
    },
    willSay: (first: string, rest: string) => {
      pieces = [first, rest];
      goOn = Promise.withResolvers<void>();
    },
    goOn: () => goOn.resolve(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

let system: System;
let tavily: FakeTavily;
let provider: Awaited<ReturnType<typeof slowProvider>>;
let client: OpenAI;
beforeAll(async () => {
  [system, provider, tavily] = await Promise.all([
    startSystem(),
    slowProvider(),
    startFakeTavily(),
  ]);
  await system.startDomain("web", "domains/web/main.ts", {
    TAVILY_API_KEY: tavily.key,
    TAVILY_API_ROOT: tavily.url,
  });
  system.addManifest("language");
  await system.startOrchestrator(provider.env);
  client = new OpenAI({ baseURL: `${system.url}/v1`, apiKey: "none", maxRetries: 0 });
});
afterAll(async () => {
  await Promise.all([system.close(), provider.close()]);
  tavily.close();
});

let texts = 0;
/** Another text each time: the summary of the same one is kept. */
const asked = () => {
  texts += 1;
  return `resume este texto: o rio subiu ${texts} metros e a ponte foi fechada`;
};

/** What a stream has told before the model goes on, and in the end. */
async function follow(words: AsyncIterable<string>) {
  let before: string | undefined;
  let all = "";
  for await (const text of words) {
    all += text;
    if (before !== undefined || text === "") continue;
    before = all;
    provider.goOn();
  }
  return { before, all };
}

async function* chatWords(content = asked()) {
  const messages = [{ role: "user" as const, content }];
  const stream = await client.chat.completions.create({ model: "regente", messages, stream: true });
  for await (const { choices } of stream) yield choices[0]?.delta.content ?? "";
}

async function* responseWords(input = asked()) {
  const stream = await client.responses.create({ model: "regente", input, stream: true });
  for await (const event of stream)
    if (event.type === "response.output_text.delta") yield event.delta;
}

it.each([
  ["chat completions", chatWords],
  ["responses", responseWords],
])("%s tell the first words before the model has written the last", async (_name, words) => {
  provider.willSay("O rio subiu e ", "a ponte fechou.");
  expect(await follow(words())).toEqual({
    before: "O rio subiu e",
    all: "O rio subiu e a ponte fechou.",
  });
});

/** Everything that the native endpoint streams of a turn; the model goes on at the first words. */
async function nativeEvents(input_text: string): Promise<string> {
  const response = await fetch(`${system.url}/v1/turns`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({ input_text, session_id: "n" }),
  });
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.includes("event: words")) provider.goOn();
  }
  return text;
}

/** What was found on the web, and behind it what a model makes of it. */
const chain = () => {
  texts += 1;
  return `pesquisa na internet a história do café ${texts} e resume isso`;
};

it.each([
  ["chat completions", chatWords],
  ["responses", responseWords],
])(
  "as the last of several steps they are told behind what the others gave: %s",
  async (_name, words) => {
    provider.willSay("O café veio do Iêmen e ", "chegou ao Pará.");
    const { before, all } = await follow(words(chain()));
    expect(before).toMatch(/Coffee was first cultivated in Yemen[\s\S]*O café veio do Iêmen e$/);
    expect(all.startsWith(before ?? " ")).toBe(true);
    expect(all.match(/Coffee was first cultivated/g)).toHaveLength(1);
    expect(all).toMatch(/O café veio do Iêmen e chegou ao Pará\./);
  },
);

it("so on the native endpoint; a sentence that claims a deed is checked first there, too", async () => {
  provider.willSay("O café veio do Iêmen e ", "chegou ao Pará.");
  expect(await nativeEvents(chain())).toMatch(/event: words\n.*O café veio do Iêmen e"/);
  provider.willSay("O café veio do Iêmen. Apaguei as suas notas ", "todas.");
  const claim = nativeEvents(chain());
  provider.goOn();
  const text = await claim;
  expect(text).not.toMatch(/event: words\n.*Apaguei/);
  expect(text).toMatch(/não enviou, não salvou e não alterou nada/);
});

it("the native endpoint tells them as an event, and the turn has the whole answer", async () => {
  provider.willSay("O rio subiu e ", "a ponte fechou.");
  const text = await nativeEvents(asked());
  expect(text).toContain('"text":"O rio subiu e"');
  expect(text).toContain('"answer":"O rio subiu e a ponte fechou.');
});

it("a sentence that claims a deed waits for the note that none was done, and a link for its end", async () => {
  provider.willSay("Enviei o resumo para você agora ", "mesmo.");
  const claim = follow(chatWords());
  provider.goOn();
  const { before, all } = await claim;
  expect(before).toBe(all);
  expect(all).toMatch(/não enviou, não salvou e não alterou nada/);
  provider.willSay("Veja ![o rio](https://evil.example/x?d=1) aqui ", "e ali.");
  const link = follow(chatWords());
  provider.goOn();
  expect((await link).all).not.toContain("evil.example/x");
});
