import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { Call } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import {
  type FakeTelegram,
  migrateTo,
  startFakeTelegram,
  type TelegramFault,
  tooMany,
} from "#shared/testing/fake-telegram.ts";
import { linkedChat, newDataFolder, startNotify } from "./notify-domain.fixture.ts";

import { openOutbox } from "./outbox.ts";
import { sendMessage } from "./send-message.ts";

let telegram: FakeTelegram;
let dataFolder: string;
beforeEach(async () => {
  telegram = await startFakeTelegram({ chats: [42, -100, "@canal"] });
  dataFolder = newDataFolder();
});
afterEach(() => telegram.close());

const start = ({ token = telegram.token, apiRoot = telegram.url } = {}) =>
  startNotify({ dataFolder, telegram: { token, apiRoot }, defaultChat: "42" });

const texts = () => telegram.messages.map(({ text }) => text);
const long = `${"a".repeat(4000)}\n\n${"b".repeat(4000)}\n\n${"c".repeat(4000)}`;

describe("with a token", () => {
  it("sends the words as they are, and says so with the message's number", async () => {
    const output = await start().send("PETR4: R$ 38,20 <b> *1* _x_ [a](b)");
    expect(output).toMatchObject({
      status: "success",
      explanation: "Enviei para você no Telegram: “PETR4: R$ 38,20 <b> *1* _x_ [a](b)”.",
      result: { chat_id: "42", message_ids: [1] },
    });
    expect(texts()).toEqual(["PETR4: R$ 38,20 <b> *1* _x_ [a](b)"]);
    expect(telegram.calls[0]?.params).toEqual({
      chat_id: "42",
      text: "PETR4: R$ 38,20 <b> *1* _x_ [a](b)",
      // What an address shows is loaded by no one before it is touched.
      link_preview_options: { is_disabled: true },
    });
  });

  it.each<[Locale, string]>([
    ["pt-BR", "Enviei para Ana no Telegram: “oi”."],
    ["en", "Sent to Ana on Telegram: “oi”."],
  ])("sends to a linked chat, and says its name (%s)", async (locale, explanation) => {
    const recipient = linkedChat("Ana", "-100");
    expect(await start().send("oi", { recipient, locale })).toMatchObject({
      explanation,
      result: { chat_id: "-100", recipient: "Ana" },
    });
    expect(telegram.messages[0]?.chat_id).toBe(-100);
  });

  it.each<[string, JsonObject, string]>([
    ["of another user", linkedChat("Ana", "-100", "bia"), "NOT_YOURS"],
    ["on another channel", { ...linkedChat("Ana", "-100"), channel: "mail" }, "OTHER_CHANNEL"],
    ["for nobody in particular", { channel: "telegram", address: "-100" }, "NOT_YOURS"],
    ["that is not known", { self: true, user_id: "ana" }, "NOT_CONFIGURED"],
    ["of the settings for one of several users", {}, "NOT_CONFIGURED"],
  ])("sends nothing to a chat %s", async (_what, recipient, code) => {
    expect(await start().send("oi", { recipient })).toMatchObject({
      status: "failure",
      metadata: { code },
    });
    expect(telegram.calls).toEqual([]);
  });

  it("says of a chat that is linked on another channel that it sends on Telegram alone", async () => {
    const recipient = { ...linkedChat("Ana", "5511"), channel: "whatsapp" };
    expect((await start().send("chego às 8", { recipient })).explanation).toBe(
      "Não enviei a mensagem para Ana no Telegram: o chat vinculado não é do Telegram, e por nome eu só envio por lá.",
    );
  });

  it("sends a long text in parts, one after the other", async () => {
    const output = await start().send(long);
    expect(output.explanation).toBe(
      `Enviei para você no Telegram, em 3 partes: “${"a".repeat(79)}…”.`,
    );
    expect(texts().map((text) => text.charAt(0) + text.length)).toEqual([
      "a4000",
      "b4000",
      "c4000",
    ]);
  });

  it("does not mix the parts of two messages to one chat", async () => {
    const { send } = start();
    await Promise.all([send(long), send("x".repeat(5000))]);
    expect(
      texts()
        .map((text) => text.charAt(0))
        .join(""),
    ).toBe("abcxx");
  });

  it("sends once for one key", async () => {
    const { send } = start();
    const first = await send("oi", { key: "r:2" });
    expect(await send("oi", { key: "r:2" })).toEqual(first);
    // Also after a restart.
    expect(await start().send("oi", { key: "r:2" })).toEqual(first);
    expect(texts()).toEqual(["oi"]);
  });

  it("refuses a message of blanks, which Telegram would refuse too", async () => {
    const output = await start().send(" \n ");
    expect(output).toMatchObject({ status: "failure", metadata: { code: "EMPTY_MESSAGE" } });
    expect(telegram.calls).toEqual([]);
  });

  it("sends half a character as the sign for what cannot be read", async () => {
    await start().send("oi \ud83d");
    expect(texts()).toEqual(["oi \ufffd"]);
  });
});

