import { renameSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Notebook, startNotebook } from "./notebook.ts";

let system: Notebook;
beforeAll(async () => {
  system = await startNotebook();
});
afterAll(() => system.close());

const WISH = "anote o leite";
const messages = [{ role: "user", content: WISH }];
const rpc = (method: string, params: object) => ({ jsonrpc: "2.0", id: 1, method, params });
const FAILED = "não fiz nada além do que já contei. Tente de novo.";

it.each<[string, string, object, Record<string, string>, string]>([
  ["a turn", "/v1/turns", { input_text: WISH }, {}, "nothing was started. Try again."],
  [
    "a turn as events",
    "/v1/turns",
    { input_text: WISH },
    { accept: "text/event-stream" },
    "nothing was started. Try again.",
  ],
  [
    "a chat",
    "/v1/chat/completions",
    { model: "regente", messages },
    {},
    "nothing was started. Try again.",
  ],
  [
    "a streamed chat",
    "/v1/chat/completions",
    { model: "regente", messages, stream: true },
    {},
    FAILED,
  ],
  ["a response", "/v1/responses", { model: "regente", input: WISH }, {}, "nothing was started."],
  [
    "a streamed response",
    "/v1/responses",
    { model: "regente", input: WISH, stream: true },
    {},
    FAILED,
  ],
  [
    "a tool of MCP",
    "/mcp",
    rpc("tools/call", { name: "ask", arguments: { text: WISH } }),
    { accept: "application/json, text/event-stream", "accept-language": "pt-BR" },
    FAILED,
  ],
  [
    "a streamed task of A2A",
    "/a2a",
    rpc("SendStreamingMessage", {
      message: { messageId: "m1", role: "ROLE_USER", parts: [{ text: WISH }] },
    }),
    { "a2a-version": "1.0", "accept-language": "pt-BR", accept: "text/event-stream" },
    FAILED,
  ],
])(
  "while the store is unavailable %s is told so, does nothing, and shows nothing of our insides",
  async (_what, path, body, headers, words) => {
    const database = join(system.folder, "regente.db");
    renameSync(database, `${database}.aside`);
    try {
      const { text } = await system.ask(path, body, headers);
      expect(text).toContain(words);
      expect(text).not.toMatch(/regente\.db|\/tmp|StoreError/);
      expect(system.done).toEqual([]);
    } finally {
      renameSync(`${database}.aside`, database);
    }
  },
);

it("and goes on when it is back", async () => {
  const { body } = await system.ask("/v1/turns", { input_text: WISH });
  expect([body["status"], system.done]).toEqual(["success", ["o leite"]]);
});
