import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkOffer } from "#shared/contracts/recipient.ts";
import { type FakeTelegram, startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import { type System, startSystem } from "./system.ts";

// Whoever is named in a message gets it, or nobody does: never the one who asks, who has a chat of their own.

let system: System;
let telegram: FakeTelegram;
const OWN = 42;
const KNOWN = 50;

beforeAll(async () => {
  [system, telegram] = await Promise.all([
    startSystem(),
    startFakeTelegram({ chats: [OWN, KNOWN] }),
  ]);
  const bot = { TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_ROOT: telegram.url };
  await Promise.all([
    system.startDomain("finance"),
    system.startDomain("notify", undefined, { ...bot, TELEGRAM_CHAT_ID: String(OWN) }),
    system.startDomain("memory"),
    system.startDomain("documents"),
  ]);
  await system.startOrchestrator(bot);
});
afterAll(async () => {
  await system.close();
  await telegram.close();
});

let sessions = 0;
const received = (chat: number) =>
  telegram.messages.filter(({ chat_id }) => chat_id === chat).map(({ text }) => text);

/** Says it, and yes to whatever is asked, but to being told instead of the one who was named. */
async function insist(text: string) {
  const session = `who-${++sessions}`;
  const first = await system.turn(text, session);
  const asksInstead = /em vez disso\?|instead\?/.test(first.answer);
  const more =
    first.pending === null || asksInstead ? undefined : await system.turn("sim", session);
  return { session, answers: [first.answer, more?.answer ?? ""].join("\n"), last: more ?? first };
}

/** Each with the name in it, as the answer has to say it. */
const SENTENCES: readonly (readonly [text: string, name: string])[] = [
  ["manda pro joão no telegram que vou atrasar", "joão"],
  ["manda no telegram da maria: te amo", "maria"],
  ["send a telegram to john saying I will be late", "john"],
  ["avisa a carla pelo telegram que cheguei", "carla"],
  ["envia um telegram pro meu chefe dizendo que estou doente", "chefe"],
  ["telegram pra Ana: o almoço é às 13h", "Ana"],
  ["fala pro pedro no telegram que o jogo foi cancelado", "pedro"],
  ["no telegram do Bruno, escreve: feliz aniversário", "Bruno"],
  ["manda uma mensagem para o rafael: chego às 8", "rafael"],
  ["diz à minha mãe no telegram que eu tô chegando", "mãe"],
  ["manda a cotação da PETR4 pro telegram da Júlia", "Júlia"],
  ["quanto tá a PETR4? manda pro lucas no telegram", "lucas"],
  ["escreve no telegram pro vizinho que o portão ficou aberto", "vizinho"],
  ["manda uma msg de telegram pra minha esposa: te amo", "esposa"],
  ["preço da vale e avisa o paulo no telegram", "paulo"],
  ["manda no telegram pra joana que o preço subiu", "joana"],
  ["posta no grupo do futebol no telegram: jogo às 9", "futebol"],
  ["manda no telegram as maiores altas pro chico", "chico"],
  ["message peter on telegram that I'm on my way", "peter"],
  ["tell my wife on telegram I'll be late", "wife"],
  ["telegram anna: lunch is at one", "anna"],
  ["text bob on telegram saying the game is off", "bob"],
  ["send my boss a telegram message saying I'm sick", "boss"],
  ["write to dave on telegram: happy birthday", "dave"],
  ["on telegram, tell Mike that the meeting moved", "Mike"],
  ["drop kate a telegram: see you at 8", "kate"],
  ["get a message to Tom via telegram: call me", "Tom"],
  ["send john a telegram message: hello", "john"],
  ["price of apple, and telegram it to my brother", "brother"],
  ["can you message peter on telegram that dinner is ready", "peter"],
];

describe("whoever is named and not known", () => {
  it.each(SENTENCES)("gets nothing, and neither does anyone else: %s", async (text, name) => {
    const before = telegram.messages.length;
    const { answers } = await insist(text);
    expect(telegram.messages.slice(before)).toEqual([]);
    expect(answers).toContain(`“${name}”`);
    expect(answers).toContain("regente link ");
  });

  it.each([
    ["several", "manda pra mim e pro joão no telegram: a reunião é às 3"],
    ["several, in English", "send a telegram message to me and to alice: dinner is ready"],
    ["two others", "manda pro zé e pra bia no telegram: churrasco sábado"],
    ["someone at the end of a text that nothing leads to", "manda no telegram parabéns pro joão"],
    ["the same in English", "send on telegram happy birthday to john"],
    ["someone beside a verb that no one knows", "responde o caio no telegram: tô indo"],
    ["someone one speaks with", "fala com a renata no telegram que a aula é às 10"],
    ["someone at the end of what is said", "say happy birthday to rob on telegram"],
    ["someone behind a price", "send the price of AAPL to mary's telegram"],
  ])("nothing is sent for %s", async (_who, text) => {
    const before = telegram.messages.length;
    await insist(text);
    expect(telegram.messages.slice(before)).toEqual([]);
  });

  it.each([
    ["daqui a pouco", "avisa o joão em 3 horas que a reunião mudou"],
    ["todo dia", "todo dia às 9 manda a cotação da PETR4 pro marcos no telegram"],
    ["um preço", "avisa o joão quando a PETR4 passar de 40"],
    ["in a while", "tell john in 3 hours that the meeting moved"],
  ])("is not scheduled for the one who asks either (%s)", async (_when, text) => {
    const { last } = await insist(text);
    expect(last.status).toBe("clarification");
    expect(last.answer).toMatch(/regente link (joão|marcos|john)/);
  });
});

describe("whoever is named and known", () => {
  it("gets it, in whichever wording", async () => {
    for (const name of new Set(SENTENCES.map(([, name]) => name))) {
      const made = await system.post("/v1/recipients", { name });
      const { command } = linkOffer.parse(made.body);
      await telegram.say(command, { from: { id: KNOWN, first_name: name } });
      await telegram.until(() => received(KNOWN).some((text) => text.includes(`“${name}”`)));
    }
    const own = received(OWN).length;
    for (const [text, name] of SENTENCES) {
      const before = received(KNOWN).length;
      const { answers } = await insist(text);
      expect([text, received(KNOWN).length - before]).toEqual([text, 1]);
      expect(answers).toMatch(new RegExp(`(Enviei para|Sent to) ${name} `));
    }
    expect(received(OWN)).toHaveLength(own);
  });

  it("gets it once more, where it is asked for once more", async () => {
    const own = received(OWN).length;
    const { session } = await insist("manda no telegram pra Ana: chego tarde");
    await system.turn("faz de novo", session);
    await system.turn("sim", session);
    expect(received(KNOWN).filter((text) => text === "chego tarde").length).toBe(2);
    expect(received(OWN)).toHaveLength(own);
  });
});

describe("what is for the one who asks", () => {
  it.each([
    ["manda no telegram: joão vai atrasar", "joão vai atrasar"],
    ["me manda no telegram que a maria chegou", "a maria chegou"],
    ["manda pra mim no telegram: comprar pão", "comprar pão"],
    ["manda no meu telegram: reunião às 3", "reunião às 3"],
    ["avisa no telegram que vou pro mercado", "vou pro mercado"],
    ["send me a telegram saying john is late", "john is late"],
    ["telegram me: call mary", "call mary"],
    ["send to my telegram: dentist at 4", "dentist at 4"],
  ])("goes there, and the answer says so: %s", async (text, message) => {
    const { last } = await insist(text);
    expect(received(OWN).at(-1)).toBe(message);
    expect(last.answer).toMatch(/^(Enviei para você|Sent to you) /);
  });

  it("a question says to whom it goes", async () => {
    const asked = await system.turn("send a telegram: the report for john is ready", "asks");
    expect(asked.answer).toMatch(/“the report for john is ready”\? It goes to you\.$/);
    const other = await system.turn("manda uma mensagem para o rafael: chego às 8", "asks-2");
    if (other.pending !== null) expect(other.answer).toMatch(/\? Vai para rafael\.$/);
    const empty = await system.turn("manda um recado no telegram", "asks-3");
    expect(empty.answer).toBe("Qual mensagem devo enviar no Telegram? Vai para você.");
  });
});
