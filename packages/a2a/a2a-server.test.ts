import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Message, type Part, Role, type Task, TaskState } from "@a2a-js/sdk";
import {
  type Client,
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from "@a2a-js/sdk/client";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { addKey } from "../../shared/api-keys/key-file.ts";
import { type Notebook, startNotebook } from "../../tests/e2e/notebook.ts";

const folder = mkdtempSync(join(tmpdir(), "regente-a2a-"));
const file = join(folder, "keys.json");
const keyOf = (user_id: string, scopes: string[]) =>
  addKey(file, { user_id, scopes }, new Date()).key;
const all = ["notebook:*", "tower:*", "effect:read", "effect:write", "effect:destructive"];
const ana = keyOf("ana", all);
const bia = keyOf("bia", all);
const reader = keyOf("reader", ["effect:read"]);
let system: Notebook;

beforeAll(async () => {
  system = await startNotebook({ REGENTE_API_KEYS: file });
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true });
});

/** A peer as the official SDK makes one, with a key of its own. */
function connect(key: string): Promise<Client> {
  const fetchImpl: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("authorization", `Bearer ${key}`);
    headers.set("accept-language", "en");
    return fetch(input, { ...init, headers });
  };
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  });
  return factory.createFromUrl(system.url);
}

let sent = 0;
const request = (text: string, of?: Pick<Task, "id" | "contextId">) => ({
  ...{ tenant: "", metadata: undefined, configuration: undefined },
  message: {
    ...{ messageId: `m${++sent}`, taskId: of?.id ?? "", contextId: of?.contextId ?? "" },
    ...{ role: Role.ROLE_USER, metadata: undefined, extensions: [], referenceTaskIds: [] },
    parts: [part({ $case: "text", value: text })],
  },
});
const part = (content: Part["content"]): Part => ({
  ...{ content, metadata: undefined, filename: "", mediaType: "" },
});

async function say(
  client: Client,
  text: string,
  of?: Pick<Task, "id" | "contextId">,
): Promise<Task> {
  const answered = await client.sendMessage(request(text, of));
  if (!("status" in answered)) throw new Error("wanted a task, got a message");
  return answered;
}
const wordsOf = (parts: readonly Part[] = []) =>
  parts.map(({ content }) => (typeof content?.value === "string" ? content.value : "")).join("\n");
const toldBy = (message: Message | undefined) => wordsOf(message?.parts);

it("shows a card with a skill for each goal that the caller may use, and lets no one in without a key", async () => {
  const card = await (await connect(ana)).getAgentCard();
  expect(card.skills.map(({ id }) => id)).toContain("notebook.wipe");
  expect(card.capabilities?.streaming).toBe(true);
  const few = await (await connect(reader)).getAgentCard();
  expect(few.skills.map(({ id }) => id)).not.toContain("notebook.wipe");
  for (const path of ["/.well-known/agent-card.json", "/a2a"])
    expect(
      (await fetch(`${system.url}${path}`, { method: path === "/a2a" ? "POST" : "GET" })).status,
    ).toBe(401);
});

it("is neither served nor described where nobody has chosen it", async () => {
  const without = await startNotebook({ REGENTE_A2A: "false" });
  onTestFinished(() => without.close());
  for (const path of ["/a2a", "/.well-known/agent-card.json"]) {
    expect((await without.ask(path, undefined, {}, "GET")).status).toBe(404);
    expect((await without.ask("/openapi.json", undefined, {}, "GET")).text).not.toContain(path);
  }
});

it("carries a task out, and its answer is an artifact", async () => {
  const task = await say(await connect(ana), "look up casa");
  expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
  expect(wordsOf(task.artifacts[0]?.parts)).toBe("Two lines with casa.");
});

it("does once what comes again under its id, and nothing that is not said by a user", async () => {
  const client = await connect(ana);
  const message = request("note down buy bread");
  const told = await Promise.all(
    [message, message, message].map((each) => client.sendMessage(each)),
  );
  told.push(await client.sendMessage(message));
  for (const each of told)
    expect(each).toMatchObject({ status: { state: TaskState.TASK_STATE_COMPLETED } });
  const echoed = request("note down buy milk");
  const role = Role.ROLE_AGENT;
  expect(
    await client.sendMessage({ ...echoed, message: { ...echoed.message, role } }),
  ).toMatchObject({ status: { state: TaskState.TASK_STATE_REJECTED } });
  expect(system.done.splice(0)).toEqual(["buy bread"]);
});

