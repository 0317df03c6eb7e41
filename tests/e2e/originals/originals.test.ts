import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { usageReport } from "#shared/contracts/native-endpoints.ts";
import { loadManifest } from "#shared/manifest-files/load-manifest.ts";
import { type ShippedSystem, startShippedSystem } from "../shipped-system.ts";
import type { System } from "../system.ts";
import { documents } from "./names/documents.ts";
import {
  intentActions,
  memoryTools,
  onePlan,
  plainPlan,
  planOfActions,
  toolParams,
} from "./payloads.ts";
import { sentences } from "./sentences.ts";

// The sentences and payloads that the documents behind this system give as examples, against all shipped domains and
// without a model. What needs a model is in models.test.ts, what needs no system in files.test.ts.

let shipped: ShippedSystem;
let system: System;
let telegram: ShippedSystem["telegram"];
let person = 0;
const fresh = () => {
  person += 1;
  return `person-${person}`;
};

beforeAll(async () => {
  shipped = await startShippedSystem({ LLM_PROVIDER: "none" });
  ({ system, telegram } = shipped);
});
afterAll(() => shipped.close());

/** Every answer to a sentence of the table. */
const said: string[] = [];
describe("an example sentence has the outcome that it is given", () => {
  it.each(sentences)("$from: $say", async (row) => {
    const session = fresh();
    // The one local user's chat is the one that TELEGRAM_CHAT_ID names.
    const user = row.steps?.includes("send_telegram_message") ? undefined : session;
    for (const before of row.say.slice(0, -1)) await system.turn(before, session, user);
    const told = await system.turn(row.say.at(-1) ?? "", session, user);
    said.push(told.answer);
    expect(told).toMatchObject({
      status: row.status,
      usage: { llm_calls: 0, tokens_input: 0, tokens_output: 0 },
      trace: { intent: { goal: row.goal, entities: row.entities ?? {} } },
    });
    expect(told.pending?.kind).toBe(row.asked);
    if (row.steps !== undefined)
      expect(told.trace.steps.map(({ capability }) => capability)).toEqual(row.steps);
    if (row.answer !== undefined) expect(told.answer).toMatch(row.answer);
  });

  it("runtime control, validation 1: ten times the same", async () => {
    const session = fresh();
    const answers = new Set<string>();
    for (let time = 0; time < 10; time++)
      answers.add((await system.turn("deleta tudo", session, session)).answer);
    expect([...answers]).toEqual(["Nada salvo."]);
  });

  it("runtime control, 3: no answer offers what was not asked for, and none has an emoji", () => {
    expect(said).toHaveLength(sentences.length);
    expect(said.filter((answer) => /quer que eu salve|posso ajudar/i.test(answer))).toEqual([]);
    expect(said.filter((answer) => /\p{Extended_Pictographic}/u.test(answer))).toEqual([]);
  });

  it("runtime control, validation 3: a film is kept as a film, never as a note", async () => {
    const session = fresh();
    await system.turn("salva inception", session, session);
    await system.turn("1", session, session);
    const { trace } = await system.turn("lista tudo", session, session);
    expect(trace.steps[0]?.output?.result).toMatchObject({ items: [{ type: "movie" }] });
  });

  it("runtime control, migration: a search without a query lists what there is", async () => {
    const session = fresh();
    await system.turn("anota: comprar pão", session, session);
    const { body } = await system.post("/v1/domains/memory/capabilities/search_items/execute", {
      parameters: {},
      user_id: session,
    });
    expect(body).toMatchObject({ output: { result: { total: 1 } } });
  });
});

it("every route that the documents lead to is served", async () => {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(await (await fetch(`${system.url}/openapi.json`)).json());
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `route ${method.toUpperCase()} ${path}`),
  );
  const named = documents.flatMap(([, rows]) => rows.flatMap(({ here }) => here));
  const routes = named.filter((place) => place.startsWith("route "));
  expect(routes.length).toBeGreaterThan(3);
  expect(routes.filter((place) => !served.includes(place))).toEqual([]);
});

describe("an example plan runs", () => {
  const aNumber: unknown = expect.any(Number);
  const execute = async (plan: unknown) =>
    (await system.post("/v1/plans/execute", { plan, context: { locale: "pt-BR" } })).body;

  it("of one step", async () => {
    expect(await execute(onePlan)).toMatchObject({
      status: "success",
      output: {
        status: "success",
        result: {
          symbol: "NDA-SE.ST",
          price: aNumber,
          currency: "SEK",
          _market_context: { market: "SE", exchange: "OMX", timezone: "Europe/Stockholm" },
        },
        confidence: 1,
      },
    });
  });

  it("of steps that name no domain", async () => {
    expect(await execute(plainPlan)).toMatchObject({
      status: "success",
      steps: [
        { domain: "finance", status: "success" },
        { domain: "notify", status: "success", required: false },
      ],
    });
    expect(telegram.messages.at(-1)?.text).toMatch(/^Petrobras PN \(PETR4\)/);
  });

  it("and is refused where no domain has the capability", async () => {
    const [step] = plainPlan.steps;
    const refused = JSON.stringify(
      await execute({ steps: [{ ...step, capability: "get_moon_price" }] }),
    );
    expect(refused).toContain("no domain has a capability get_moon_price");
  });
});

