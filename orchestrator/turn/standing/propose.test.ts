import { afterEach, beforeEach, expect, it } from "vitest";
import { gardenDomain } from "../garden.fixture.ts";
import { openStandingTurns } from "./standing-turns.fixture.ts";

let opened: Awaited<ReturnType<typeof openStandingTurns>>;
beforeEach(async () => {
  opened = await openStandingTurns([gardenDomain([])]);
});
afterEach(() => opened.close());

const standing = async () =>
  (await opened.deps.store.schedules.list(opened.key, 10, true)).map(({ action }) =>
    action.do === "tell" ? action.text : action.do,
  );

it.each([
  "me lembra em 2 horas de regar as plantas e em 3 horas de podar a roseira",
  "me lembra em 2 horas de regar as plantas e me lembra em 3 horas de podar a roseira",
])("%s: both are kept, and one undo takes both back", async (said) => {
  const told = await opened.say(said);
  expect(told).toContain("“regar as plantas”");
  expect(told).toContain("“podar a roseira”");
  expect((await standing()).toSorted()).toEqual(["podar a roseira", "regar as plantas"]);
  const undone = await opened.say("desfaz");
  expect(undone).toContain("“regar as plantas” não está mais agendado");
  expect(undone).toContain("“podar a roseira” não está mais agendado");
  expect(await standing()).toEqual([]);
});

it("the one whose time is open is asked about, and the other one is kept", async () => {
  const told = await opened.say("me lembra em 2 horas de regar e amanhã de podar");
  expect(told).toContain("“regar”");
  expect(await standing()).toEqual(["regar"]);
  await opened.say("às 10h");
  expect((await standing()).toSorted()).toEqual(["podar", "regar"]);
});
