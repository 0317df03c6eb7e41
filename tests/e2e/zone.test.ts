import { afterAll, beforeAll, expect, it } from "vitest";
import { meResponse } from "#shared/contracts/console.ts";
import { errorBody, turnResponse } from "#shared/contracts/endpoints.ts";
import { type System, startSystem } from "./system.ts";

// One user has one time zone, in whichever language they speak.

const CLOCK = "what time is it?";

let system: System;
beforeAll(async () => {
  system = await startSystem();
  await system.startDomain("memory");
  await system.startOrchestrator({ REGENTE_TIMEZONE: "America/New_York" });
});
afterAll(() => system.close());

let sessions = 0;
const say = async (text: string, user: string) =>
  (await system.turn(text, `zone-${++sessions}`, user)).answer;
async function me(user: string, change?: object) {
  const response = await fetch(`${system.url}/v1/me`, {
    headers: { "content-type": "application/json", "x-openwebui-user-id": user },
    ...(change !== undefined && { method: "PATCH", body: JSON.stringify(change) }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}
const zoneOf = async (user: string) => meResponse.parse((await me(user)).body);

it("is that of the installation for who has said none, in both languages", async () => {
  expect(await say("remind me every day at 9am to call mom", "ana")).toContain("America/New_York");
  expect(await say("me lembra todo dia às 9h de ligar pra mãe", "ana")).toContain(
    "America/New_York",
  );
  expect(await zoneOf("ana")).toMatchObject({
    timezone: "America/New_York",
    chosen_timezone: null,
  });
});

it("is changed by a sentence, in every conversation and language, and for that user alone", async () => {
  expect(await say("meu fuso é o de Lisboa", "bia")).toContain("Europe/Lisbon");
  expect(await say("remind me every day at 9am to call mom", "bia")).toContain("Europe/Lisbon");
  expect(await say("me lembra todo dia às 9h de ligar pra mãe", "bia")).toContain("Europe/Lisbon");
  expect(await say("use Tokyo time", "bia")).toContain("Asia/Tokyo");
  expect(await say("qual é o meu fuso?", "bia")).toMatch(/Asia\/Tokyo \(escolhido por você\)/);
  expect(await say("what is my time zone?", "ana")).toMatch(/New_York \(this server's\)/);
  expect(await say("forget my time zone", "bia")).toContain("America/New_York");
});

it("an unknown place changes nothing, and says what would be known", async () => {
  expect(await say("meu fuso é o de Atlântida", "caio")).toMatch(/Não conheço o fuso “Atlântida”/);
  expect(await zoneOf("caio")).toMatchObject({ chosen_timezone: null });
});

it("is changed over HTTP, where only the name of a zone is taken", async () => {
  expect((await me("davi", { timezone: "Middle-earth" })).status).toBe(400);
  const changed = meResponse.parse((await me("davi", { timezone: "Europe/Rome" })).body);
  expect(changed).toMatchObject({ timezone: "Europe/Rome", chosen_timezone: "Europe/Rome" });
  expect(await say("me lembra todo dia às 9h de ligar", "davi")).toContain("Europe/Rome");
  await me("davi", { timezone: null });
  expect(await zoneOf("davi")).toMatchObject({ timezone: "America/New_York" });
});

it("what the client sends counts before it", async () => {
  await say("meu fuso é o de Lisboa", "eva");
  const { body } = await system.post("/v1/turns", {
    ...{ input_text: "me lembra todo dia às 9h de ligar", session_id: "sends", user_id: "eva" },
    ...{ follows_ticks: true, metadata: { timezone: "Asia/Tokyo" } },
  });
  expect(turnResponse.parse(body).answer).toContain("Asia/Tokyo");
});

it.each([
  ["chat completions", "/v1/chat/completions", { messages: [{ role: "user", content: CLOCK }] }],
  ["responses", "/v1/responses", { input: CLOCK }],
])("a client of %s sends it in the notes of its request", async (_surface, path, said) => {
  const ask = (notes: object) =>
    system.post(path, { model: "regente", user: "gil", ...said, ...notes });
  const told = async (notes: object) => JSON.stringify((await ask(notes)).body);
  expect(await told({ metadata: { timezone: "Asia/Tokyo" } })).toContain("(Asia/Tokyo)");
  expect(await told({ metadata: { timezone: "Europe/Lisbon" } })).toContain("(Europe/Lisbon)");
  for (const none of [{}, { metadata: null }, { metadata: { timezone: null } }, { metadata: "a" }])
    expect(await told(none)).toContain("(America/New_York)");
  for (const timezone of ["Middle-earth", "", 7]) {
    const { status, body } = await ask({ metadata: { timezone } });
    const { param, message } = errorBody.parse(body).error;
    expect([status, param]).toEqual([400, "metadata.timezone"]);
    expect(message).toContain("time zone");
  }
});

it("the time is told there, whatever came before", async () => {
  await say("my time zone is UTC", "fabio");
  await system.turn("remind me every day at 9am to stretch", "clock", "fabio");
  const { answer } = await system.turn("what time is it?", "clock", "fabio");
  expect(answer).toMatch(/^It is .*\d\d:\d\d.* \(UTC\)\.$/);
});
