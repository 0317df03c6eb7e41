import { afterAll, beforeAll, expect, it } from "vitest";
import { scheduleMade } from "#shared/contracts/schedule-endpoints.ts";
import { type System, startSystem } from "./system.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
  await system.startDomain("memory");
  await system.startOrchestrator();
});
afterAll(() => system.close());

it("a program that is asked which time is meant names one of the options, and no conversation comes of it", async () => {
  const post = async (more: object) =>
    scheduleMade.parse((await system.post("/v1/schedules", { ...which, ...more })).body);
  const which = { input_text: "me lembra sexta às 3 de beber água", user_id: "chooses" };
  const asked = await post({});
  expect(asked).toMatchObject({ schedule: null, times: [expect.any(Number), expect.any(Number)] });
  const [, afternoon = ""] = asked.options;
  expect(await post({ choices: ["3 da tarde"] })).toEqual(asked);
  const { schedule } = await post({ choices: [afternoon] });
  expect(schedule).toMatchObject({ action: { text: "beber água" }, status: "active" });
  expect(schedule?.next_instants).toEqual([asked.times?.[1]]);
  const sessions = await fetch(`${system.url}/v1/sessions`, {
    headers: { "x-user-id": "chooses" },
  });
  expect(await sessions.json()).toMatchObject({ sessions: [] });
});
