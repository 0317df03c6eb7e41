import { afterEach, beforeEach, expect, it } from "vitest";
import { gardenDomain } from "../garden.fixture.ts";
import { openStandingTurns } from "./standing-turns.fixture.ts";

let opened: Awaited<ReturnType<typeof openStandingTurns>>;
beforeEach(async () => {
  opened = await openStandingTurns([]);
});
afterEach(() => opened.close());

const REMINDERS = ["regar as plantas", "tomar água", "ligar para a Ana"];
const remind = async () => {
  for (const [at, what] of REMINDERS.entries())
    await opened.say(`me lembra em ${at + 2} horas de ${what}`);
};
const statuses = async () =>
  (await opened.deps.store.schedules.list(opened.key, 10, false)).map(({ status }) => status);

it.each([
  "cancela todos os agendamentos",
  "apaga todos os alertas",
  "cancela todos os meus lembretes",
  "stop all of them",
])("%s: asks first, with what and how many, and a no leaves all of them", async (words) => {
  await remind();
  const asked = await opened.say(words);
  expect(asked).toMatch(/\b3\b/);
  for (const what of REMINDERS) expect(asked).toContain(`“${what}”`);
  expect(await statuses()).toEqual(["active", "active", "active"]);
  await opened.say("não");
  expect(await statuses()).toEqual(["active", "active", "active"]);
  expect(await opened.say("sim")).not.toContain("Cancelei");
});

it("after a yes all of them are cancelled, and undo brings back all of them", async () => {
  await remind();
  const before = await opened.deps.store.schedules.list(opened.key, 10, false);
  await opened.say("cancela todos os agendamentos");
  expect((await opened.say("sim")).match(/Cancelei/g)).toHaveLength(3);
  expect(await statuses()).toEqual(["cancelled", "cancelled", "cancelled"]);
  const undone = await opened.say("desfaz");
  for (const what of REMINDERS) expect(undone).toContain(`“${what}”`);
  const after = await opened.deps.store.schedules.list(opened.key, 10, false);
  const facts = (all: typeof before) =>
    all.map(({ id, status, next_at, timing }) => ({ id, status, next_at, timing }));
  expect(facts(after)).toEqual(facts(before));
});

it("an undo that was no good idea is taken back for all of them, after a yes", async () => {
  await remind();
  await opened.say("cancela todos os agendamentos");
  await opened.say("sim");
  await opened.say("desfaz");
  expect(await opened.say("desfaz")).toMatch(/\b3\b/);
  expect(await statuses()).toEqual(["active", "active", "active"]);
  await opened.say("sim");
  expect(await statuses()).toEqual(["cancelled", "cancelled", "cancelled"]);
});

it("what stops all of them for a while asks as well", async () => {
  await remind();
  expect(await opened.say("pausa todos os agendamentos")).toMatch(/^Pauso .*\b3\b/);
  expect(await statuses()).toEqual(["active", "active", "active"]);
  await opened.say("sim");
  expect(await statuses()).toEqual(["paused", "paused", "paused"]);
  await opened.say("desfaz");
  expect(await statuses()).toEqual(["active", "active", "active"]);
});

it("what came to an end while it was asked is said, and the others are cancelled", async () => {
  await remind();
  await opened.say("cancela todos os agendamentos");
  const [one] = await opened.deps.store.schedules.list(opened.key, 1, true);
  if (one === undefined) throw new Error("nothing is scheduled");
  await opened.deps.store.schedules.change({
    ...{ ...one, status: "done", next_at: null, version: one.version + 1 },
  });
  expect(await opened.say("sim")).toContain("já terminou");
  expect((await statuses()).toSorted()).toEqual(["cancelled", "cancelled", "done"]);
});

it("one is cancelled at once", async () => {
  await opened.say("me lembra em 2 horas de regar as plantas");
  expect(await opened.say("cancela todos os agendamentos")).toMatch(/^Cancelei/);
});

it("what is put off is the one that is named, and no other where none is named so", async () => {
  await opened.say("me lembra em 2 horas de regar as plantas");
  expect(await opened.say("adia o das plantas 10 minutos")).toMatch(/^Adiei “regar as plantas”/);
  const { next_at } = (await opened.newest()) ?? {};
  expect(await opened.say("adia o do dentista 10 minutos")).toMatch(/^Não encontrei/);
  expect(await opened.newest()).toMatchObject({ next_at });
});

