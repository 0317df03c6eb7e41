import { afterEach, beforeEach, expect, it } from "vitest";
import { gardenDomain } from "../garden.fixture.ts";
import { openStandingTurns } from "./standing-turns.fixture.ts";

const done: string[] = [];
let opened: Awaited<ReturnType<typeof openStandingTurns>>;
beforeEach(async () => {
  done.length = 0;
  opened = await openStandingTurns([gardenDomain(done)]);
});
afterEach(() => opened.close());

const reminders = async () =>
  (await opened.deps.store.schedules.list(opened.key, 10, false)).map(({ action }) =>
    action.do === "tell" ? action.text : action.do,
  );

it.each([
  ["ilumine o jardim forte e me lembra em 2 horas de regar as plantas", "regar as plantas"],
  ["light the garden high and remind me in 2 hours to water the plants", "water the plants"],
])(
  "%s: what changes something is done now, and the reminder behind it is kept",
  async (said, kept) => {
    const told = await opened.say(said);
    expect(done).toHaveLength(1);
    expect(told).toContain(`“${kept}”`);
    expect(await reminders()).toEqual([kept]);
  },
);

it("what is only seen now has the same behind it", async () => {
  await opened.say("veja o jardim e em 2 horas me manda o jardim");
  expect(await reminders()).toHaveLength(1);
});

it("what asks something first asks it, and the reminder is kept all the same", async () => {
  expect(await opened.say("ilumine o jardim e me lembra em 2 horas de apagar")).toMatch(
    /Forte ou fraca[\s\S]*“apagar”/,
  );
  expect(done).toEqual([]);
  expect(await reminders()).toEqual(["apagar"]);
  await opened.say("fraca");
  expect(done).toEqual(["light LOW"]);
});

it.each([
  ["ilumine o jardim", "me avisa quando o jardim passar de 40", /jardim passar de 40/, "fraca"],
  ["light the garden", "tell me when the garden goes above 40", /garden goes above 40/, "low"],
])("%s?: who asks for a watch instead answers nothing, and may answer later", async (...said) => {
  const [asks, watch, told, answer] = said;
  await opened.say(asks);
  expect(await opened.say(watch)).toMatch(told);
  expect(done).toEqual([]);
  await opened.say(answer);
  expect(done).toEqual(["light LOW"]);
});
