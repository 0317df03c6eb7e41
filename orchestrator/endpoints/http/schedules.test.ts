import { afterEach, beforeEach, expect, it } from "vitest";
import { scheduleMade } from "#shared/contracts/schedule-endpoints.ts";
import { gardenDomain } from "../../turn/garden.fixture.ts";
import { openStandingTurns } from "../../turn/standing/standing-turns.fixture.ts";
import { serveEndpoints } from "./serve-endpoints.fixture.ts";

let opened: Awaited<ReturnType<typeof openStandingTurns>>;
let endpoints: Awaited<ReturnType<typeof serveEndpoints>>;
beforeEach(async () => {
  opened = await openStandingTurns([gardenDomain([])]);
  endpoints = await serveEndpoints(opened.deps);
});
afterEach(async () => {
  await endpoints.close();
  await opened.close();
});

async function make(body: object) {
  const told = await endpoints.ask("POST", "/v1/schedules", { body });
  expect(told.status).toBe(200);
  return scheduleMade.parse(told.body);
}

it.each([
  {
    input_text: "remind me on 10/12 at noon to pay",
    again: /Send the request again and give the time, as in “(on \d{4}-\d\d-\d\d at 12:00)”\.$/,
    with: (moment: string) => `remind me ${moment} to pay`,
  },
  {
    input_text: "wake me on 10/12 at noon",
    again: /“(on \d{4}-\d\d-\d\d at 12:00)”\.$/,
    with: (moment: string) => `remind me ${moment} to wake up`,
  },
])("$input_text: both times are told as data, and how to send it again", async (each) => {
  const { input_text } = each;
  const asked = await make({ input_text, timezone: "UTC" });
  expect(asked).toMatchObject({ schedule: null, needs_confirmation: false });
  expect(asked.answer).not.toContain("number or the name");
  expect(asked.options).toHaveLength(2);
  const days = asked.times?.map((time) => new Date(time).toISOString().slice(5, 16));
  expect(days?.toSorted()).toEqual(["10-12T12:00", "12-10T12:00"]);
  expect((await endpoints.ask("GET", "/v1/pending")).body).toEqual({ pending: [] });

  const [, moment = ""] = each.again.exec(asked.answer) ?? [];
  const made = await make({ input_text: each.with(moment), timezone: "UTC" });
  expect(made.schedule?.next_instants).toEqual([asked.times?.[0]]);
});

it("in Portuguese a moment is read as it is told to be written", async () => {
  const input_text = "me lembra em 2030-12-10 às 12:00 de pagar";
  const made = await make({ input_text, timezone: "UTC" });
  expect(made.schedule?.next_instants).toEqual([Date.UTC(2030, 11, 10, 12)]);
});

it("what is missing in the words is asked, and the request comes again with it", async () => {
  const asked = await make({ input_text: "me lembra da água amanhã" });
  expect(asked).toMatchObject({ schedule: null, options: [], times: [] });
  expect(asked.answer).not.toBe("");
});