it.each(["apaga a última mensagem", "mostra o último documento", "erase the last video"])(
  "%s: what names no schedule is not about the one that stands",
  async (words) => {
    await opened.say("me lembra em 2 horas de regar as plantas");
    expect(await opened.say(words)).not.toContain("regar as plantas");
    expect(await statuses()).toEqual(["active"]);
  },
);

it.each(["desliga tudo", "turn everything off", "cancela o das 9"])(
  "%s: where nothing stands it is not read as a command about schedules",
  async (words) => {
    expect(await opened.say(words)).not.toMatch(/agendad|scheduled/);
  },
);

const daysLeftOut = async () =>
  (await opened.deps.store.schedules.list(opened.key, 10, true)).map(({ words, timing }) => [
    words.includes("plantas"),
    timing.kind === "every" && timing.rule.by === "calendar"
      ? (timing.rule.not_on?.weekdays ?? [])
      : undefined,
  ]);

it.each([
  "sexta não precisa lembrar de regar as plantas",
  "não precisa avisar das plantas na sexta",
  "sexta não quero regar as plantas",
])("%s: the one that is named leaves out that day, and the others stay", async (words) => {
  await opened.say("me lembra de regar as plantas todo dia às 9h");
  await opened.say("me lembra de tomar água todo dia às 20h");
  expect(await opened.say(words)).toContain("“regar as plantas”");
  expect((await daysLeftOut()).toSorted()).toEqual([
    [false, []],
    [true, [5]],
  ]);
});

it.each([
  "sexta não precisa lembrar do dentista",
  "não precisa apagar a nota das plantas na sexta",
  "não, sexta",
])("%s: leaves out no day", async (words) => {
  await opened.say("me lembra de regar as plantas todo dia às 9h");
  await opened.say(words);
  expect(await daysLeftOut()).toEqual([[true, []]]);
});

it("where no such day is one of its own it is asked, and what stands is not stopped", async () => {
  await opened.say("me lembra de regar as plantas toda segunda às 9h");
  expect(await opened.say("não precisa avisar das plantas na sexta")).not.toMatch(/Cancelei/);
  expect(await daysLeftOut()).toEqual([[true, []]]);
});

it("of two reminders a noun says neither, and a pronoun the one that was spoken of last", async () => {
  await opened.say("me lembra amanhã às 8 de regar as plantas");
  await opened.say("me lembra amanhã às 10 de tomar água");
  const asked = await opened.say("muda o lembrete pras 11");
  expect(asked).toContain("“regar as plantas”");
  expect(asked).toContain("“tomar água”");
  expect(await opened.say("muda ele pras 11")).toContain("“tomar água”");
});

it.each([
  ["adia o lembrete pras 20h", "1", /Adiei “ligar para o João” para .*20:00/],
  ["muda o lembrete pra 20h", "pagar a luz", /Mudei “pagar a luz”: .*20:00/],
  ["postpone the reminder by an hour", "the second", /postponed “pagar a luz” to .*11:00/],
  ["cancela o lembrete", "2", /Cancelei: “pagar a luz”/],
])(
  "%s: of two it is asked which, and what was said is done to the chosen one on its own day",
  async (words, which, done) => {
    await opened.say("me lembra amanhã às 9 de ligar para o João");
    await opened.say("me lembra amanhã às 10 de pagar a luz");
    const before = await opened.deps.store.schedules.list(opened.key, 10, true);
    const asked = await opened.say(words);
    for (const what of ["ligar para o João", "pagar a luz"]) expect(asked).toContain(`“${what}”`);
    expect(await opened.deps.store.schedules.list(opened.key, 10, true)).toEqual(before);
    expect(await opened.say(which)).toMatch(done);
    const after = await opened.deps.store.schedules.list(opened.key, 10, true);
    const dayOf = (at: number | null | undefined) => Math.floor((at ?? 0) / 86_400_000);
    for (const each of after)
      expect(dayOf(each.next_at)).toBe(dayOf(before.find(({ id }) => id === each.id)?.next_at));
  },
);

it("what was never paused is not said to go on again, and what is paused by its words is", async () => {
  await opened.say("remind me every day at 9am to check the movers");
  await opened.say("remind me tomorrow at 3pm to call Bob");
  expect(await opened.say("pause the movers")).toContain("check the movers");
  expect(await opened.say("resume call Bob")).not.toMatch(/^Resumed/);
  expect(await opened.say("resume the movers")).toMatch(/^Resumed: “.*movers/);
});

