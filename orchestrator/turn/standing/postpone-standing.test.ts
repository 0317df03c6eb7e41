import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStandingTurns } from "./standing-turns.fixture.ts";

let opened: Awaited<ReturnType<typeof openStandingTurns>>;
beforeEach(async () => {
  opened = await openStandingTurns([]);
});
afterEach(() => opened.close());

const times = async () =>
  (await opened.deps.store.schedules.list(opened.key, 10, true)).map(({ next_at }) => next_at);

describe("what is named is changed, and nothing else", () => {
  beforeEach(async () => {
    await opened.say("me lembra de lavar o carro amanhã às 9h");
    await opened.say("me lembra de ligar pra mãe amanhã às 10h");
  });

  it.each([
    ["adia 10 minutos o carro", "lavar o carro", "09:10"],
    ["adia o carro 10 minutos", "lavar o carro", "09:10"],
    ["adia o carro 10 minutos, por favor", "lavar o carro", "09:10"],
    ["adia meia hora o da mãe", "ligar pra mãe", "10:30"],
    ["adia o carro pra 11h", "lavar o carro", "11:00"],
    ["muda o carro pra 11h", "lavar o carro", "11:00"],
    ["adia 10 minutos", "ligar pra mãe", "10:10"],
    ["adia 10 minutos que eu tô no banho", "ligar pra mãe", "10:10"],
    ["adia 10 minutos tô ocupado", "ligar pra mãe", "10:10"],
    ["adia meia hora estou em reunião", "ligar pra mãe", "10:30"],
    ["adia o carro 10 minutos ainda tô no banho", "lavar o carro", "09:10"],
    ["snooze 10 minutes i am in a meeting", "ligar pra mãe", "10:10"],
  ])("%s: it is “%s”, at %s", async (words, name, time) => {
    const answer = await opened.say(words);
    expect(answer).toContain(`“${name}”`);
    expect(answer).toContain(time);
  });

  it.each(["adia 10 minutos o cachorro", "muda o do cachorro pra 11h"])(
    "%s: it names none of them, and none is changed",
    async (words) => {
      const before = await times();
      expect(await opened.say(words)).toBe("Não encontrei nenhum pedido agendado assim.");
      expect(await times()).toEqual(before);
    },
  );
});

it.each([
  "push the dog one to tomorrow",
  "change the dog one to 10 pm",
  "snooze the dog 10 minutes",
])("%s: where there is only another one, nothing is changed", async (words) => {
  await opened.say("remind me at 9 pm to feed the cat");
  const before = await times();
  expect(await opened.say(words)).toBe("I found no schedule like that.");
  expect(await times()).toEqual(before);
  expect(await opened.say(words.replace("dog", "cat"))).toContain("feed the cat");
  expect(await times()).not.toEqual(before);
});

it("an earlier time is no time to which it is put off", async () => {
  await opened.say("me lembra em 10 minutos de ver o forno");
  expect(await opened.say("me avisa em 5 minutos")).toMatch(/^Mudei “ver o forno”/);
});
