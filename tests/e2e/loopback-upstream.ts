import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import OpenAI from "openai";
import { pino } from "pino";
import { startNotebook } from "./notebook.ts";

/** What reached the upstream. */
export type Reached = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  isGone: Promise<void>;
};
type Answer = (request: Reached, response: ServerResponse) => void | Promise<void>;

/** A model's server on loopback that keeps what it was sent, byte by byte, and answers as a test says. */
async function startUpstream() {
  const reached: Reached[] = [];
  let answer: Answer = (_request, response) => void response.writeHead(500).end();
  const server = createServer((incoming, response) => {
    const { method = "", url: path = "", headers } = incoming;
    const isGone = once(response, "close").then(() => undefined);
    void buffer(incoming).then((bytes) => {
      const request = { method, path, headers, bytes, isGone };
      reached.push(request);
      void answer(request, response);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    reached,
    last: (): Reached => {
      const last = reached.at(-1);
      if (last === undefined) throw new Error("nothing has reached the upstream");
      return last;
    },
    willAnswer: (next: Answer) => {
      answer = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(typeof body === "string" ? body : JSON.stringify(body));

/** A chat completion as api.openai.com writes one, with what only it says. */
export const completion = (content: string | null, more: object = {}) => ({
  id: "chatcmpl-up",
  object: "chat.completion",
  created: 1_790_000_000,
  model: "big-one-2026",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content, refusal: null, annotations: [], ...more },
      logprobs: null,
      finish_reason: "stop",
    },
  ],
  usage: { prompt_tokens: 19, completion_tokens: 10, total_tokens: 29 },
  service_tier: "default",
  system_fingerprint: "fp_1",
});

/** The same as chunks, with spaces and keys as some server writes them. */
export const chunksOf = (words: readonly string[]): string[] => [
  ...words.map(
    (content, at) =>
      `data: {"id":"chatcmpl-up","object":"chat.completion.chunk","created":1790000000,"model":"big-one-2026", "obfuscation":"x${at}","choices":[{"index":0,"delta":{"role":"assistant","content":${JSON.stringify(content)}},"logprobs":null,"finish_reason":null}]}\n\n`,
  ),
  'data: {"id":"chatcmpl-up","object":"chat.completion.chunk","created":1790000000,"model":"big-one-2026","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
  'data: {"id":"chatcmpl-up","object":"chat.completion.chunk","created":1790000000,"model":"big-one-2026","choices":[],"usage":{"prompt_tokens":5,"completion_tokens":2,"total_tokens":7}}\n\n',
  "data: [DONE]\n\n",
];

export const stream =
  (parts: readonly string[]): Answer =>
  async (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    for (const part of parts) {
      response.write(part);
      await new Promise((next) => setImmediate(next));
    }
    response.end();
  };

/** A response of the Responses API that says these words. */
export const responseSaying = (id: string, text: string) => ({
  id,
  object: "response",
  created_at: 1_790_000_000,
  status: "completed",
  model: "big-one-2026",
  output: [
    {
      id: id.replace("resp", "msg"),
      type: "message",
      status: "completed",
      role: "assistant",
      content: [{ type: "output_text", annotations: [], logprobs: [], text }],
    },
  ],
  usage: {
    input_tokens: 36,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 87,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 123,
  },
});

/** The notebook in front of that server, the official client, and what is said through it. */
export async function startInFront(env: Record<string, string> = {}) {
  const upstream = await startUpstream();
  const logged: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
  const system = await startNotebook({ REGENTE_UPSTREAM: upstream.url, ...env }, log);
  const client = new OpenAI({ baseURL: `${system.url}/v1`, apiKey: "the-callers", maxRetries: 0 });
  return {
    upstream,
    logged,
    system,
    client,
    chat: (messages: Messages, more: object = {}) =>
      client.chat.completions.create({ model, messages, ...more }),
    /** As a program sends it that does not go by the official client's ways. */
    raw: (body: string, headers: Record<string, string> = {}, path = "/v1/chat/completions") =>
      fetch(`${system.url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
      }),
    async close() {
      await system.close();
      await upstream.close();
    },
  };
}
export const model = "big-one";
export type Messages = OpenAI.Chat.ChatCompletionMessageParam[];
export const user = (content: string): Messages[number] => ({ role: "user", content });
export const assistant = (content: string): Messages[number] => ({ role: "assistant", content });
export const said = (told: OpenAI.Chat.ChatCompletion) => told.choices[0]?.message.content ?? "";