it.each(["cancela tudo", "cancel everything", "cancela todos"])(
  "%s: behind what was agreed on it is about that, and asks where there are several",
  async (words) => {
    await remind();
    expect(await opened.say(words)).toMatch(/\b3\b/);
    expect(await statuses()).toEqual(["active", "active", "active"]);
    await opened.say("sim");
    expect(await statuses()).toEqual(["cancelled", "cancelled", "cancelled"]);
  },
);

it("what cancels everything where nothing stands lets go of nothing", async () => {
  expect(await opened.say("cancela tudo")).toBe("Não há nada em aberto para cancelar.");
});

it("a change, and what is said behind it for later, are both done, and taken back as one", async () => {
  await remind();
  const told = await opened.say("cancela o lembrete da Ana e me lembra em 5 horas de pagar a luz");
  expect(told).toMatch(/Cancelei: “ligar para a Ana”[\s\S]*“pagar a luz”/);
  expect((await statuses()).toSorted()).toEqual(["active", "active", "active", "cancelled"]);
  const undone = await opened.say("desfaz");
  expect(undone).toMatch(/“pagar a luz”[\s\S]*“ligar para a Ana”/);
  expect(await opened.say("mostra os lembretes de novo")).not.toContain("pagar a luz");
});

it("a place behind another request is asked about again before it cancels anything", async () => {
  for (const what of ["regar as plantas", "regar o jardim"])
    await opened.say(`me lembra em 3 horas de ${what}`);
  expect(await opened.say("cancela o lembrete de regar")).toMatch(/1\..*\n2\./);
  await opened.say("me lembra em 5 horas de pagar a luz");
  expect(await opened.say("o segundo")).toMatch(/1\..*\n2\./);
  expect(await statuses()).toEqual(["active", "active", "active"]);
  expect(await opened.say("o segundo")).toContain("Cancelei: “regar o jardim”");
});

it("a change that changes nothing is told as what stands", async () => {
  await opened.say("me lembra amanhã às 9h de regar as plantas");
  expect(await opened.say("muda pra amanhã às 9h")).toMatch(/“regar as plantas” fica como está/);
});

it.each([
  ["cancel the second one", "Cancelled: “tomar água”"],
  ["cancela o número 2", "Cancelei: “tomar água”"],
  ["o segundo cancela", "Cancelei: “tomar água”"],
  ["cancel 2", "Cancelled: “tomar água”"],
])(
  "%s: the place of the list that was told, also behind what was not understood",
  async (words, told) => {
    await remind();
    expect(await opened.say("quais meus lembretes?")).toMatch(/^Há 3/);
    await opened.say("blorp frobnitz");
    expect(await opened.say(words)).toContain(told);
  },
);

it("a place behind what was done elsewhere is none of theirs", async () => {
  const garden = await openStandingTurns([gardenDomain([])]);
  await garden.say("me lembra em 3 horas de pagar a luz");
  await garden.pass(1000);
  await garden.say("regue a samambaia");
  await garden.say("cancela o primeiro");
  expect((await garden.newest())?.status).toBe("active");
  await garden.close();
});

it("what is called a reminder and is none is said to be none", async () => {
  await remind();
  expect(await opened.say("cancela o lembrete do ipva")).toMatch(/^Não encontrei/);
  expect(await statuses()).toEqual(["active", "active", "active"]);
});

it("a pause lasts as long as the period that is named, whatever is told behind it", async () => {
  await opened.say("me lembra todo dia às 7h de tomar o remédio");
  expect(await opened.say("pausa ele essa semana, vou viajar")).toMatch(/^Pausei até seg\..*00:00/);
  expect(await statuses()).toEqual(["paused"]);
});

it("two places of the list are both asked about, and cancelled after a yes", async () => {
  await remind();
  await opened.say("quais meus lembretes?");
  const asked = await opened.say("cancela o 3 e o 1");
  expect(asked).toMatch(/“ligar para a Ana”[\s\S]*“regar as plantas”/);
  await opened.say("sim");
  expect((await statuses()).toSorted()).toEqual(["active", "cancelled", "cancelled"]);
});

it("an undo, and what is said behind it for later, are both done", async () => {
  await opened.say("me lembra em 3 horas de buscar a neta");
  const told = await opened.say("desfaz isso e me lembra em 5 horas de buscar a neta");
  expect(told).toMatch(/não está mais agendado[\s\S]*Combinado: “buscar a neta”/);
  expect(await statuses()).toEqual(["active", "cancelled"]);
});