describe("when Telegram says no", () => {
  it.each<[habit: string, faults: TelegramFault[], code: string, requests: number, words: string]>([
    [
      "403",
      [{ error: 403 }],
      "CHAT_FORBIDDEN",
      1,
      "o bot não pode escrever nesse chat (Forbidden: bot was blocked by the user)",
    ],
    [
      "chat not found",
      [{ error: 400, description: "Bad Request: chat not found" }],
      "CHAT_NOT_FOUND",
      1,
      "o chat não existe para este bot",
    ],
    ["401", [{ error: 401 }], "BAD_TOKEN", 1, "o Telegram não aceita o TELEGRAM_BOT_TOKEN (401)"],
    ["404", [{ error: 404 }], "BAD_TOKEN", 1, "o Telegram não aceita o TELEGRAM_BOT_TOKEN (404)"],
    [
      "another 400",
      [{ error: 400, description: "Bad Request: have no rights" }],
      "TELEGRAM_REFUSED",
      1,
      "o Telegram recusou a mensagem (Bad Request: have no rights)",
    ],
    [
      "5xx twice",
      [{ error: 502 }, { error: 500 }],
      "TELEGRAM_DOWN",
      2,
      "o Telegram está com problemas (500) e não confirmou o envio",
    ],
    [
      "429 for longer than anyone waits",
      [tooMany(31)],
      "RATE_LIMITED",
      1,
      "o Telegram pediu para esperar 31 s",
    ],
    [
      "429 for 20 s, twice",
      [tooMany(15), tooMany(16)],
      "RATE_LIMITED",
      2,
      "o Telegram pediu para esperar 16 s",
    ],
  ])(
    "%s: it says why, keeps the message and does not insist",
    async (_habit, faults, code, requests, words) => {
      telegram.next(...faults);
      const { send, list } = start();
      const output = await send("PETR4: R$ 38,20", { ms: 60_000 });
      expect(output).toMatchObject({ status: "failure", metadata: { code, parts_sent: 0 } });
      expect(output.explanation).toContain(`Não enviei a mensagem para você no Telegram: ${words}`);
      expect(output.explanation).toContain("A mensagem ficou na caixa de saída.");
      expect(telegram.calls.length).toBe(requests);
      expect((await list()).result).toMatchObject({
        total: 1,
        messages: [{ message: "PETR4: R$ 38,20", reason: code }],
      });
    },
  );

  it("waits as long as a 429 asks, and then sends", async () => {
    telegram.next(tooMany(3), tooMany(5));
    const { send, pauses } = start();
    expect((await send("oi")).status).toBe("success");
    expect(pauses).toEqual([3000, 5000]);
    expect(texts()).toEqual(["oi"]);
  });

  it("does not wait beyond its deadline", async () => {
    telegram.next(tooMany(10));
    const { send, pauses } = start();
    const output = await send("oi", { ms: 9_000, locale: "en" });
    expect(output.metadata["code"]).toBe("RATE_LIMITED");
    expect(output.explanation).toContain("Telegram asked me to wait 10 s, which is too long");
    expect(pauses).toEqual([]);
  });

  it("tries once more after a 5xx", async () => {
    telegram.next({ error: 502 });
    const { send, pauses } = start();
    expect((await send("oi")).status).toBe("success");
    expect(pauses).toEqual([500]);
  });

  it("follows a group that became a supergroup, and remembers it over a restart", async () => {
    telegram.next(migrateTo(-100));
    expect((await start().send("oi")).result).toEqual({ chat_id: "-100", message_ids: [1] });
    await start().send("de novo");
    expect(telegram.calls.map(({ params }) => params["chat_id"])).toEqual(["42", -100, "-100"]);
  });

  it("does not follow a group round in circles", async () => {
    telegram.next(migrateTo(-100), migrateTo(42), migrateTo(-100));
    expect((await start().send("oi")).metadata["code"]).toBe("TELEGRAM_REFUSED");
    expect(telegram.calls.length).toBe(2);
  });

  it("says how many parts went, and keeps the rest", async () => {
    telegram.next(undefined, { error: 403 });
    const { send, list } = start();
    const output = await send(long);
    expect(output.metadata).toMatchObject({
      code: "CHAT_FORBIDDEN",
      parts_sent: 1,
      parts_total: 3,
    });
    expect(output.explanation).toMatch(
      /^Só enviei 1 das 3 partes para você no Telegram: .* O resto ficou na caixa de saída\.$/,
    );
    expect((await list()).result).toMatchObject({
      messages: [{ message: `${"b".repeat(4000)}\n${"c".repeat(4000)}` }],
    });
  });
});

