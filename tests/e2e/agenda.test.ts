import { afterAll, beforeAll, expect, it } from "vitest";
import { type System, startSystem } from "./system.ts";

// The calendar dropped in beside a shipped domain and the core's reminders: each takes what is its own.

let system: System;
let person = 0;
beforeAll(async () => {
  system = await startSystem();
  await Promise.all(["memory", "agenda"].map((name) => system.startDomain(name)));
  await system.startOrchestrator();
});
afterAll(() => system.close());

/** A day that is to come, whenever this runs: "18/12/2026" */
const soon = new Date(Date.now() + 20 * 24 * 60 * 60 * 1000);
const [year, month, day] = soon.toISOString().slice(0, 10).split("-");
const DAY = `dia ${day}/${month}/${year}`;

function somebody() {
  const name = `agenda-${++person}`;
  return (text: string) => system.turn(text, name, name);
}

it("an event is made, shown, moved, cancelled, and each of it is undone", async () => {
  const say = somebody();
  expect(await say(`marca dentista ${DAY} às 15h`)).toMatchObject({
    status: "success",
    answer: expect.stringContaining("Marcado: dentista") as string,
  });
  expect((await say(`minha agenda do ${DAY}`)).answer).toContain("15:00–16:00 dentista");
  expect((await say("move o dentista pra 16h")).answer).toContain("16:00–17:00");
  await say("desfaz");
  expect((await say("quando é o dentista?")).answer).toContain("15:00–16:00");
  expect((await say(`o que tenho ${DAY} às 15h?`)).answer).toContain("dentista");
  expect((await say(`tenho alguma coisa ${DAY} às 18h?`)).answer).toContain("Nada na agenda");
  expect((await say(`quando estou livre ${DAY}?`)).answer).toContain("09:00–15:00, 16:00–18:00");
  expect((await say("cancela o dentista")).answer).toContain("Cancelado: dentista");
  await say("desfaz");
  expect((await say("when is the dentista?")).answer).toContain("3:00 PM");
  await say("put lunch with Bob on my calendar every monday at noon");
  expect((await say("when is lunch with Bob?")).answer).toContain("12:00 PM–1:00 PM");
});

it("a correction changes the value that was said, and no other of its kind", async () => {
  const say = somebody();
  await say(`marca dentista ${DAY} às 15h`);
  expect((await say("não, às 16h")).answer).toContain("16:00–17:00");
  expect((await say(`minha agenda do ${DAY}`)).answer).toMatch(
    /1 compromisso[\s\S]*16:00–17:00 dentista/,
  );
});

it("what was just made is what a word that cancels is about, and where nothing can cancel it, undo is offered", async () => {
  const say = somebody();
  await say(`marca dentista ${DAY} às 15h`);
  expect((await say("cancela")).answer).toContain("Cancelado: dentista");
  await say("anota comprar pão");
  expect(await say("cancela isso")).toMatchObject({ pending: { kind: "confirm" } });
  await say("sim");
  expect((await say("minhas notas")).answer).not.toContain("comprar pão");
});

