import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { liveEvent } from "#shared/contracts/console.ts";
import { turnResponse } from "#shared/contracts/endpoints.ts";
import { linkOffer } from "#shared/contracts/recipient.ts";
import {
  scheduleDetail,
  scheduleMade,
  schedulesPage,
  scheduleView,
  ticksPage,
} from "#shared/contracts/schedule-endpoints.ts";
import { type FakeTelegram, startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import { openClient } from "../../cli/client.ts";
import { chat } from "../../cli/commands/chat.ts";
import { fakeTerminal } from "../../cli/testing/fake-terminal.ts";
import { runRegente } from "../../cli/testing/run-regente.ts";
import { until } from "./system.ts";
import { startUp, type UpSystem } from "./up-system.ts";

const TOKEN = "123456789:AAHfiqksKZ8WmR2zSjiQ7-v4TMAKdiHm9T0";

let system: UpSystem;
let telegram: FakeTelegram;
/** Whoever writes from this chat is the user of the endpoints as well. */
const OWN = { id: 44, first_name: "Lia", language_code: "pt-br" };
const env = () => ({
  TELEGRAM_BOT_TOKEN: telegram.token,
  TELEGRAM_API_ROOT: telegram.url,
  REGENTE_TELEGRAM_USERS: "44=local",
});
beforeAll(async () => {
  telegram = await startFakeTelegram({ token: TOKEN, chats: [42, 43, 44] });
  system = await startUp(env());
});
afterAll(async () => {
  await system.close();
  await telegram.close();
});

const get = async (path: string): Promise<unknown> => (await fetch(`${system.url}${path}`)).json();
const ticks = async () => ticksPage.parse(await get("/v1/schedules/ticks")).ticks;
const told = (text: string) =>
  until(`it is told: ${text}`, async () =>
    (await ticks()).some((tick) => tick.text.includes(text)),
  );
const patch = (id: string, body: object) =>
  fetch(`${system.url}/v1/schedules/${id}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** The state of an order, as its own service stores it. */
function setOrder(id: number, status: string): void {
  const orders = new DatabaseSync(join(system.folder, "support", "orders.db"));
  const stored = orders.prepare(
    "INSERT INTO orders (id, owner, status, items, total_cents, currency, placed_on) VALUES (?, 'local', ?, '[\"x\"]', 100, 'BRL', '2026-11-03') ON CONFLICT (id) DO UPDATE SET status = excluded.status",
  );
  stored.run(id, status);
  orders.close();
}

/** An hour at which nothing else rings: what is put off by ten minutes must not be "o das 9" as well, by day or night. */
function freeHour(): 7 | 9 {
  const here = { timeZone: "America/Sao_Paulo", hour: "numeric", hourCycle: "h23" } as const;
  const hour = Number(new Intl.DateTimeFormat("en", here).format(Date.now()));
  return [8, 9].includes(hour % 12) ? 7 : 9;
}

it("a reminder rings, is put off, listed, cancelled and taken back, in a conversation", async () => {
  const said = async (text: string) => (await system.turn(text, "talk")).answer;
  const hour = freeHour();
  expect(await said("me lembra em 1 segundo de tirar o bolo do forno")).toContain(
    "“tirar o bolo do forno”",
  );
  await told("Lembrete: tirar o bolo do forno");
  expect(await said("adia 10 minutos")).toMatch(/^Adiei “tirar o bolo do forno”/);
  expect(await said("o que está agendado?")).toContain("1. “tirar o bolo do forno”");
  expect(await said(`todo dia útil às ${hour} me manda as maiores altas do Brasil`)).toMatch(
    /Próximas vezes: .*Termina em/s,
  );
  expect(await said(`pausa o das ${hour} até segunda`)).toMatch(/^Pausei até/);
  expect(await said(`retoma o das ${hour}`)).toMatch(/^Retomei/);
  expect(await said(`muda o das ${hour} para as 10h30`)).toContain("10:30");
  expect(await said("desfaz")).toMatch(/está como antes/);
  expect(await said("cancela o do forno")).toMatch(/^Cancelei: “tirar o bolo do forno” \(/);
  expect(await said("por que não disparou?")).toContain("rodou em");
  expect(await said("daqui a pouco me lembra do forno")).toMatch(/^Quando exatamente/);
  expect(await said("em 2 horas")).toMatch(/^Combinado: “forno”/);
});

it.each([
  ["não cancela o das 9", "Certo, não vou fazer isso."],
  ["não me lembra do forno em 10 minutos", "Certo, não vou fazer isso."],
  ["don't remind me to call mom tomorrow at 3pm", "All right, I won't do that."],
])("%s: nothing is made or changed", async (text, answer) => {
  const before = await get("/v1/schedules");
  expect((await system.turn(text, "refused")).answer).toBe(answer);
  expect(await get("/v1/schedules")).toEqual(before);
});

it.each([
  "não esquece de me lembrar do forno em 2 horas",
  "don't forget to remind me to call mom in 2 hours",
])("%s: asks for it all the more", async (text) =>
  expect((await system.turn(text, `do ${text}`)).answer).toMatch(/^(Combinado|Scheduled)/),
);

it("the hour of a reminder behind a request is no place in what was shown", async () => {
  await system.turn("maiores altas do brasil", "hour");
  const said = "preço da petr4 e me lembra daqui a 2 dias às 11 de olhar o jornal";
  const { answer } = await system.turn(said, "hour");
  expect(answer).toMatch(/PETR4[\s\S]*“olhar o jornal”/);
  expect((await system.turn("desfaz", "hour")).answer).toContain("olhar o jornal");
});

it("what was only shown is not kept for later: it has to be said in words of its own", async () => {
  await system.turn("maiores altas do brasil", "shown");
  const before = await get("/v1/schedules");
  const { answer } = await system.turn("manda a segunda no telegram amanhã às 9", "shown");
  expect(answer).toMatch(/^Entendi quando .*peça de outro jeito\.$/);
  expect(await get("/v1/schedules")).toEqual(before);
});

it("the same in English", async () => {
  const said = async (text: string) => (await system.turn(text, "english")).answer;
  expect(await said("remind me in 1 second to water the plants")).toContain("“water the plants”");
  await told("Reminder: water the plants");
  expect(await said("snooze 10 minutes")).toMatch(/^I postponed “water the plants” to/);
  expect(await said("every weekday at 9am send me the top gainers in the US")).toMatch(
    /Next times: .*It ends on/s,
  );
  expect(await said("what is scheduled?")).toContain("“water the plants”");
  expect(await said("cancel the one about the top gainers")).toMatch(/^Cancelled/);
  expect(await said("undo")).toMatch(/as it was before/);
  expect(await said("tell me when the weather changes")).toMatch(/^I do not know how to watch/);
});

it("what changes something is confirmed once and done once, also when it is killed before its time", async () => {
  const asked = await system.turn("em 3 segundos salva a nota comprar leite de aveia", "killed");
  expect(asked.pending?.kind).toBe("confirm");
  expect((await system.turn("sim", "killed")).answer).toMatch(/^Combinado/);
  await system.killServices();
  await told("aveia");
  const all = (await ticks()).filter(({ text }) => text.includes("aveia"));
  expect(all).toHaveLength(1);
  const notes = await system.turn("lista minhas notas", "killed");
  const times = notes.answer.match(/leite de aveia/g)?.length ?? 0;
  expect(times).toBe(all[0]?.status === "fired" ? 1 : 0);
});

it("a watch waits for the state of an order, and fires on the edge", async () => {
  setOrder(7001, "paid");
  await until("its service is back", async () =>
    (await system.turn("onde está o pedido 7001?", "watch")).answer.includes("7001"),
  );
  const made = await system.turn("me avisa quando o pedido 7001 for entregue", "watch");
  expect(made.answer).toContain("ficar “entregue”");
  const [watch] = schedulesPage.parse(await get("/v1/schedules")).schedules;
  setOrder(7001, "shipped");
  const detailNow = async () => {
    const detail = scheduleDetail.parse(await get(`/v1/schedules/${watch?.id}`));
    return { ...detail, watched: detail.timing.kind === "when" ? detail.timing.watch : undefined };
  };
  const lookNow = async () => {
    const { ok } = await patch(watch?.id ?? "", { status: "active" });
    // The look before may have been late enough to see it: then it is over.
    expect(ok || (await detailNow()).status === "done").toBe(true);
  };
  await lookNow();
  setOrder(7001, "delivered");
  await lookNow();
  await until("it is told: Aconteceu: 7001", async () => {
    // A service that answers too late was not looked at: the next look would be minutes away.
    if ((await detailNow()).watched?.unseen !== undefined) await lookNow();
    return (await ticks()).some(({ text }) => text.includes("Aconteceu: 7001"));
  });
  const { status, ticks: rung, watched } = await detailNow();
  expect([status, rung.length]).toEqual(["done", 1]);
  expect(watched?.seen?.map(([, value]) => value)).toEqual(
    expect.arrayContaining(["paid", "delivered"]),
  );
});

it("whoever linked a chat is told as well, after a yes; whoever did not is not", async () => {
  setOrder(7003, "paid");
  const said = async (text: string) => (await system.turn(text, "others")).answer;
  const asks = "me avisa e avisa a Ana quando o pedido 7003 for entregue";
  expect(await said(asks)).toContain("Não conheço “");
  expect(await said("não")).not.toContain("Combinado");
  const offered = await system.post("/v1/recipients", { name: "Ana" });
  const { code } = linkOffer.parse(offered.body);
  await telegram.say(`/start ${code}`, {
    from: { id: 43, first_name: "Ana", language_code: "en" },
  });
  await telegram.until(() =>
    telegram.messages.find(({ text }) => text.includes("linked as “Ana”")),
  );
  // A request that only names her goes to her as well.
  expect(await said("todo dia às 9h manda a cotação da PETR4 pra Ana")).toMatch(
    /^Confirma\?[\s\S]*\nVai para Ana\.$/m,
  );
  expect(await said("não")).not.toContain("Combinado");
  expect(await said(asks)).toMatch(/^Confirma\?.*Ana/s);
  expect(await said("sim")).toContain("Combinado");
  const { schedules } = schedulesPage.parse(await get("/v1/schedules"));
  setOrder(7003, "delivered");
  await patch(schedules[0]?.id ?? "", { status: "active" });
  await telegram.until(() =>
    telegram.messages.find(
      ({ chat_id, text }) => chat_id === 43 && text.includes("Aconteceu: 7003"),
    ),
  );
  await told("Aconteceu: 7003");
});

it("a yes is asked for in words: when, until which day, and what each time does", async () => {
  const { answer } = await system.turn(
    "toda sexta às 9 me manda as maiores altas no telegram",
    "asked",
  );
  expect(answer).toMatch(/^Confirma\? .*: toda sexta às 09:00, até \S+ \d\d\/\d\d(?:\/\d{4})?\. /);
  expect(answer).toMatch(/: o resultado\nVai para você\.\nAviso você por aqui\.$/);
  expect((await system.turn("não", "asked")).answer).not.toContain("Combinado");
});

it("what recurs is no answer to a question for a value", async () => {
  expect((await system.turn("procura nas minhas notas", "open")).answer).toMatch(/\?$/);
  const asks = "toda sexta às 9 me manda as maiores altas no telegram";
  expect((await system.turn(asks, "open")).answer).toMatch(/^Confirma\?/);
  expect((await system.turn("não", "open")).answer).not.toContain("Combinado");
});

it("a time with a condition looks when it is due: told where it is so, silent where not, and said where it cannot be seen", async () => {
  setOrder(7002, "shipped");
  const said = async (text: string) => (await system.turn(text, "only if")).answer;
  expect(await said("em 1 segundo, se o pedido 7002 estiver enviado, me avisa")).toContain(
    "se 7002 estiver “enviado”",
  );
  await told("Aconteceu: 7002 – se 7002 estiver “enviado”");
  await said("em 1 segundo, se o pedido 7002 estiver entregue, me avisa");
  await until("it is looked at", async () =>
    (await ticks()).some(({ reason, text }) => reason === "condition" && text === ""),
  );
  await said("em 1 segundo, se a petr4 estiver acima de 1, me avisa");
  await told("não consegui verificar a condição");
});

it("what becomes of an occurrence is an event for whoever looks", async () => {
  const leaving = new AbortController();
  const response = await fetch(`${system.url}/v1/live`, { signal: leaving.signal });
  await system.turn("me lembra em 1 segundo de olhar", "live");
  let seen = "";
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    seen += chunk;
    if (seen.includes("Lembrete: olhar")) break;
  }
  leaving.abort();
  const lines = seen.split("\n").filter((line) => line.includes("Lembrete: olhar"));
  expect(liveEvent.parse(JSON.parse(lines[0]?.slice("data: ".length) ?? ""))).toMatchObject({
    type: "ticks",
    ticks: [{ status: "fired" }],
  });
});

it("Telegram tells in the chat where it was asked, with buttons", async () => {
  await telegram.say("me lembra em 1 segundo de ligar para o dentista");
  const rang = await telegram.until(() =>
    telegram.messages.find(({ text }) => text === "Lembrete: ligar para o dentista"),
  );
  expect(rang.buttons?.flat().map(({ text }) => text)).toEqual(["Adiar 10 min"]);
  await telegram.tap(rang, "Adiar 10 min");
  await telegram.until(() =>
    telegram.messages.find(({ text }) => text.startsWith("Adiei “ligar para o dentista”")),
  );
});

it("on Telegram what goes on is put off, paused and cancelled by its buttons, and a tap is taken back", async () => {
  const heard = (begins: RegExp, from = 0) =>
    telegram.until(() =>
      telegram.messages
        .slice(from)
        .find(({ chat_id, text }) => chat_id === OWN.id && begins.test(text)),
    );
  const say = async (text: string, answer: RegExp) => {
    const from = telegram.messages.length;
    await telegram.say(text, { from: OWN });
    return heard(answer, from);
  };
  await say("todo dia às 14h me lembra de regar as plantas", /^Combinado: “regar as plantas”/);
  const { schedules } = schedulesPage.parse(await get("/v1/schedules"));
  const id = schedules[0]?.id ?? "";
  const one = async () => scheduleDetail.parse(await get(`/v1/schedules/${id}`));
  const ring = async () => {
    const from = telegram.messages.length;
    expect((await patch(id, { next_at: Date.now() + 500 })).status).toBe(200);
    return heard(/^Lembrete: regar as plantas$/, from);
  };
  const tap = async (button: string, answer: RegExp) => {
    const rang = await ring();
    expect(rang.buttons?.flat().map(({ text }) => text)).toEqual([
      "Adiar 10 min",
      "Pausar",
      "Cancelar",
    ]);
    const from = telegram.messages.length;
    await telegram.tap(rang, button, OWN);
    await heard(answer, from);
  };
  await tap("Adiar 10 min", /^Adiei “regar as plantas”/);
  expect((await one()).next_at).toBeGreaterThan(Date.now() + 9 * 60_000);
  await tap("Pausar", /^Pausei: “regar as plantas”/);
  expect((await one()).status).toBe("paused");
  await say("retoma", /^Retomei: “regar as plantas”/);
  await tap("Cancelar", /^Cancelei: “regar as plantas”/);
  expect((await one()).status).toBe("cancelled");
  await say("desfaz", /“regar as plantas” está como antes/);
  expect((await one()).status).toBe("active");
  await patch(id, { status: "paused" });
});

it("a reminder that was asked for at a terminal rings there", async () => {
  const screen = fakeTerminal(true);
  const never = new AbortController().signal;
  const done = chat({ json: false }, openClient(system.url), screen.terminal, never);
  screen.type("me lembra em 2 segundos de tirar o pão do forno\r");
  await until("it rings", async () =>
    screen.shown.output.includes("Lembrete: tirar o pão do forno"),
  );
  screen.type("/quit\r");
  expect(await done).toBe(0);
  expect(screen.shown.output.match(/Lembrete: tirar o pão/g)).toHaveLength(1);
});

/** Someone without a chat. */
const NOT_LINKED = { "x-openwebui-user-id": "no-chat" };

it("a client that keeps the conversation to itself is asked where to tell", async () => {
  const response = await fetch(`${system.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", ...NOT_LINKED },
    body: JSON.stringify({
      model: "regente",
      messages: [{ role: "user", content: "me lembra em 20 horas de pagar o boleto" }],
    }),
  });
  expect(JSON.stringify(await response.json())).toContain("Onde devo avisar?");
});

