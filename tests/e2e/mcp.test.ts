import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Client,
  type ElicitRequest,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { addKey } from "#shared/api-keys/key-file.ts";
import { type Notebook, startNotebook } from "./notebook.ts";

const folder = mkdtempSync(join(tmpdir(), "regente-mcp-"));
const file = join(folder, "keys.json");
const keyOf = (user_id: string, scopes: string[]) =>
  addKey(file, { user_id, scopes }, new Date()).key;
const all = ["notebook:*", "tower:*", "effect:read", "effect:write", "effect:destructive"];
const ana = keyOf("ana", all);
const bia = keyOf("bia", all);
const reader = keyOf("reader", ["effect:read"]);
let system: Notebook;
const clients: Client[] = [];

beforeAll(async () => {
  system = await startNotebook({
    REGENTE_API_KEYS: file,
    REGENTE_MCP_ASKED_IN_TEXT: "one that hangs",
  });
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true });
});

type Form = ElicitRequest["params"];
type Filled = Record<string, string | number | boolean | string[]> | undefined;

/** A client as the official SDK makes one; `person` fills in the forms that it shows. */
async function connect(
  key: string,
  person?: (form: Form) => Filled,
  { name = "someone", mode = "auto" }: { name?: string; mode?: "auto" | "legacy" } = {},
): Promise<Client> {
  const client = new Client(
    { name, version: "1.0.0" },
    {
      capabilities: person === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode },
    },
  );
  if (person !== undefined)
    client.setRequestHandler("elicitation/create", ({ params }) => {
      const content = person(params);
      return content === undefined ? { action: "decline" } : { action: "accept", content };
    });
  const requestInit = { headers: { authorization: `Bearer ${key}`, "accept-language": "en" } };
  const transport = new StreamableHTTPClientTransport(new URL(`${system.url}/mcp`), {
    requestInit,
  });
  await client.connect(transport);
  clients.push(client);
  return client;
}

const call = async (client: Client, name: string, given: Record<string, unknown>) => {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
  const [first] = content;
  const text = first?.type === "text" ? first.text : "";
  type Told = { status: string; conversation: string; question?: { pending_id: string } };
  return { text, isError, told: structuredContent as Told | undefined };
};

/** A message of JSON-RPC as it goes over the wire. */
const send = async (key: string, params: Record<string, unknown>) => {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "wire", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
  };
  const body = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { ...params, _meta: meta },
  };
  const answer = await system.ask("/mcp", body, {
    authorization: `Bearer ${key}`,
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": String(params["name"]),
  });
  return answer.body as {
    result?: { resultType?: string; requestState?: string; isError?: boolean; content?: unknown };
    error?: { code: number };
  };
};

it("offers a tool for each goal that the caller may use, and says what each may do", async () => {
  const { tools } = await (await connect(ana)).listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    ...["ask", "answer", "notebook.break", "notebook.find_line", "notebook.wait"],
    ...["notebook.wipe", "notebook.write_line", "tower.tell_hour"],
  ]);
  const hints = (name: string) => tools.find((tool) => tool.name === name)?.annotations;
  expect(hints("notebook.find_line")).toMatchObject({ readOnlyHint: true });
  expect(hints("notebook.write_line")).toMatchObject({
    ...{ readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  });
  expect(hints("notebook.wipe")).toMatchObject({ destructiveHint: true });
  const few = await (await connect(reader)).listTools();
  expect(few.tools.map(({ name }) => name)).not.toContain("notebook.wipe");
  const refused = (await connect(reader)).callTool({ name: "notebook.wipe", arguments: {} });
  await expect(refused).rejects.toThrow('There is no tool "notebook.wipe"');
});

it("what is not allowed is not allowed for later either, and is not blamed on the time", async () => {
  const told = await call(await connect(reader), "ask", {
    text: "every day at 9 wipe the notebook",
  });
  expect(told.text).toContain("not allowed");
  expect(told.text).toContain("(effect:destructive)");
});

it("lets no one in without a key", async () => {
  const { status } = await system.ask("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" });
  expect(status).toBe(401);
});

it("answers words, and typed calls, with the tier given", async () => {
  const client = await connect(ana);
  const asked = await call(client, "ask", { text: "look up casa" });
  expect(asked).toMatchObject({ text: "Two lines with casa.", told: { status: "success" } });
  const typed = await call(client, "notebook.find_line", { word_text: "casa" });
  expect(typed.text).toBe("Two lines with casa.");
  const { body } = await system.ask(
    "/v1/runs?limit=1",
    undefined,
    { authorization: `Bearer ${ana}` },
    "GET",
  );
  const [run] = (body as { runs: { run_id: string }[] }).runs;
  const shown = await system.ask(
    `/v1/runs/${run?.run_id}`,
    undefined,
    { authorization: `Bearer ${ana}` },
    "GET",
  );
  expect(shown.body).toMatchObject({ intent: { tier: "given", goal: "FIND_LINE" } });
});

it("says which argument is wrong, and does nothing", async () => {
  const client = await connect(ana);
  const wrong = await call(client, "notebook.find_line", { word_text: 7, other: 1 });
  expect(wrong).toMatchObject({
    isError: true,
    text: expect.stringContaining("word_text") as string,
  });
  expect(wrong.text).toContain("other");
});

