import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { type FakeTelegram, startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import { exitCodes } from "../../cli/terminal.ts";
import { runRegente } from "../../cli/testing/run-regente.ts";
import { type System, startSystem } from "./system.ts";

let system: System;
let telegram: FakeTelegram;
let sessions = 0;
const fresh = () => `asked-${++sessions}`;

beforeAll(async () => {
  [system, telegram] = await Promise.all([startSystem(), startFakeTelegram()]);
  // The domain that sends has no bot, whatever is said to the channel: what is to be sent is not.
  await Promise.all(
    ["finance", "notify", "memory", "documents"].map((name) => system.startDomain(name)),
  );
  await system.startOrchestrator({
    REGENTE_A2A: "true",
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.url,
  });
});
afterAll(async () => {
  await system.close();
  await telegram.close();
});

const get = async (path: string) =>
  (await (await fetch(`${system.url}${path}`)).json()) as Record<string, unknown>;

const BOTH = "petr4, vale3 e itub4 e me manda no telegram";
const ONLY_SENT = "me manda o preço da PETR4 no telegram";

describe("how it went is true of all that was asked for", () => {
  it.each([
    [BOTH, "partial"],
    ["qual o preço da PETR4 e me avisa no telegram", "partial"],
    ["price of Apple and send it to me on telegram", "partial"],
    [ONLY_SENT, "failure"],
    ["send me the price of Apple on telegram", "failure"],
    ["qual o preço da PETR4?", "success"],
    ["faz um pdf com o preço da PETR4 e me manda no telegram", "partial"],
  ])("%s: %s", async (text, status) => {
    const turn = await system.turn(text, fresh());
    expect(turn.status, turn.answer).toBe(status);
    expect(await get(`/v1/runs/${turn.run_id}`)).toMatchObject({ status });
  });

  it("what was shown is sent by nothing but the sending", async () => {
    const here = fresh();
    await system.turn("qual o preço da PETR4?", here);
    expect(await system.turn("me manda isso no telegram", here)).toMatchObject({
      status: "failure",
    });
  });

  it("what someone has no wish to be sent is no failure", async () => {
    const turn = await system.turn("preço da PETR4 mas não manda no telegram", fresh());
    expect(turn.status).toBe("success");
  });
});

describe("every endpoint says so", () => {
  it("the list of runs", async () => {
    const { run_id } = await system.turn(BOTH, "listed");
    const { runs } = await get("/v1/runs?status=partial&session_id=listed");
    expect(runs).toMatchObject([{ run_id, status: "partial" }]);
    const { out } = await runRegente(["runs", "--session", "listed", "--url", system.url]);
    expect(out).not.toContain("✓");
  });

  it("the metrics", async () => {
    await system.turn(BOTH, fresh());
    const metrics = await (await fetch(`${system.url}/metrics`)).text();
    expect(metrics).toMatch(/turn[^\n]*status="partial"/);
  });

  it.each([
    [BOTH, "partial"],
    [ONLY_SENT, "failure"],
  ])("both surfaces for OpenAI's clients: %s", async (content, status) => {
    const messages = [{ role: "user", content }];
    const chat = await system.post("/v1/chat/completions", { model: "regente", messages });
    expect(chat.body).toMatchObject({ regente: { status } });
    const response = await system.post("/v1/responses", { model: "regente", input: content });
    expect(response.body).toMatchObject({ regente: { status } });
  });

  it("the terminal ends with 1", async () => {
    const ran = (text: string) => runRegente(["ask", text, "--url", system.url]);
    expect((await ran(BOTH)).code).toBe(exitCodes.failed);
    expect((await ran("qual o preço da PETR4?")).code).toBe(exitCodes.done);
    const { run_id } = await system.turn(BOTH, fresh());
    const followed = await runRegente(["runs", "follow", run_id, "--url", system.url]);
    expect(followed.code).toBe(exitCodes.failed);
  });

  it("a chat", async () => {
    await telegram.say(BOTH);
    const told = await telegram.until(() => telegram.messages[0]);
    expect(told.text).toContain("Não enviei");
    expect(told.text).not.toMatch(/✓|✅|Enviei/);
    const headers = { "x-user-id": "telegram:42" };
    const listed = await fetch(`${system.url}/v1/runs?status=partial`, { headers });
    expect(await listed.json()).toMatchObject({ runs: [{ input_text: BOTH }] });
  });

  it("a tool of MCP", async () => {
    const client = new Client({ name: "someone", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${system.url}/mcp`)));
    onTestFinished(() => client.close());
    const ask = (text: string) => client.callTool({ name: "ask", arguments: { text } });
    expect(await ask(BOTH)).toMatchObject({ structuredContent: { status: "partial" } });
    const sent = await ask(ONLY_SENT);
    expect(sent).toMatchObject({ isError: true, structuredContent: { status: "failure" } });
  });

  it("a task of a peer has failed, and its artifact has what was done", async () => {
    expect(await sendAsPeer(BOTH)).toMatchObject({
      status: { state: "TASK_STATE_FAILED" },
      artifacts: [{ metadata: { status: "partial" } }],
    });
  });
});

/** The task of a peer, as it is answered. */
async function sendAsPeer(text: string): Promise<unknown> {
  const message = { messageId: fresh(), role: "ROLE_USER", parts: [{ text }] };
  const rpc = { jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message } };
  const headers = { "content-type": "application/json", "a2a-version": "1.0" };
  const body = JSON.stringify(rpc);
  const answered = await fetch(`${system.url}/a2a`, { method: "POST", headers, body });
  return z.object({ result: z.object({ task: z.unknown() }) }).parse(await answered.json()).result
    .task;
}

describe("where a reminder reaches no one it is not agreed to before it is asked where to tell", () => {
  const LATER = "me lembra em 20 horas de pagar o boleto";
  const overMcp = async () => {
    const client = new Client({ name: "someone", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${system.url}/mcp`)));
    onTestFinished(() => client.close());
    return client.callTool({ name: "ask", arguments: { text: LATER } });
  };
  it.each<[endpoint: string, ask: () => Promise<unknown>]>([
    ["a turn", () => system.post("/v1/turns", { input_text: LATER, session_id: fresh() })],
    [
      "a chat completion",
      () =>
        system.post("/v1/chat/completions", {
          ...{ model: "regente", messages: [{ role: "user", content: LATER }] },
        }),
    ],
    ["a response", () => system.post("/v1/responses", { model: "regente", input: LATER })],
    ["a tool of MCP", overMcp],
    ["a task of a peer", () => sendAsPeer(LATER)],
  ])("%s", async (_endpoint, ask) => {
    const told = JSON.stringify(await ask());
    expect(told).toContain("Onde devo avisar?");
    expect(told).not.toContain("Combinado");
    expect(await get("/v1/schedules")).toEqual({ schedules: [] });
  });
});
