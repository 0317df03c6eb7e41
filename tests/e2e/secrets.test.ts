import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import { freePort } from "../../cli/testing/free-port.ts";
import { jsonLog, secretsIn } from "../../orchestrator/adapters/log/json-log.ts";
import { type Notebook, startNotebook } from "./notebook.ts";
import { startProcess } from "./system.ts";

/** What only the operator knows; it may be nowhere outside this process. */
const SECRETS = {
  TELEGRAM_BOT_TOKEN: "987654321:AAcanary-telegram-token-0123456789A",
  TELEGRAM_WEBHOOK_SECRET: "canary-webhook-secret-77",
  REGENTE_DOMAIN_SECRET: "canary-domain-secret-0123456789abcdef",
  OPENAI_API_KEY: "sk-canary-model-key-0123456789",
  OTEL_EXPORTER_OTLP_HEADERS: "x-key=canary-collector-key",
};
/** What someone might write by mistake; it may be in no log and no trace. */
const SAID = "hunter2-canary-said";

/** A model and a collector that repeat whatever they were sent, keys included, with an error. */
function echo(collected: string[], status: number): Server {
  return createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      collected.push(body);
      const told = JSON.stringify({
        error: { message: `${JSON.stringify(incoming.headers)} ${body}` },
      });
      outgoing.writeHead(status, { "content-type": "application/json" }).end(told);
    });
  });
}
const listening = async (server: Server) => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

let logged = "";
const keep = new Writable({
  write(chunk, _encoding, done) {
    logged += String(chunk);
    done();
  },
});
const spans: string[] = [];
const model = echo([], 401);
const collector = echo(spans, 200);
let telegram: Awaited<ReturnType<typeof startFakeTelegram>>;
let system: Notebook;
beforeAll(async () => {
  telegram = await startFakeTelegram({ token: SECRETS.TELEGRAM_BOT_TOKEN });
  const env = {
    ...SECRETS,
    TELEGRAM_API_ROOT: telegram.url,
    OPENAI_BASE_URL: await listening(model),
    OTEL_EXPORTER_OTLP_ENDPOINT: await listening(collector),
  };
  system = await startNotebook(env, jsonLog({ level: "debug", secrets: secretsIn(env) }, keep));
});
afterAll(async () => {
  await telegram.close();
  model.close();
  collector.close();
});

const say = { input_text: `anote ${SAID}`, session_id: SAID, user_id: SAID, metadata: { k: SAID } };
const chat = {
  model: "regente",
  user: SAID,
  messages: [{ role: "user", content: `procure ${SAID}` }],
};
const step = { id: 1, domain: "notebook", capability: "write_line", params: { line_text: SAID } };
/** Something for every kind of endpoint, right and wrong, with the canary wherever a client may write. */
const requests: [path: string, body?: unknown, headers?: Record<string, string>][] = [
  ["/v1/turns", say],
  ["/v1/turns", say, { accept: "text/event-stream" }],
  ["/v1/turns", { ...say, input_text: `xyzzy ${SAID}` }],
  ["/v1/turns", { ...say, input_text: "quebre" }],
  ["/v1/turns", { ...say, [SAID]: 1 }],
  ["/v1/turns", { ...say, locale: SAID }],
  ["/v1/turns", { ...say, input_text: { [SAID]: SAID } }],
  ["/v1/explain", { input_text: say.input_text }],
  ["/v1/chat/completions", chat],
  ["/v1/chat/completions", { ...chat, stream: true }],
  ["/v1/chat/completions", { ...chat, model: SAID }],
  ["/v1/chat/completions", chat, { authorization: `Bearer ${SAID}`, "x-session-id": SAID }],
  ["/v1/responses", { model: "regente", input: SAID }],
  ["/v1/responses", { model: "regente", input: SAID, previous_response_id: SAID }],
  ["/v1/plans/execute", { plan: { steps: [step] }, context: { session_id: SAID } }],
  ["/v1/plans/execute", { plan: { steps: [{ ...step, capability: SAID }] } }],
  ["/v1/plans/execute", { plan: { steps: [{ ...step, params: { line_text: `\${${SAID}.x}` } }] } }],
  [`/v1/domains/notebook/capabilities/write_line/execute`, { parameters: { line_text: SAID } }],
  [`/v1/domains/${SAID}/capabilities/x/execute`, { parameters: {} }],
  [`/v1/runs?session_id=${SAID}`],
  [`/v1/runs?before=${SAID}`],
  [`/v1/runs/${SAID}`],
  [`/v1/sessions/${SAID}`],
  [`/v1/pending?session_id=${SAID}`],
  [`/v1/pending/${SAID}/answer`, { text: SAID }],
  [`/v1/files/${SAID}`],
  [`/v1/usage?since=${SAID}`],
  [`/${SAID}`],
  ["/v1/domains"],
  ["/v1/models"],
  ["/metrics"],
  ["/ready"],
  ["/openapi.json"],
  ["/v1/turns", say, { "x-request-id": SAID, traceparent: SAID, "x-user-id": SAID }],
  ["/v1/turns", say, { "content-type": SAID }],
  ["/v1/turns", say, { origin: `https://${SAID}.example.org` }],
];