it("asks for what is missing and which one is meant by forms, and goes on with what the person says", async () => {
  const forms: Form[] = [];
  const client = await connect(ana, (form) => {
    forms.push(form);
    return { answer: forms.length === 1 ? "marta" : "2" };
  });
  const found = await call(client, "notebook.find_line", {});
  expect(found.text).toBe("Two lines with Marta Silva.");
  expect(forms[1]).toMatchObject({
    message: "Which Marta?",
    requestedSchema: {
      properties: {
        answer: {
          oneOf: [
            { const: "1", title: "Marta Rocha" },
            { const: "2", title: "Marta Silva" },
          ],
        },
      },
    },
  });
});

it("takes a confirmation by a form only, and shows what it is for", async () => {
  const before = system.done.length;
  let message = "";
  const willing = await connect(ana, (form) => {
    message = form.message;
    return { answer: true };
  });
  await call(willing, "notebook.wipe", {});
  expect(system.done.slice(before)).toEqual(["wipe"]);
  expect(message).not.toBe("");

  const unwilling = await connect(ana, () => undefined);
  expect((await call(unwilling, "notebook.wipe", {})).text).toContain("Nothing was done");
  const saysNo = await connect(ana, () => ({ answer: false }));
  await call(saysNo, "ask", { text: "wipe the notebook" });
  expect(system.done.slice(before)).toEqual(["wipe"]);
});

it.each([
  ["cannot ask", {}],
  ["speaks the protocol of 2025", { mode: "legacy" as const }],
])(
  "a client that %s gets the question in words, and answers choices by a tool",
  async (_what, how) => {
    const client = await connect(ana, undefined, how);
    const asked = await call(client, "ask", { text: "look up marta" });
    expect(asked.text).toContain("1. Marta Rocha");
    expect(asked.told).toMatchObject({ status: "waiting", question: { kind: "select" } });
    const answered = await call(client, "answer", {
      pending_id: asked.told?.question?.pending_id,
      text: "1",
    });
    expect(answered.text).toBe("Two lines with Marta Rocha.");
  },
);

it("a client that is known to leave forms unanswered is asked in words", async () => {
  const client = await connect(ana, () => undefined, { name: "one that hangs" });
  expect((await call(client, "ask", { text: "look up marta" })).text).toContain("Marta Rocha");
});

it("no model confirms its own deed in words", async () => {
  const before = system.done.length;
  const client = await connect(ana);
  const asked = await call(client, "ask", { text: "wipe the notebook" });
  expect(asked.told).toMatchObject({ status: "waiting", question: { kind: "confirm" } });
  const { conversation, question } = asked.told ?? {};
  const tries = [
    call(client, "answer", { pending_id: question?.pending_id, text: "yes" }),
    call(client, "ask", { text: "yes", conversation }),
    call(client, "ask", { text: "1", conversation }),
  ];
  for (const refused of await Promise.all(tries))
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringContaining("Only the user can confirm this") as string,
    });
  expect(system.done.length).toBe(before);
});

it("a yes that comes with its request, before there is a question, confirms nothing either", async () => {
  const before = system.done.length;
  const client = await connect(ana);
  for (const conversation of ["both-1", "both-2", "both-3"])
    await Promise.all(
      ["wipe the notebook", "yes", "yes"].map((text) =>
        call(client, "ask", { text, conversation }),
      ),
    );
  expect(system.done.length).toBe(before);
});

it("reads a message as every body is read: one at a time, with a key, and no deeper than others", async () => {
  const post = (body: unknown, more: Record<string, string> = {}) =>
    system.ask("/mcp", body, {
      ...{ authorization: `Bearer ${ana}`, accept: "application/json, text/event-stream" },
      ...more,
    });
  const message = (text: unknown) => ({
    ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
    params: { name: "ask", arguments: { text } },
  });
  expect((await post([message("look up casa"), message("look up casa")])).status).toBe(400);
  let deep: unknown = "casa";
  for (let level = 0; level < 200; level++) deep = [deep];
  expect((await post(message(deep))).status).toBe(400);
  const key = { "idempotency-key": "once" };
  const [first, again] = [
    await post(message("write down chave"), key),
    await post(message("write down chave"), key),
  ];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.text).toBe(first.text);
});

it("a form's state is taken once, from whom it was given to, for the call that it was given for", async () => {
  const before = system.done.length;
  const wipe = { name: "notebook.wipe", arguments: {} };
  const { result } = await send(ana, wipe);
  expect(result?.resultType).toBe("input_required");
  const requestState = result?.requestState ?? "";
  const inputResponses = { question: { action: "accept", content: { answer: true } } };
  const answered = { ...wipe, requestState, inputResponses };

  const tampered = requestState.replace(/.(?=\.[^.]+$)/, (letter) => (letter === "A" ? "B" : "A"));
  expect((await send(ana, { ...answered, requestState: tampered })).error?.code).toBe(-32602);
  expect((await send(bia, answered)).error?.code).toBe(-32602);
  const elsewhere = { ...answered, name: "ask", arguments: { text: "yes" } };
  expect((await send(ana, elsewhere)).result).toMatchObject({ isError: true });
  expect(system.done.length).toBe(before);

  await send(ana, answered);
  expect(system.done.slice(before)).toEqual(["wipe"]);
  expect((await send(ana, answered)).result).toMatchObject({ isError: true });
  // Without its state an answer is none: the same is asked again.
  expect((await send(ana, { ...wipe, inputResponses })).result?.resultType).toBe("input_required");
  expect(system.done.slice(before)).toEqual(["wipe"]);
});
