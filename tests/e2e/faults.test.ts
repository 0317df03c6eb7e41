import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type System, startSystem, until } from "./system.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
  await Promise.all([system.startDomain("finance"), system.startDomain("notify")]);
  await system.startOrchestrator();
});
afterAll(() => system.close());

it("kill -9 between a question and its answer loses nothing", async () => {
  const asked = await system.turn("petrobras e me manda no telegram", "killed");
  expect(asked.pending?.kind).toBe("select");
  await system.stop("orchestrator", "SIGKILL");
  await system.startOrchestrator();
  const answered = await system.turn("2", "killed");
  expect(answered.answer).toMatch(/PETR4/);
  expect(answered.trace.steps.map(({ capability }) => capability)).toEqual([
    "get_stock_price",
    "send_telegram_message",
  ]);
});

it("a domain that dies is named before the deadline, and needs no restart when it is back", async () => {
  await system.stop("finance", "SIGKILL");
  const failed = await system.turn("qual o preço da Nordea?", "dies");
  expect(failed.status).toBe("failure");
  expect(failed.answer).toMatch(/finance/);
  await system.startDomain("finance");
  await until("the domain is used again", async () => {
    const { status } = await system.turn("qual o preço da Nordea?", "dies");
    return status === "success";
  });
});

it("a new domain is one folder and one bootstrap line, live after a reload", async () => {
  const folder = join(system.folder, "greeter");
  await mkdir(folder);
  const kit = resolve("shared/domain-kit");
  await writeFile(
    join(folder, "main.ts"),
    `import { defineDomain } from ${JSON.stringify(join(kit, "define-domain.ts"))};
import { success } from ${JSON.stringify(join(kit, "answers.ts"))};
const manifest = {
  manifest_version: "1", domain: "greeter", version: "1.0.0",
  description: { "pt-BR": "Cumprimentos", en: "Greetings" },
  goals: [{
    goal: "GREET", description: { "pt-BR": "Cumprimentar alguém", en: "Greet somebody" }, capability: "greet",
    hints: { templates: { "pt-BR": ["cumprimente [o|a] {who_text}"], en: ["greet {who_text}"] } },
    entities_schema: { who_text: { required: true } },
  }],
  capabilities: [{ capability: "greet", effect: "read",
    params_schema: { type: "object", properties: { who_text: { type: "string" } }, required: ["who_text"] } }],
};
await defineDomain(manifest, {
  greet: async ({ who_text }) => success({ result: { who: who_text }, explanation: "Olá, " + who_text + "!" }),
}).serve();
`,
  );
  await system.startDomain("greeter", join(folder, "main.ts"));
  const { body } = await system.post("/v1/domains/reload", {});
  expect(body).toMatchObject({
    domains: [{}, {}, { name: "greeter", state: "up", goals: ["GREET"] }],
  });
  const turn = await system.turn("cumprimente a Ana Maria", "new");
  expect(turn).toMatchObject({ status: "success", answer: "Olá, Ana Maria!" });
});