it("so is one over HTTP that does not follow what comes later; what is agreed says where it is told", async () => {
  const post = async (more: object) => {
    const input_text = "me lembra em 20 horas de regar a horta";
    const said = { input_text, user_id: "no-chat", ...more };
    return turnResponse.parse((await system.post("/v1/turns", said)).body);
  };
  const asked = await post({ session_id: "stateless" });
  expect(asked.answer).toMatch(/^Onde devo avisar\?/);
  const agreed = await post({ session_id: "stateless", input_text: "sim" });
  expect(agreed.answer).toMatch(/^Combinado: “regar a horta”[\s\S]*Coloco o aviso na lista/);
  const here = await post({ session_id: "follows", follows_ticks: true });
  expect(here.answer).toMatch(/^Combinado: “regar a horta”[\s\S]*Aviso você por aqui\./);
});

it("programs make, change and cancel them, and the terminal shows them", async () => {
  const words = { input_text: "me lembra da água todo dia às 9h", timezone: "Europe/Lisbon" };
  const made = scheduleMade.parse((await system.post("/v1/schedules", words)).body);
  const id = made.schedule?.id ?? "";
  expect(made.schedule).toMatchObject({ zone: "Europe/Lisbon", shown: "todo dia às 09:00" });
  expect(made.schedule?.next_instants).toHaveLength(5);
  const unclear = scheduleMade.parse(
    (await system.post("/v1/schedules", { input_text: "me lembra da água amanhã" })).body,
  );
  expect(unclear).toMatchObject({
    ...{ schedule: null, answer: "A que horas (“amanhã”)?", needs_confirmation: false },
  });
  const noTime = { input_text: "qual o preço da PETR4" };
  expect((await system.post("/v1/schedules", noTime)).status).toBe(400);
  expect(scheduleView.parse(await (await patch(id, { to: "às 10h30" })).json()).shown).toBe(
    "todo dia às 10:30",
  );
  // Two that change it at the same moment both do.
  const both = await Promise.all(["às 10h15", "às 10h45"].map((to) => patch(id, { to })));
  expect(both.every(({ ok }) => ok)).toBe(true);
  for (const next_at of [1, 8_640_000_000_000_001, 1e300, -5])
    expect((await patch(id, { next_at })).status).toBe(400);
  expect((await patch(id, { status: "paused", until: 9e15 })).status).toBe(400);
  const regente = (...args: string[]) => runRegente(["schedules", ...args, "--url", system.url]);
  expect((await regente()).out).toContain("me lembra da água todo dia às 9h");
  expect((await regente("pause", id)).out).toContain("pausado");
  expect((await regente("show", id)).out).toContain("Europe/Lisbon");
  expect((await regente("change", id, "às 11h45")).out).toContain("todo dia às 11:45");
  expect((await regente("postpone", id, "30")).code).toBe(0);
  expect((await regente("postpone", id, "soon")).code).not.toBe(0);
  expect((await regente("cancel", id)).out).toContain("foi cancelado");
  expect((await regente("ticks")).out).toContain("tirar o bolo do forno");
});
