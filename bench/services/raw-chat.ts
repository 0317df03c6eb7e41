import type { IncomingMessage } from "node:http";
import { Pool } from "undici";
import { completion, executeBody, KEYWORD } from "./chat-request.ts";
import { listen } from "./listen.ts";

// The floor of a chat request: node:http and undici, one keyword, one call, no checks at all.

/** With it, a sentence without the keyword is taken as a whole. */
const takesAny = process.argv[3] === "any";

type Chat = { model: string; messages: { content: string }[] };
const pool = new Pool(process.argv[2] ?? "", { connections: 64 });

async function bodyOf(request: IncomingMessage): Promise<Chat> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Chat;
}

async function reply(request: IncomingMessage): Promise<string> {
  const { model, messages } = await bodyOf(request);
  const text = messages.at(-1)?.content ?? "";
  const at = text.indexOf(KEYWORD);
  if (at === -1 && !takesAny) throw new Error(`nothing for "${text}"`);
  const { body } = await pool.request({
    method: "POST",
    path: "/execute",
    headers: { "content-type": "application/json" },
    body: executeBody(at === -1 ? text : text.slice(at + KEYWORD.length)),
  });
  const { explanation } = (await body.json()) as { explanation: string };
  return JSON.stringify(completion(explanation, model));
}

const url = await listen((request, response) => {
  reply(request).then(
    (text) => response.setHeader("content-type", "application/json").end(text),
    () => response.writeHead(500).end(),
  );
});
process.send?.({ url });
