import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { type System, startSystem } from "./system.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
  await system.startDomain("memory");
  await system.startOrchestrator();
});
afterAll(() => system.close());

const list = async (what: "sessions" | "runs" | "schedules") => {
  const answer = await fetch(`${system.url}/v1/${what}`);
  return z.record(z.string(), z.unknown()).parse(await answer.json())[what];
};

it("a user is forgotten: nothing is listed any more, the audit log says so, and a start misses nothing", async () => {
  await system.turn("anota: comprar pão", "s");
  await system.turn("me lembra todo dia às 9 de ligar para a Ana", "s");
  await expect(list("runs")).resolves.toHaveLength(1);
  const forgotten = await fetch(`${system.url}/v1/users/local`, { method: "DELETE" });
  expect({ status: forgotten.status, body: await forgotten.json() }).toEqual({
    status: 200,
    body: { user_id: "local", forgotten: true },
  });
  await expect(Promise.all([list("sessions"), list("runs"), list("schedules")])).resolves.toEqual([
    [],
    [],
    [],
  ]);
  const audit = await (await fetch(`${system.url}/v1/audit`)).json();
  expect(JSON.stringify(audit)).toContain('"what":"user_forgotten"');
  await system.startOrchestrator();
  // The log is compared beside the first requests.
  await wait(300);
  expect(system.output("orchestrator")).not.toContain("missing in the store");
});

it("what is older than it is to be kept goes by itself", async () => {
  await system.turn("anota: comprar leite", "s");
  await system.startOrchestrator({ REGENTE_KEEP_DAYS: "1" });
  await expect(list("runs")).resolves.toHaveLength(1);
});
