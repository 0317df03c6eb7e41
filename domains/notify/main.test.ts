import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { domainContract } from "#shared/testing/domain-contract.ts";
import { type FakeTelegram, startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import { notifyDomain, readSettings } from "./main.ts";
import { linkedChat, newDataFolder, ONLY_USER, startNotify } from "./notify-domain.fixture.ts";

let dataFolder: string;
beforeEach(() => {
  dataFolder = newDataFolder();
});
/** Without a token everything goes to the outbox. */
const start = () => startNotify({ dataFolder, telegram: undefined, defaultChat: undefined });

describe("the outbox", () => {
  it.each<[Locale, string]>([
    ["pt-BR", "Sua caixa de saída está vazia: nenhuma mensagem ficou sem ser enviada."],
    ["en", "Your outbox is empty: no message is left unsent."],
  ])("says plainly that it is empty (%s)", async (locale, explanation) => {
    expect(await start().list({ locale })).toMatchObject({
      status: "success",
      explanation,
      result: { total: 0, messages: [] },
    });
  });

  it("shows the newest first, with date and reason, to their owner only, after a restart", async () => {
    const { send } = start();
    await send("primeira");
    await send("segunda\ncom duas linhas");
    await send("de outra pessoa", { user_id: "bia" });
    const { explanation, result } = await start().list();
    expect(explanation.split("\n")).toEqual([
      "Na caixa de saída há 2 mensagens não enviadas:",
      expect.stringMatching(
        /^1\. \d\d\/\d\d\/\d{4}, \d\d:\d\d, para você - falta TELEGRAM_BOT_TOKEN$/,
      ),
      "   segunda com duas linhas",
      expect.stringMatching(/^2\. /),
      "   primeira",
    ]);
    expect(result).toMatchObject({
      total: 2,
      messages: [
        { message: "segunda\ncom duas linhas", reason: "NO_TOKEN" },
        { message: "primeira" },
      ],
    });
  });

  it("shows as many as were asked for, and says how many there are", async () => {
    const { send, list } = start();
    for (const message of ["um", "dois", "três"]) await send(message);
    const { explanation, result } = await list({ limit: 2, locale: "en" });
    expect(explanation).toContain("3 unsent messages in the outbox (the latest 2):");
    expect(result).toMatchObject({
      total: 3,
      messages: [{ message: "três" }, { message: "dois" }],
    });
  });
});

describe("a message that is sent again", () => {
  let telegram: FakeTelegram;
  let dataFolder: string;
  beforeEach(async () => {
    telegram = await startFakeTelegram({ chats: [42, 43] });
    dataFolder = newDataFolder();
  });
  afterEach(() => telegram.close());

  const withoutToken = () => startNotify({ dataFolder, telegram: undefined, defaultChat: "42" });
  const start = () =>
    startNotify({
      dataFolder,
      telegram: { token: telegram.token, apiRoot: telegram.url },
      defaultChat: "42",
    });
  const texts = () => telegram.messages.map(({ chat_id, text }) => `${chat_id}: ${text}`);
  const ana = linkedChat("Ana", "43");

  it("sends the latest kept message, once: then it is out of the outbox", async () => {
    await withoutToken().send("primeira");
    await withoutToken().send("segunda");
    const { resend, list } = start();
    expect(await resend()).toMatchObject({
      status: "success",
      explanation: "Enviei para você no Telegram: “segunda”.",
      result: { chat_id: "42", message_ids: [1] },
    });
    expect((await list()).result).toMatchObject({ total: 1, messages: [{ message: "primeira" }] });
    await resend({ locale: "en" });
    expect((await resend({ locale: "en" })).explanation).toBe(
      "There is no message in the outbox to send again.",
    );
    expect(texts()).toEqual(["42: segunda", "42: primeira"]);
  });

  it("sends a message to whom it was for, and not where that chat is not linked any more", async () => {
    await withoutToken().send("oi", { recipient: ana });
    const { resend, list } = start();
    const gone = await resend({ recipients: [ONLY_USER] });
    expect(gone).toMatchObject({ status: "failure", metadata: { code: "UNKNOWN_RECIPIENT" } });
    expect(gone.explanation).toBe(
      "Não enviei a mensagem para Ana no Telegram: a conversa de Ana não está mais vinculada. A mensagem continua na caixa de saída.",
    );
    expect((await list()).explanation).toContain(", para Ana - ");
    expect(await resend({ recipients: [ONLY_USER, ana] })).toMatchObject({
      explanation: "Enviei para Ana no Telegram: “oi”.",
    });
    expect(texts()).toEqual(["43: oi"]);
  });

  it("asks first where the message may have been delivered", async () => {
    telegram.next({ take: "then_reset" });
    const { send, resend, list } = start();
    await send("oi");
    const asked = await resend();
    expect(asked).toMatchObject({
      status: "clarification",
      explanation: "A mensagem “oi” para você pode já ter chegado. Envio de novo?",
      result: { candidates: [{ label: "Enviar de novo", again: true }, { again: false }] },
    });
    expect((await resend({ again: false })).status).toBe("success");
    expect((await list()).result).toMatchObject({ total: 1 });
    expect((await resend({ again: true })).status).toBe("success");
    expect((await list()).result).toMatchObject({ total: 0 });
    expect(telegram.calls).toHaveLength(2);
  });

  it("keeps what does not go again, and asks when no one can say", async () => {
    await withoutToken().send("oi");
    telegram.next({ error: 403 }, { take: "then_reset" });
    const { resend, list } = start();
    expect((await resend()).explanation).toMatch(/A mensagem continua na caixa de saída\.$/);
    expect((await list()).result).toMatchObject({ messages: [{ reason: "CHAT_FORBIDDEN" }] });
    expect((await resend()).metadata["code"]).toBe("OUTCOME_UNKNOWN");
    expect((await resend()).status).toBe("clarification");
    expect((await list()).result).toMatchObject({ total: 1 });
  });

  it("two who ask at once send it once", async () => {
    await withoutToken().send("oi");
    const { resend } = start();
    const both = await Promise.all([resend(), resend()]);
    expect(both.filter(({ status }) => status === "success")).toHaveLength(1);
    expect(texts()).toEqual(["42: oi"]);
  });

  it("no one sends someone else's message", async () => {
    await withoutToken().send("oi");
    expect((await start().resend({ user_id: "bia" })).metadata["code"]).toBe("NOTHING_TO_RESEND");
    expect((await start().resend({ user_id: "bia", id: 1 })).metadata["code"]).toBe(
      "NOTHING_TO_RESEND",
    );
  });

  it("an outbox of before there were recipients still opens, and its messages are their owners'", async () => {
    mkdirSync(dataFolder, { recursive: true });
    const old = new DatabaseSync(join(dataFolder, "outbox.db"));
    old.exec(`CREATE TABLE outbox (
    id INTEGER PRIMARY KEY, user_id TEXT NOT NULL, message TEXT NOT NULL,
    reason TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT;
    INSERT INTO outbox (user_id, message, reason, created_at) VALUES ('ana', 'antiga', 'NO_TOKEN', 1)`);
    old.close();
    expect((await start().resend()).explanation).toBe("Enviei para você no Telegram: “antiga”.");
  });
});

const secret = "a-secret-that-only-the-tests-know";
const served = await startFakeTelegram();
afterAll(() => served.close());

domainContract(
  "notify",
  () => {
    const settings = readSettings({
      TELEGRAM_BOT_TOKEN: served.token,
      TELEGRAM_API_ROOT: `${served.url}/`,
      TELEGRAM_CHAT_ID: "42",
      REGENTE_DATA: newDataFolder(),
    });
    return notifyDomain(settings, { log: silentLog, secret }).serve({ port: 0 });
  },
  [
    {
      capability: "send_telegram_message",
      parameters: { message: "oi", recipient: ONLY_USER },
      other_parameters: { message: "tchau", recipient: ONLY_USER },
      happened: () => served.messages.length,
    },
    { capability: "list_outbox", parameters: {} },
  ],
  secret,
);

it("refuses an API root that is no address, by the variable's name", () => {
  expect(() => readSettings({ TELEGRAM_API_ROOT: "api.telegram.org" })).toThrow(
    "settings of notify: TELEGRAM_API_ROOT: must be an address that begins with https:// or http://",
  );
});

it("takes empty variables for none", () => {
  const settings = readSettings({ TELEGRAM_BOT_TOKEN: " ", TELEGRAM_CHAT_ID: "" });
  expect(settings).toMatchObject({ telegram: undefined, defaultChat: undefined });
});
