import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkOffer, recipientsResponse } from "#shared/contracts/recipient.ts";
import { type FakeTelegram, startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import { runRegente } from "../../cli/testing/run-regente.ts";
import { type System, startSystem } from "./system.ts";

// Whom messages are sent to: chats that agreed, by their names, through HTTP and the terminal.

let system: System;
let telegram: FakeTelegram;
const bot = () => ({ TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_ROOT: telegram.url });
const ANA = { id: 43, first_name: "Ana", language_code: "en" };
const OTHER_ANA = { id: 44, first_name: "Aninha", language_code: "en" };
const FAMILY = -1001;

beforeAll(async () => {
  [system, telegram] = await Promise.all([
    startSystem(),
    startFakeTelegram({ chats: [42, 43, 44, 45, FAMILY] }),
  ]);
  await Promise.all([
    system.startDomain("finance"),
    system.startDomain("notify", undefined, { ...bot(), TELEGRAM_CHAT_ID: "42" }),
  ]);
  await system.startOrchestrator(bot());
});
afterAll(async () => {
  await system.close();
  await telegram.close();
});

let sessions = 0;
const say = (text: string, user?: string, session = `s${++sessions}`) =>
  system.turn(text, session, user);
const received = (chat: number) =>
  telegram.messages.filter(({ chat_id }) => chat_id === chat).map(({ text }) => text);
const told = (chat: number, words: string) =>
  telegram.until(() => received(chat).some((text) => text.includes(words)));
const regente = (...words: string[]) =>
  runRegente(words[0] === "link" ? [...words] : ["recipients", ...words], {
    env: { REGENTE_URL: system.url, LANG: "en_US.UTF-8" },
  });

async function request(method: string, path: string, user: string, body?: object) {
  const response = await fetch(`${system.url}${path}`, {
    method,
    headers: { "content-type": "application/json", "x-openwebui-user-id": user },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}
const offerTo = async (user: string, body: object) =>
  linkOffer.parse((await request("POST", "/v1/recipients", user, body)).body);
const listOf = async (user: string) =>
  recipientsResponse.parse((await request("GET", "/v1/recipients", user)).body).recipients;

describe("a chat is linked in the terminal", () => {
  it("by a code that it sends to the bot, once; then it is sent what is for its name", async () => {
    expect((await say("manda no telegram pra Ana: chego às 8")).answer).toBe(
      "Não conheço “Ana”, então não enviei a mensagem. Só envio mensagens para conversas vinculadas: para vincular uma, rode “regente link Ana” e passe o código para a pessoa.",
    );
    const { code, out } = await regente("link", "Ana");
    expect(code).toBe(0);
    const [, command = ""] = /(\/start [a-z0-9]{20})/.exec(out) ?? [];
    expect(out).toContain("https://t.me/fake_bot?start=");
    await telegram.say(command, { from: ANA });
    await told(43, "linked as “Ana”");
    await telegram.say(command, { from: OTHER_ANA });
    await told(44, "This code is not valid");
    expect((await regente()).out).toMatch(/Ana +Ana +linked by you/);

    const turn = await say("manda no telegram pra Ana: chego às 8");
    expect(turn.answer).toBe("Enviei para Ana no Telegram: “chego às 8”.");
    expect(turn.trace.receipts).toHaveLength(1);
    expect(received(43)).toContain("chego às 8");
    expect((await say("send Ana a telegram saying I am late")).answer).toBe(
      "Sent to Ana on Telegram: “I am late”.",
    );
    const sent = telegram.calls.filter(({ method }) => method === "sendMessage");
    for (const { params } of sent)
      expect(params["link_preview_options"]).toMatchObject({ is_disabled: true });
  });

  it("follow-ups go there as well, in both languages", async () => {
    const pt = await say("preço da PETR4 e manda pra Ana");
    expect(pt.answer).toMatch(/PETR4[\s\S]*Enviei para Ana no Telegram: “/);
    const en = await say("price of Apple and send it to Ana on telegram");
    expect(en.answer).toMatch(/AAPL[\s\S]*Sent to Ana on Telegram: “/);
    expect(received(43).at(-1)).toContain("AAPL");
    expect(received(42)).toEqual([]);
  });

  it("and is told apart from another of the same name", async () => {
    const { out } = await regente("link", "Ana");
    await telegram.say(/\/start \w+/.exec(out)?.[0], { from: OTHER_ANA });
    await told(44, "linked as “Ana”");
    const asked = await say("manda no telegram pra Ana: oi", undefined, "which");
    expect(asked.pending?.options.map(({ label }) => label)).toEqual(["Ana", "Ana (Aninha)"]);
    expect((await say("2", undefined, "which")).answer).toBe("Enviei para Ana no Telegram: “oi”.");
    expect(received(44)).toContain("oi");
    const ids = (await listOf("local")).map(({ id }) => id);
    expect((await regente("rename", "Ana", "X")).err).toContain("There is more than one");
    expect((await regente("rename", ids[1] ?? "", "Aninha")).code).toBe(0);
    expect((await regente("unlink", "Aninha")).code).toBe(0);
    expect(await listOf("local")).toMatchObject([{ name: "Ana" }]);
  });
});

describe("links are their user's", () => {
  it("no one else sends there, lists or removes them, unless they are shared", async () => {
    expect((await say("manda no telegram pra Ana: oi", "bia")).answer).toMatch(
      /^Não conheço “Ana”/,
    );
    expect(await listOf("bia")).toEqual([]);
    const [own] = await listOf("local");
    expect((await request("DELETE", `/v1/recipients/${own?.id}`, "bia")).status).toBe(404);

    const offer = await offerTo("local", { name: "família", shared: true });
    await telegram.say(`/start@fake_bot ${offer.code}`, {
      chat: FAMILY,
      more: { chat: { id: FAMILY, type: "supergroup", title: "Os Silva" } },
    });
    await told(FAMILY, "“família”");
    expect(await listOf("bia")).toMatchObject([{ name: "família", title: "Os Silva", own: false }]);
    const turn = await say("posta no grupo da família no telegram: jantar às 8", "bia");
    expect(turn.answer).toBe("Enviei para família no Telegram: “jantar às 8”.");
    expect(received(FAMILY)).toContain("jantar às 8");
  });

  it("a plan can name them, and no address", async () => {
    const send = (recipient: object) => {
      const params = { message: "do plano", recipient };
      const step = { id: 1, domain: "notify", capability: "send_telegram_message", params };
      return system.post("/v1/plans/execute", {
        plan: {
          ...{ execution_mode: "sequential", combine_mode: "last", max_concurrency: 1 },
          steps: [{ ...step, depends_on: [], required: true }],
        },
        context: { session_id: "plan" },
      });
    };
    await send({ name: "Ana" });
    expect(received(43)).toContain("do plano");
    const forged = { channel: "telegram", address: "45", user_id: "local" };
    await send({ id: "rcp_none", ...forged });
    await send({ name: "Zé", ...forged });
    expect(received(45)).toEqual([]);
  });
});

describe("“me” is the asker's own chat", () => {
  it("TELEGRAM_CHAT_ID is it for the one local user, and for no one else", async () => {
    expect((await say("manda no telegram: oi")).answer).toBe("Enviei para você no Telegram: “oi”.");
    expect(received(42)).toEqual(["oi"]);
    const other = await say("manda no telegram: oi", "bia");
    expect(other.answer).toMatch(
      /^Não enviei a mensagem para você no Telegram: não sei qual é o seu chat/,
    );
    expect(received(42)).toEqual(["oi"]);
  });

  it("a private chat is its person's, and a linked one is its user's", async () => {
    await telegram.say("manda no telegram: eco", { from: { id: 45, first_name: "Zé" } });
    await telegram.until(() => received(45).includes("eco"));
    const offer = await offerTo("bia", {});
    await telegram.say(offer.command, { from: { id: 45, first_name: "Zé" } });
    await told(45, "este chat agora é o seu");
    await say("manda no telegram: para mim", "bia");
    expect(received(45)).toContain("para mim");
    const { body } = await request("POST", "/v1/turns", "bia", {
      ...{ input_text: "me lembra em 1 minuto de alongar", session_id: "elsewhere" },
    });
    expect(JSON.stringify(body)).toContain("Aviso você no seu chat do Telegram.");
  });
});

describe("what stayed in the outbox", () => {
  it("is sent again, once, and asked about where it may have arrived", async () => {
    telegram.block(43);
    expect((await say("manda no telegram pra Ana: de novo")).answer).toMatch(/caixa de saída/);
    telegram.block(43, false);
    expect((await say("reenvia a última")).answer).toBe("Enviei para Ana no Telegram: “de novo”.");
    expect((await say("resend it")).answer).toBe(
      "There is no message in the outbox to send again.",
    );
    expect(received(43).filter((text) => text === "de novo")).toHaveLength(1);

    telegram.nextOf("sendMessage", { take: "then_reset" });
    await say("manda no telegram pra Ana: talvez");
    const asked = await say("reenvia", undefined, "again");
    expect(asked.answer).toContain(
      "A mensagem “talvez” para Ana pode já ter chegado. Envio de novo?",
    );
    expect((await say("1", undefined, "again")).answer).toBe(
      "Enviei para Ana no Telegram: “talvez”.",
    );
  });
});

it("a chat that sends /stop is sent nothing more", async () => {
  await telegram.say("/stop", { from: ANA });
  await told(43, "is no longer linked");
  const before = received(43).length;
  expect((await say("manda no telegram pra Ana: ainda aí?")).answer).toMatch(/^Não conheço “Ana”/);
  expect(received(43)).toHaveLength(before);
});
