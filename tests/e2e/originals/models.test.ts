import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usageReport } from "#shared/contracts/native-endpoints.ts";
import { answers, calls, startScriptedProvider } from "../scripted-provider.ts";
import { type System, startSystem } from "../system.ts";
import { agentResultFields, snapshot, supportXml } from "./payloads.ts";

// What the documents behind this system show of models and agents, with a provider that says what is written here.

let system: System;
let provider: Awaited<ReturnType<typeof startScriptedProvider>>;
let snapshots = "";

/** The file of the declarative agent as it is, in a manifest that leads to it. */
const MANIFEST = `manifest_version: "1"
domain: helpdesk
version: 1.0.0
description: {pt-BR: Atendimento, en: Help desk}
goals:
  - goal: ASK_HELP_DESK
    description: {pt-BR: Perguntar ao balcão, en: Ask the help desk}
    action_type: agent
    capability: ask_help_desk
    entities_schema: {userQuestion: {list: desk_words, required: true}}
    hints:
      templates: {en: ["ask the help desk {userQuestion}"]}
      examples: {en: ["ask the help desk: [where is my parcel](userQuestion)", "ask the help desk [do you open on sundays](userQuestion)", "ask the help desk: [what became of number 7](userQuestion)"]}
lists: {desk_words: {wildcard: true}}
capabilities:
  - capability: ask_help_desk
    kind: agent
    effect: read
    repeat: keyed
    timeout_ms: 60000
    params_schema: {type: object, properties: {userQuestion: {type: string}}, required: [userQuestion]}
    agent: support.q
  - capability: greet
    kind: reasoning
    params_schema: {type: object, properties: {name: {type: string}}, required: [name]}
    prompt:
      template: {en: "Greet {name}."}
      trial: {template: {en: "Say hello to {name}."}, share: 0.5}
`;
const PRICES = { currency: "BRL", models: { "openai/large-one": { input: 1000, output: 2000 } } };
const DATA = `queries:
  order: {sql: "SELECT * FROM orders WHERE id = :orderId", params: {orderId: {type: integer}}, trusted: true}
`;

beforeAll(async () => {
  [system, provider] = await Promise.all([startSystem(), startScriptedProvider()]);
  const own = join(system.folder, "helpdesk");
  mkdirSync(own);
  // Its knowledge base is the shop's that is shipped: the operator says where, not the file.
  const xml = supportXml.replace("knowledge:faq", "knowledge:support.faq");
  writeFileSync(join(own, "support.q"), xml);
  writeFileSync(join(own, "manifest.yaml"), MANIFEST);
  writeFileSync(join(own, "db.yaml"), DATA);
  const shop = new DatabaseSync(join(own, "shop.db"));
  shop.exec("CREATE TABLE orders (id INTEGER, item TEXT, status TEXT)");
  shop.exec("INSERT INTO orders VALUES (7, 'coffee maker', 'shipped')");
  shop.close();
  const made = JSON.stringify({
    name: "db",
    folder: own,
    from: { data: "db.yaml", sqlite: "shop.db" },
  });
  await Promise.all([
    system.startDomain("support"),
    system.startDomain("db", "shared/made-domains/main.ts", { REGENTE_MADE_FROM: made }),
  ]);
  system.addManifest("language");
  system.addManifest("helpdesk", join(own, "manifest.yaml"));
  snapshots = join(system.folder, "snapshots");
  const prices = join(system.folder, "prices.json");
  writeFileSync(prices, JSON.stringify(PRICES));
  await system.startOrchestrator({
    ...provider.env,
    REGENTE_SNAPSHOTS: snapshots,
    REGENTE_PRICES: prices,
  });
});
afterAll(async () => {
  await Promise.all([system.close(), provider.close()]);
});

describe("declarative agent, 6: the whole example", () => {
  it("runs: both tools, the bound statement, and an answer with its action log", async () => {
    const asked = await system.turn(
      "ask the help desk: what became of number 7?",
      "cli-session-123",
    );
    expect(asked.pending?.kind).toBe("choose_goal");
    provider.willSay(
      {
        ...calls("getOrder", { orderId: "7" }),
        also: [{ tool: "searchFAQ", args: [{ name: "query", value: "return policy" }] }],
      },
      answers("The order 7, a coffee maker, is shipped."),
    );
    const told = await system.turn("1", "cli-session-123");
    expect(told.answer).toContain("coffee maker");
    const [agent, ...tools] = told.trace.steps;
    expect(tools.map(({ domain, capability }) => `${domain}.${capability}`).toSorted()).toEqual([
      "db.order",
      "support.search_faq",
    ]);
    expect(tools.every(({ status }) => status === "success")).toBe(true);
    const metadata = agent?.output?.metadata ?? {};
    // What the loop gives back, by our names.
    const ours: Record<string, unknown> = {
      success: agent?.output?.status === "success",
      result: agent?.output?.explanation,
      error: agent?.output?.status === "success" ? null : undefined,
      executionTime: metadata["execution_time_ms"],
      iterations: metadata["iterations"],
      actionCount: metadata["action_count"],
      actions: metadata["actions"],
      tokenUsage: metadata["token_usage"],
    };
    for (const field of agentResultFields) expect(ours[field], field).not.toBeUndefined();
    expect(ours).toMatchObject({ success: true, iterations: 2, actionCount: 2 });
  });

  it("a statement that is not the operator's is not run", async () => {
    const done = await system.post("/v1/plans/execute", {
      plan: {
        steps: [
          { id: 1, capability: "order", params: { orderId: 7, statement: "SELECT * FROM users" } },
        ],
      },
    });
    expect(done.body).toMatchObject({ output: { metadata: { code: "OTHER_STATEMENT" } } });
  });
});

it("many agents, history: a session's snapshot is a file of that form, and a reset takes it away", async () => {
  const file = join(snapshots, "local", "cli-session-123.json");
  const kept: unknown = JSON.parse(readFileSync(file, "utf8"));
  expect(Object.keys(kept as object)).toEqual(Object.keys(snapshot));
  expect(kept).toMatchObject({
    session_id: snapshot.session_id,
    agents: { support: [{ event_id: "evt-0001" }] },
  });
  await system.post("/v1/sessions/cli-session-123/reset", {});
  await expect.poll(() => existsSync(file)).toBe(false);
});

describe("deterministic agent, 8: what is measured to be made cheaper", () => {
  it("two versions of a prompt are told apart, and tokens are money by the operator's prices", async () => {
    const sessions = Array.from({ length: 8 }, (_, at) => `greeted-${at}`);
    for (const session_id of sessions)
      await system.post("/v1/domains/helpdesk/capabilities/greet/execute", {
        parameters: { name: "Ana" },
        session_id,
      });
    const report = usageReport.parse(await (await fetch(`${system.url}/v1/usage`)).json());
    expect(report.by_version.map(({ capability, version }) => `${capability} ${version}`)).toEqual(
      expect.arrayContaining(["helpdesk.greet a", "helpdesk.greet b"]),
    );
    expect(report.by_version.reduce((sum, { requests }) => sum + requests, 0)).toBe(8);
    expect(report.cost).toMatchObject({ currency: "BRL", counterfactual: null });
    expect(report.cost?.total).toBeGreaterThan(0);
    expect(report.cost?.unpriced).toContain("openai/small-one");
  });
});
