import { afterEach, beforeEach, expect, it } from "vitest";
import { openStandingTurns } from "./standing-turns.fixture.ts";

let opened: Awaited<ReturnType<typeof openStandingTurns>>;
beforeEach(async () => {
  opened = await openStandingTurns([]);
});
afterEach(() => opened.close());

it.each([
  ["às 20h", "não, às 9", "21:00"],
  ["às 15h", "não, às 4", "16:00"],
  ["às 9h", "não, às 8", "08:00"],
])(
  "%s, then %s: an hour near the one that it has is in the same half of the day",
  async (at, said, time) => {
    await opened.say(`me lembra de pagar o boleto amanhã ${at}`);
    expect(await opened.say(said)).toMatch(new RegExp(`^Mudei “pagar o boleto”.*${time}`));
  },
);

it.each([
  ["ao meio dia", "não, às 10", "2", "22:00"],
  ["às 14h", "não, às 9", "às 9 da manhã", "09:00"],
  ["às 14h", "não, às 9", "à noite", "21:00"],
  ["às 14h", "muda pras 9", "1", "09:00"],
])(
  "%s, then %s: which half of the day is meant is asked once, and “%s” is the answer",
  async (at, said, answer, time) => {
    await opened.say(`me lembra de pagar o boleto amanhã ${at}`);
    const before = await opened.newest();
    expect(await opened.say(said)).toMatch(/^Qual horário/);
    expect(await opened.newest()).toEqual(before);
    expect(await opened.say(answer)).toMatch(new RegExp(`^Mudei “pagar o boleto”.*${time}`));
    expect(await opened.deps.store.schedules.list(opened.key, 10, false)).toHaveLength(1);
  },
);

it("what recurs is asked about as well, and its other times are those that were chosen", async () => {
  await opened.say("me lembra de tomar água todo dia às 14h");
  expect(await opened.say("não, às 9")).toMatch(/09:00.*21:00/s);
  expect(await opened.say("1")).toContain("todo dia às 09:00");
});

it("a reminder tells another text, and the old one again when that is undone", async () => {
  await opened.say("me lembra de pagar o boleto amanhã às 9h");
  const before = await opened.newest();
  expect(await opened.say("muda o texto pra pagar o boleto e a luz")).toContain(
    "Mudei “pagar o boleto e a luz”",
  );
  expect((await opened.newest())?.next_at).toBe(before?.next_at);
  expect(await opened.say("desfaz")).toContain("“pagar o boleto” está como antes");
});

it.each(["termina dia 15", "acaba dia 15", "só até dia 15"])(
  "%s: it ends then, and is not stopped",
  async (said) => {
    await opened.say("me lembra de tomar água todo dia às 14h");
    expect(await opened.say(said)).toMatch(/^Mudei “tomar água”.*Termina em .*15\/\d\d/);
    expect((await opened.newest())?.status).toBe("active");
  },
);

it("another text or end leaves a pause as it is", async () => {
  await opened.say("me lembra de tomar água todo dia às 14h");
  await opened.say("pausa até sexta");
  const before = await opened.newest();
  await opened.say("muda o texto pra tomar suco");
  await opened.say("termina dia 15");
  expect(await opened.newest()).toMatchObject({
    ...{ status: "paused", paused: before?.paused, next_at: before?.next_at },
    action: { text: "tomar suco" },
  });
});

it.each([
  ["me lembra todo dia às 9 para terminar dia 15 o relatório", "terminar dia 15 o relatório"],
  ["remind me every day at 9 to stop on friday", "stop on friday"],
])("%s: what is to end by then is its text", async (said, text) => {
  await opened.say(said);
  expect((await opened.newest())?.action).toMatchObject({ text });
});