it("runtime control, 2: the eleven tools are capabilities of their names, with their parameters", () => {
  const { capabilities } = loadManifest("domains/memory");
  const schemas = new Map(capabilities.map((each) => [each.capability, each.params_schema]));
  expect([...schemas.keys()]).toEqual(expect.arrayContaining(Object.values(memoryTools).flat()));
  for (const [tool, params] of Object.entries(toolParams)) {
    const { properties = {}, required = [] } = schemas.get(tool) ?? {};
    const needed = params.filter((each) => !each.endsWith("?"));
    const known = params.map((each) => each.replace("?", ""));
    expect([tool, Object.keys(properties)]).toEqual([tool, expect.arrayContaining(known)]);
    expect([tool, required.toSorted()]).toEqual([tool, needed.toSorted()]);
  }
});

it("runtime control, complete flow: the choice is the film of that year and number", async () => {
  const session = fresh();
  await system.turn("salva inception", session, session);
  const told = await system.turn("1", session, session);
  expect(told.trace.plan?.steps[0]?.params).toMatchObject({
    ...{ title: "Inception", year: 2010, tmdb_id: 27205 },
  });
});

describe("deterministic agent, 3 and 4: its actions", () => {
  it.each(intentActions)("$intent_key needs what it needed", ({ required_params, now, ...row }) => {
    const [domain, name] = now;
    const { capabilities, goals } = loadManifest(`domains/${domain}`);
    const schema = capabilities.find(({ capability }) => capability === name)?.params_schema;
    const report = goals.find(({ goal }) => goal === "ANALYZE_AND_REPORT")?.entities_schema;
    const needed = schema?.required ?? [report?.[name]?.required === true ? "topic" : ""];
    const left = "because" in row ? Object.keys(row.because) : [];
    expect(needed).toEqual(required_params.filter((each) => !left.includes(each)));
  });

  it("a search answers with the words of the service and its sources", async () => {
    const { trace } = await system.turn("pesquisa sobre a história do café", fresh());
    const searched = z.object({
      answer: z.string(),
      results: z.array(z.object({ title: z.string(), url: z.url(), snippet: z.string() })).min(1),
    });
    const { answer, results } = searched.parse(trace.steps[0]?.output?.result);
    expect(answer).toContain("Coffee");
    expect(results[0]?.snippet).toContain("cafeeiro");
  });

  it("an answer has its message, sources, files and tokens", async () => {
    const told = await system.turn("cria um pdf com o texto olá", fresh());
    expect(told).toMatchObject({
      answer: expect.stringMatching(/PDF/) as string,
      sources: [],
      files: [{ url: expect.stringContaining("/") as string, media_type: "application/pdf" }],
      usage: { tokens_input: 0, tokens_output: 0 },
    });
  });

  it("its plans name types and actions; here a plan is the orchestrator layer's, and the difference is told", async () => {
    const refused = await system.post("/v1/plans/execute", { plan: planOfActions });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toMatch(/capability/);
  });

  it("a conversation is a summary, facts, the last intent and a count of turns", async () => {
    const session = fresh();
    await system.turn("qual o preço da Nordea?", session);
    const kept = async () =>
      (await fetch(`${system.url}/v1/sessions/${session}`)).json() as Promise<unknown>;
    await expect.poll(kept).toMatchObject({
      context: {
        summary: "",
        key_facts: [expect.stringContaining("Nordea") as string],
        last_intent: { goal: "GET_QUOTE" },
        turn_count: 1,
      },
    });
  });
});

it("deterministic agent, 7: usage_summary by intent and action type, with the calls that took no token", async () => {
  await system.turn("qual o preço da Nordea?", fresh());
  const report = usageReport.parse(await (await fetch(`${system.url}/v1/usage`)).json());
  const quotes = report.usage_summary.find(({ goal }) => goal === "GET_QUOTE");
  expect(quotes).toMatchObject({
    action_type: "deterministic",
    avg_tokens: 0,
  });
  expect(quotes?.avg_time_ms).toBeGreaterThan(0);
  expect(quotes?.zero_token_calls).toBe(quotes?.total_calls);
  expect(report.total.zero_token_calls).toBe(report.total.calls);
});
