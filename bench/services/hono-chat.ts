import { Hono } from "hono";
import { pino } from "pino";
import { Pool } from "undici";
import { z } from "zod";
import { domainOutput } from "#shared/contracts/output.ts";
import { completion, executeBody, KEYWORD } from "./chat-request.ts";
import { listenWith } from "./listen.ts";

// The same as a careful service would do it: Hono, a schema for what comes in and back, a line in the log.

const chat = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
});
const log = pino(pino.destination("/dev/null"));
const pool = new Pool(process.argv[2] ?? "", { connections: 64 });
const app = new Hono();
app.use(async (context, next) => {
  const startedAt = performance.now();
  await next();
  const duration_ms = Math.round(performance.now() - startedAt);
  log.info({ path: context.req.path, status: context.res.status, duration_ms }, "answered");
});
app.post("/v1/chat/completions", async (context) => {
  const { model, messages } = chat.parse(await context.req.json());
  const text = messages.at(-1)?.content ?? "";
  const at = text.indexOf(KEYWORD);
  if (at === -1) return context.json({ error: { message: "nothing for it" } }, 404);
  const { body } = await pool.request({
    method: "POST",
    path: "/execute",
    headers: { "content-type": "application/json" },
    body: executeBody(text.slice(at + KEYWORD.length)),
  });
  const output = domainOutput.parse(await body.json());
  return context.json(completion(output.explanation, model));
});
process.send?.({ url: await listenWith(app.fetch) });