it("a question about another day makes nothing on that day", async () => {
  const say = somebody();
  const next = new Date(soon.getTime() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const [laterYear, laterMonth, laterDay] = next.split("-");
  await say(`o que eu tenho ${DAY}?`);
  await say(`marca almoço com a Bia ${DAY} ao meio-dia`);
  const told = await say(`e dia ${laterDay}/${laterMonth}/${laterYear}?`);
  expect(told.answer).toContain("Nada na agenda");
  expect(told.trace.receipts).toEqual([]);
});

it("several at once are counted and asked about, and undo brings all of them back", async () => {
  const say = somebody();
  await say(`marca dentista ${DAY} às 15h`);
  await say(`marca almoço com a Ana ${DAY} às 12h`);
  const asked = await say(`cancela todos os compromissos de ${DAY}`);
  expect(asked).toMatchObject({ status: "clarification", pending: { kind: "confirm" } });
  expect(asked.answer).toMatch(/2 compromissos: .*almoço com a Ana.*dentista/);
  await say("sim");
  expect((await say(`minha agenda do ${DAY}`)).answer).toContain("Nada na agenda");
  await say("desfaz");
  expect((await say(`minha agenda do ${DAY}`)).answer).toContain("2 compromissos");
});

it("reminders stay reminders, and neither hits the other", async () => {
  const say = somebody();
  const reminders = async () => (await say("meus lembretes")).answer;
  const made = await say("me lembra de ligar pro dentista todo dia às 9");
  expect(made.trace.intent).not.toMatchObject({ primary_domain: "agenda" });
  await say(`marca dentista ${DAY} às 15h`);
  expect(await reminders()).toContain("ligar pro dentista");
  expect((await say("cancela o dentista")).answer).toContain("Cancelado: dentista");
  expect(await reminders()).toContain("ligar pro dentista");
  await say(`marca dentista ${DAY} às 10h`);
  await say("cancela o lembrete");
  expect(await reminders()).not.toContain("ligar pro dentista");
  expect((await say("quando é o dentista?")).answer).toContain("10:00–11:00");
});

it("what was shown or made is pointed at: by its place, by a pronoun, and by nothing at all", async () => {
  const say = somebody();
  await say(`marca dentista ${DAY} às 15h`);
  expect((await say("move ele pra 17h")).answer).toContain("dentista, agora");
  expect((await say("move pra 16h")).answer).toContain("16:00–17:00");
  expect((await say("move it to 3 pm")).answer).toContain("3:00 PM–4:00 PM");
  await say(`marca almoço com a Ana ${DAY} às 12h`);
  expect((await say(`mostra minha agenda do ${DAY}`)).answer).toContain("2 compromissos");
  expect((await say("cancela a segunda")).answer).toContain("Cancelado: dentista");
  expect((await say("show my calendar")).answer).not.toContain("dentista");
});

it("a name that reminders share with the calendar takes nothing from either", async () => {
  const say = somebody();
  await say(`marca dentista ${DAY} às 15h`);
  expect((await say("limpa minha agenda")).answer).toBe("Os compromissos de que dia?");
  expect(await say(DAY)).toMatchObject({ pending: { kind: "confirm" } });
  expect((await say("sim")).answer).toContain("Cancelado: 1 compromisso");
  await say("me lembra de ligar pro dentista todo dia às 9");
  await say("limpa minha agenda de hoje");
  expect((await say("meus lembretes")).answer).toContain("ligar pro dentista");
  expect((await say("o que está agendado?")).answer).toContain("ligar pro dentista");
});

it("invitations are left out, and that is said", async () => {
  const say = somebody();
  expect((await say("convida a Ana pra reunião")).answer).toContain("não mando convites");
});

it.each(["cancela todos", "cancela tudo", "cancel them all"])(
  "%s: behind events that were shown it cancels no reminder",
  async (all) => {
    const say = somebody();
    await say("me lembra de ligar pro dentista em 20 minutos");
    await say(`marca reunião ${DAY} às 10h`);
    await say(`marca almoço ${DAY} às 13h`);
    await say(`minha agenda do ${DAY}`);
    await say(all);
    await say("deixa pra lá");
    expect((await say("meus lembretes")).answer).toContain("ligar pro dentista");
    expect((await say(`minha agenda do ${DAY}`)).answer).toContain("2 compromissos");
  },
);

it("behind reminders that were listed, all of them are those", async () => {
  const say = somebody();
  await say("me lembra de ligar pro dentista em 20 minutos");
  await say(`marca reunião ${DAY} às 10h`);
  await say("meus lembretes");
  expect((await say("cancela todos")).answer).toContain("ligar pro dentista");
  expect((await say(`minha agenda do ${DAY}`)).answer).toContain("reunião");
});

it("several events behind one verb are all made, and one undo takes all back", async () => {
  const say = somebody();
  const told = await say(`marca fono ${DAY} às 9h, vacina ${DAY} às 10h e reunião ${DAY} às 11h`);
  expect(told.answer).toMatch(
    /fono[\s\S]*09:00[\s\S]*vacina[\s\S]*10:00[\s\S]*reunião[\s\S]*11:00/,
  );
  await say("desfaz");
  expect((await say(`minha agenda do ${DAY}`)).answer).toContain("Nada na agenda");
});

it("an hour alone right behind an event moves it, and one that is joined makes another one", async () => {
  const say = somebody();
  await say(`marca fono ${DAY} às 9h`);
  await say("às 15h");
  expect((await say(`minha agenda do ${DAY}`)).answer).toMatch(
    /1 compromisso[\s\S]*15:00–16:00 fono/,
  );
  await say(`marca vacina ${DAY} às 9h`);
  await say("e às 11h também");
  expect((await say(`minha agenda do ${DAY}`)).answer).toContain("3 compromissos");
});

it.each(["postpone it by half an hour", "adia ele meia hora", "push it back 30 minutes"])(
  "%s: what was made last is moved by a length",
  async (said) => {
    const say = somebody();
    await say(`marca fono ${DAY} às 9h`);
    expect((await say(said)).answer).toMatch(/0?9:30/);
    expect((await say("make it an hour earlier")).answer).toContain("8:30");
  },
);

it("a word that cancels is about the one event that was shown, and not about a question left behind", async () => {
  const say = somebody();
  await say(`marca fono ${DAY} às 9h`);
  expect(await say("marca um compromisso")).toMatchObject({ status: "clarification" });
  await say(`o que tenho ${DAY}?`);
  expect((await say("cancela")).answer).toContain("Cancelado: fono");
  expect(await say("marca um compromisso")).toMatchObject({ status: "clarification" });
  expect((await say("cancela")).answer).not.toContain("fono");
});

it("a day of the week that is no place of the list that was shown is that day", async () => {
  const say = somebody();
  await say(`marca fono ${DAY} às 9h`);
  await say(`o que tenho ${DAY}?`);
  expect((await say("limpa a sexta")).answer).not.toContain("Só mostrei");
});

it("the one event of a list that was shown is what a change without a name is about", async () => {
  const say = somebody();
  await say(`marca ultrassom ${DAY} às 10h`);
  await say(`o que tenho ${DAY}?`);
  expect((await say("move pra 16h")).answer).toContain("16:00–17:00");
});

it.each([
  ["add swimming every Saturday at 8am to my calendar", /calendar, every Saturday: swimming/],
  ["schedule a review every other Friday at 4pm", /every 2 weeks: review|For which day/],
  ["put rent on my calendar on the 5th of every month", /every month on day 5: rent/],
  ["book guitar lessons every thursday from 6 to 7pm", /every Thursday: guitar lessons.*6:00 PM–7/],
  ["marca natação toda terça e quinta às 19h", /toda terça e quinta: natação.*19:00–20:00/],
  ["marca terapia quarta às 14h toda semana", /toda semana: terapia, a partir de quarta-feira/],
  ["marca almoço toda última sexta do mês ao meio-dia", /toda última sexta do mês: almoço/],
  [`marca fono todo dia às 15h até ${DAY}`, new RegExp(`todo dia: fono.*, até .*${day}/${month}`)],
])("%s: how often and until when are part of no name", async (said, told) => {
  expect((await somebody()(said)).answer).toMatch(told);
});

it("a reminder before an event is found by its name, in the same message and in another conversation", async () => {
  const say = somebody();
  const told = await say(`marca ortodontista ${DAY} às 9h e me lembra uma hora antes`);
  expect(told.answer).toMatch(/Marcado: ortodontista[\s\S]*Combinado: “ortodontista”[\s\S]*08:00/);
  const name = `agenda-${person}`;
  const later = await system.turn("me lembra 30 minutos antes do ortodontista", "another", name);
  expect(later.answer).toMatch(/“ortodontista”[\s\S]*08:30/);
});

it("a calendar takes no time that is that of another request", async () => {
  const say = somebody();
  expect((await say(`me avisa ${DAY} às 8h o que tenho na agenda`)).answer).toMatch(
    /Combinado[\s\S]*08:00/,
  );
});