describe("when no one can say whether it arrived", () => {
  it.each<[string, TelegramFault, number]>([
    ["an answer that does not come", { take: "then_hang" }, 900],
    ["a line that is cut", { take: "then_reset" }, 20_000],
    ["an answer that is no receipt", { text: "<html>Welcome to the hotel</html>" }, 20_000],
  ])("after %s it says so, and does not send again", async (_what, fault, ms) => {
    telegram.next(fault);
    const { send, list } = start();
    const output = await send("oi", { ms });
    expect(output).toMatchObject({ status: "failure", metadata: { code: "OUTCOME_UNKNOWN" } });
    expect(output.explanation).toContain("Pode ter chegado ou não");
    expect(telegram.calls.length).toBe(1);
    expect((await list()).explanation).toContain(
      "o Telegram não respondeu; a mensagem pode ter sido enviada ou não",
    );
  });

  it("in the middle of a long text, it says which part", async () => {
    telegram.next(undefined, { take: "then_reset" });
    const { explanation } = await start().send(long, { locale: "en" });
    expect(explanation).toContain(
      "1 of 3 parts were sent to you on Telegram; I cannot tell whether part 2 arrived",
    );
  });
});

describe("when Telegram is not reached", () => {
  it("tries once more, then says so", async () => {
    // A port that was free a moment ago.
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((listening) => server.once("listening", listening));
    const { port } = server.address() as { port: number };
    await new Promise((closed) => server.close(closed));
    const { send, pauses } = start({ apiRoot: `http://127.0.0.1:${port}` });
    const output = await send("oi");
    expect(output.metadata["code"]).toBe("TELEGRAM_UNREACHABLE");
    expect(output.explanation).toContain("não consegui acessar o Telegram (ECONNREFUSED)");
    expect(pauses).toEqual([500]);
  });

  it("a connection that never stands has sent nothing", async () => {
    // Takes connections and says nothing, where a TLS handshake is expected.
    const server = createServer(() => {}).listen(0, "127.0.0.1");
    await new Promise((listening) => server.once("listening", listening));
    const { port } = server.address() as { port: number };
    const output = await start({ apiRoot: `https://127.0.0.1:${port}` }).send("oi", { ms: 700 });
    expect(output.metadata["code"]).toBe("TELEGRAM_UNREACHABLE");
    server.close();
  });
});

describe("the token", () => {
  it("is in no answer, even when Telegram repeats it", async () => {
    const { send, list } = start();
    for (const fault of [
      { error: 400, description: `Bad Request: bad path /bot${telegram.token}/sendMessage` },
      { error: 401 },
      { error: 403, description: `no ${telegram.token}` },
      { text: telegram.token },
    ]) {
      telegram.next(fault);
      expect(JSON.stringify(await send("oi"))).not.toContain(telegram.token);
    }
    expect(JSON.stringify(await list())).not.toContain(telegram.token);
  });

  it("may be wrong in any way: Telegram decides", async () => {
    const { send } = start({ token: "not/a?token#at all" });
    expect((await send("oi")).metadata["code"]).toBe("BAD_TOKEN");
  });
});

describe("without a token", () => {
  it.each<[Locale, string]>([
    [
      "pt-BR",
      "Não enviei a mensagem para você no Telegram: falta TELEGRAM_BOT_TOKEN. A mensagem ficou na caixa de saída.",
    ],
    [
      "en",
      "Not sent to you on Telegram: TELEGRAM_BOT_TOKEN is missing. The message is kept in the outbox.",
    ],
  ])("it never says that something was sent (%s)", async (locale, explanation) => {
    const { send } = startNotify({ dataFolder, telegram: undefined, defaultChat: "42" });
    const output = await send("oi", { locale });
    expect(output).toMatchObject({
      status: "failure",
      explanation,
      metadata: { code: "NOT_CONFIGURED" },
    });
    expect(telegram.calls).toEqual([]);
  });

  it("without a chat either: it says what is missing", async () => {
    const { token, url: apiRoot } = telegram;
    const settings = { dataFolder, telegram: { token, apiRoot }, defaultChat: undefined };
    const { explanation, metadata } = await startNotify(settings).send("oi");
    expect(explanation).toContain("não sei qual é o seu chat");
    expect(metadata["code"]).toBe("NOT_CONFIGURED");
  });
});

it("when the outbox cannot be written either, it says that the message is not kept", async () => {
  const full = () => {
    throw new Error("disk full");
  };
  const outbox = { ...openOutbox(join(dataFolder, "outbox.db")), keep: full };
  const send = sendMessage({
    carry: undefined,
    defaultChat: "42",
    outbox,
    wait: async () => {},
    now: Date.now,
  });
  const call = {
    locale: "pt-BR",
    context: { user_id: "ana" },
    log: silentLog,
  } as Call;
  expect((await send({ message: "oi" }, call)).explanation).toBe(
    "Não enviei a mensagem para você no Telegram: falta TELEGRAM_BOT_TOKEN. Também não consegui guardar a mensagem na caixa de saída.",
  );
});