it("waits for input where it asks, and goes on with the answer in the same task", async () => {
  const client = await connect(ana);
  const waiting = await say(client, "look up marta");
  expect(waiting.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
  expect(toldBy(waiting.status?.message)).toContain("2. Marta Silva");
  const done = await say(client, "2", waiting);
  expect(done).toMatchObject({ id: waiting.id, status: { state: TaskState.TASK_STATE_COMPLETED } });
  expect(wordsOf(done.artifacts[0]?.parts)).toBe("Two lines with Marta Silva.");
});

it("streams what is done, and gives files as artifacts that can be fetched", async () => {
  const client = await connect(ana);
  const seen: string[] = [];
  let link = "";
  for await (const { payload } of client.sendMessageStream(request("look up fontes"))) {
    if (payload?.$case === "statusUpdate")
      seen.push(`${payload.value.status?.state} ${toldBy(payload.value.status?.message)}`);
    else seen.push(payload?.$case ?? "");
    if (payload?.$case === "artifactUpdate") link = wordsOf(payload.value.artifact?.parts);
  }
  expect(seen).toEqual([
    "task",
    `${TaskState.TASK_STATE_WORKING} notebook.find_line`,
    ...["artifactUpdate", "artifactUpdate"],
    expect.stringMatching(`^${TaskState.TASK_STATE_COMPLETED} Two lines with fontes`),
  ]);
  expect(await (await fetch(link)).text()).toBe("duas linhas");
});

it("takes no yes of a peer for a person's, and cancels what waits", async () => {
  const client = await connect(ana);
  const waiting = await say(client, "wipe the notebook");
  expect(waiting.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
  const refused = await say(client, "yes", waiting);
  expect(refused.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
  expect(toldBy(refused.status?.message)).toContain("Only the user can confirm this");
  const cancelled = await client.cancelTask({ tenant: "", id: waiting.id, metadata: undefined });
  expect(cancelled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
  const headers = { authorization: `Bearer ${ana}` };
  const { body } = await system.ask("/v1/pending", undefined, headers, "GET");
  expect(JSON.stringify(body)).not.toContain("wipe");
  expect(system.done).toEqual([]);
});

it("takes no yes that comes with the request for it", async () => {
  const client = await connect(ana);
  for (const contextId of ["both-1", "both-2", "both-3"])
    await Promise.all(
      ["wipe the notebook", "yes", "yes"].map((text) => say(client, text, { id: "", contextId })),
    );
  expect(system.done).toEqual([]);
});

it("says what is wrong without its insides, also in a stream", async () => {
  const post = (method: string, params: unknown) =>
    system.ask(
      "/a2a",
      { jsonrpc: "2.0", id: 1, method, params },
      { authorization: `Bearer ${ana}`, "a2a-version": "1.0" },
    );
  const message = { messageId: "x", role: "ROLE_USER", parts: [null] };
  expect((await post("SendMessage", { message })).text).not.toMatch(/undefined|null \(|reading/);
  expect((await post("SubscribeToTask", { id: "none" })).text).toContain("Task not found");
  const parts = [{ data: { big: "x".repeat(200_000) } }];
  expect((await post("SendMessage", { message: { ...message, parts } })).status).toBe(413);
});

it("shows no one another user's task", async () => {
  const task = await say(await connect(ana), "look up casa");
  const peer = await connect(bia);
  await expect(peer.getTask({ tenant: "", id: task.id })).rejects.toThrow(/not found/i);
  expect((await (await connect(ana)).getTask({ tenant: "", id: task.id })).id).toBe(task.id);
});

it("refuses what is no text", async () => {
  const client = await connect(ana);
  const odd = request("");
  odd.message.parts = [part({ $case: "url", value: "https://example.org/x.png" })];
  const answered = await client.sendMessage(odd);
  expect(answered).toMatchObject({ status: { state: TaskState.TASK_STATE_REJECTED } });
});
