import { afterEach, beforeEach, expect, it } from "vitest";
import { gardenDomain } from "../garden.fixture.ts";
import { openStandingTurns } from "./standing-turns.fixture.ts";

let opened: Awaited<ReturnType<typeof openStandingTurns>>;
beforeEach(async () => {
  opened = await openStandingTurns([gardenDomain([])]);
});
afterEach(() => opened.close());

const many = async () => (await opened.deps.store.schedules.list(opened.key, 10, true)).length;

it.each([
  "e depois de amanhã no mesmo horário",
  "e depois de amanhã também",
  "também depois de amanhã",
  "e depois de amanhã às 9h",
  "and the day after tomorrow at the same time",
])("%s: one more, and the first stays", async (said) => {
  await opened.say("me lembra amanhã às 8h de regar");
  const first = await opened.newest();
  expect(await opened.say(said)).toContain("“regar”");
  expect(await many()).toBe(2);
  expect(await opened.deps.store.schedules.find(opened.key, first?.id ?? "")).toEqual(first);
});

it.each(["não, depois de amanhã", "depois de amanhã", "não, bota 9h", "e bota pra 9h"])(
  "%s: it becomes that",
  async (said) => {
    await opened.say("me lembra amanhã às 8h de regar");
    const first = await opened.newest();
    expect(await opened.say(said)).toContain("Mudei “regar”");
    expect(await many()).toBe(1);
    expect((await opened.newest())?.next_at).not.toBe(first?.next_at);
  },
);

it.each(["depois de amanhã não precisa", "não muda pras 9h", "e depois de amanhã?"])(
  "%s: nothing is another",
  async (said) => {
    await opened.say("me lembra amanhã às 8h de regar");
    const first = await opened.newest();
    await opened.say(said);
    expect(await many()).toBe(1);
    expect(await opened.newest()).toEqual(first);
  },
);

it("what happens once and is not needed on its day is cancelled", async () => {
  await opened.say("me lembra amanhã às 8h de regar");
  expect(await opened.say("amanhã não precisa")).toContain("Cancelei: “regar”");
  expect(await many()).toBe(0);
});

it("of two days the one that is named by it is cancelled", async () => {
  await opened.say("remind me tomorrow at 8am to water the plants");
  await opened.say("and the day after tomorrow at 8am");
  expect(await opened.say("cancel the one tomorrow")).toContain("Cancelled");
  expect(await many()).toBe(1);
});

it.each([
  ["me lembra amanhã às 8h de regar", "então o que sobrou?", "“regar”"],
  ["remind me tomorrow at 8am to water", "what's left?", "“water”"],
])("%s, %s: what stands is shown", async (first, said, shown) => {
  await opened.say(first);
  expect(await opened.say(said)).toContain(shown);
});

it.each([
  ["me lembra em 20 minutos de regar", "não, 30 minutos", 30],
  ["remind me to water in 20 minutes", "make it 30 minutes", 30],
  ["remind me to water in 20 minutes", "no, 30 minutes", 30],
  ["me lembra em 20 minutos de regar", "na verdade 1 hora", 60],
])("%s - %s: a length becomes another one, from now", async (first, then, minutes) => {
  await opened.say(first);
  await opened.say(then);
  const after = (await opened.newest())?.next_at ?? 0;
  expect(Math.round((after - opened.deps.clock.now()) / 60_000)).toBe(minutes);
  expect(await many()).toBe(1);
});

it.each([
  ["remind me to water tomorrow at 5am", "pm I meant", "17:00"],
  ["remind me to water tomorrow at 5am", "sorry, pm", "17:00"],
  ["me lembra amanhã às 5 da manhã de regar", "da tarde", "17:00"],
  ["me lembra amanhã às 5 da manhã de regar", "da tarde, quis dizer", "17:00"],
])("%s - %s: its hour is in the other half of the day", async (first, then, time) => {
  await opened.say(first);
  expect(await opened.say(then)).toContain(time);
  expect(await many()).toBe(1);
});

it.each(["pm I meant", "pm", "the afternoon, I meant"])(
  "%s: answers which half of the day is meant",
  async (then) => {
    await opened.say("remind me to water tomorrow at 5");
    expect(await opened.say(then)).toMatch(/17:00/);
    expect(await many()).toBe(1);
  },
);

it("what a name stands before is changed, and not the last one", async () => {
  await opened.say("me lembra amanhã às 8h de regar");
  await opened.say("me lembra amanhã às 10h de podar");
  expect(await opened.say("o de regar agora é às 9h")).toContain("Mudei “regar”");
});

it("what only tells why may follow", async () => {
  await opened.say("me lembra amanhã às 8h de regar");
  expect(await opened.say("na verdade é às 9h, o banco abre tarde")).toContain("Mudei “regar”");
});