it("the operator's secrets are in no answer, log, trace or file; what people said is in no log or trace", async () => {
  let answered = "";
  for (const [path, body, headers] of requests) {
    const { status, headers: told, text: answer } = await system.ask(path, body, headers);
    expect(status, path).toBeLessThan(500);
    answered += `${JSON.stringify([...told])}${answer}`;
  }
  // On Telegram: a message, one that the API refuses with the address it was sent to, and a stranger's webhook.
  telegram.nextOf("sendMessage", {
    error: 400,
    description: `Bad Request: https://api.telegram.org/bot${SECRETS.TELEGRAM_BOT_TOKEN}/sendMessage`,
  });
  await telegram.say(`anote ${SAID}`);
  await telegram.until(() => telegram.calls.some(({ method }) => method === "sendMessage"));
  await telegram.say(`procure ${SAID}`);
  await telegram.until(() => telegram.messages[0]);
  for (const { text: sent } of telegram.messages) answered += sent;

  const secrets = Object.values(SECRETS).flatMap((secret) => [
    secret,
    secret.replace("x-key=", ""),
  ]);
  const files = allFiles(system.folder);
  expect(files.length).toBeGreaterThan(1);
  for (const secret of secrets) {
    expect(answered.includes(secret), `an answer: ${secret}`).toBe(false);
    expect(logged.includes(secret), `the log: ${secret}`).toBe(false);
    expect(spans.join("").includes(secret), `a trace: ${secret}`).toBe(false);
    for (const file of files)
      expect(readFileSync(file).includes(secret), `${file}: ${secret}`).toBe(false);
  }
  expect(logged).toContain("a turn ended");
  expect(logged).not.toContain(SAID);
  await system.close();
  expect(spans.join("")).toContain("execute_tool notebook.write_line");
  expect(spans.join("")).not.toContain(SAID);
});

it("a log without the allow-list would be found out", async () => {
  let open = "";
  const all = new Writable({
    write(chunk, _encoding, done) {
      open += String(chunk);
      done();
    },
  });
  const careless = await startNotebook({}, pino({ level: "debug" }, all));
  await careless.ask("/v1/turns", say);
  await careless.close();
  expect(open).toContain(SAID);
});

const allFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());

it.each([
  ["a database that is down", { DATABASE_URL: "postgres://me:canary-db-password@127.0.0.1:1/x" }],
  ["a database that is none", { DATABASE_URL: "mysql://me:canary-db-password@127.0.0.1/x" }],
  ["a key that nobody could have", { OPENAI_API_KEY: "canary db password" }],
  ["a secret that is too short", { REGENTE_DOMAIN_SECRET: "canary-db-pass" }],
])(
  "%s: the start fails and says why, without the password",
  async (_what, env) => {
    const folder = await mkdtemp(join(tmpdir(), "regente-secrets-"));
    const running = startProcess("orchestrator/main.ts", {
      PORT: String(await freePort()),
      REGENTE_DATA: folder,
      REGENTE_BOOTSTRAP: join(folder, "none.json"),
      LOG_LEVEL: "trace",
      ...env,
    });
    const [code] = (await once(running.child, "exit")) as [number];
    await rm(folder, { recursive: true, force: true });
    expect(code).not.toBe(0);
    expect(running.output().length).toBeGreaterThan(20);
    expect(running.output()).not.toMatch(/canary/);
  },
  30_000,
);
