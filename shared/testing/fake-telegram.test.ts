import { afterAll, beforeAll, expect, it } from "vitest";
import { type FakeTelegram, migrateTo, startFakeTelegram, tooMany } from "./fake-telegram.ts";

let telegram: FakeTelegram;
beforeAll(async () => {
  telegram = await startFakeTelegram({ chats: [42, "@canal"] });
});
afterAll(() => telegram.close());

async function call(params: object, token = telegram.token, method = "sendMessage") {
  const response = await fetch(`${telegram.url}/bot${token}/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(params),
  });
  const body = (await response.json()) as { result?: unknown; description?: string };
  return { status: response.status, ...body };
}

it.each([
  ["plain text with markup in it", { chat_id: 42, text: "R$ 38,20 <b> & *" }, "R$ 38,20 <b> & *"],
  ["a chat named as text", { chat_id: "42", text: "oi" }, "oi"],
  ["a channel", { chat_id: "@canal", text: "oi" }, "oi"],
  [
    "HTML",
    { chat_id: 42, text: '<b>A &lt; B</b> <a href="x">c</a>', parse_mode: "HTML" },
    "A < B c",
  ],
  [
    "escaped MarkdownV2",
    { chat_id: 42, text: "*R$ 10\\.00*", parse_mode: "MarkdownV2" },
    "R$ 10.00",
  ],
  [
    "4096 characters after parsing",
    { chat_id: 42, text: `<b>${"x".repeat(4096)}</b>`, parse_mode: "HTML" },
    "x".repeat(4096),
  ],
])("takes %s", async (_what, params, text) => {
  expect(await call(params)).toMatchObject({ status: 200, ok: true, result: { text } });
  expect(telegram.messages.at(-1)?.text).toBe(text);
});

it.each([
  ["no chat", { text: "oi" }, "chat_id is empty"],
  ["an unknown chat", { chat_id: 7, text: "oi" }, "chat not found"],
  ["no text", { chat_id: 42 }, "message text is empty"],
  ["blanks", { chat_id: 42, text: " \n " }, "message text is empty"],
  ["4097 characters", { chat_id: 42, text: "x".repeat(4097) }, "message is too long"],
  ["half a character", { chat_id: 42, text: "\ud83d" }, "strings must be encoded in UTF-8"],
  ["an open tag", { chat_id: 42, text: "a < b", parse_mode: "HTML" }, "can't parse entities"],
  [
    "an unknown tag",
    { chat_id: 42, text: "<h1>a</h1>", parse_mode: "HTML" },
    'Unsupported start tag "h1"',
  ],
  [
    "a tag that is not closed",
    { chat_id: 42, text: "<b>a", parse_mode: "HTML" },
    "Can't find end tag",
  ],
  [
    "a bare dot in MarkdownV2",
    { chat_id: 42, text: "R$ 10.00", parse_mode: "MarkdownV2" },
    "Character '.' is reserved",
  ],
  [
    "an unknown parse mode",
    { chat_id: 42, text: "a", parse_mode: "BBCode" },
    "unsupported parse_mode",
  ],
])("refuses %s with 400", async (_what, params, reason) => {
  const before = telegram.messages.length;
  const { status, description } = await call(params);
  expect(status).toBe(400);
  expect(description).toContain(`Bad Request: `);
  expect(description).toContain(reason);
  expect(telegram.messages.length).toBe(before);
});

it("refuses an unknown token with 401, and what is no token with 404", async () => {
  const unknown = "987654321:AAHfiqksKZ8WmR2zSjiQ7-v4TMAKdiHm9T0";
  expect((await call({}, unknown)).status).toBe(401);
  expect((await call({}, "x")).status).toBe(404);
  expect((await call({}, telegram.token, "noSuchMethod")).status).toBe(404);
  expect(await call({}, telegram.token, "getMe")).toMatchObject({ result: { is_bot: true } });
});

it("does what it was told to the next requests, in order", async () => {
  telegram.next(tooMany(3), migrateTo(-100), undefined, { error: 502 });
  const hello = { chat_id: 42, text: "oi" };
  expect(await call(hello)).toMatchObject({ status: 429, parameters: { retry_after: 3 } });
  expect(await call(hello)).toMatchObject({
    status: 400,
    parameters: { migrate_to_chat_id: -100 },
  });
  expect(await call(hello)).toMatchObject({ status: 200 });
  expect(await call(hello)).toMatchObject({ status: 502, description: "Bad Gateway" });
});

it("can take a message and cut the line before it answers", async () => {
  const before = telegram.messages.length;
  telegram.next({ take: "then_reset" });
  await expect(call({ chat_id: 42, text: "oi" })).rejects.toThrow("fetch failed");
  expect(telegram.messages.length).toBe(before + 1);
});
