import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAuditLine } from "#shared/audit-log/audit-record.ts";
import {
  auditPage,
  diffResponse,
  domainLatencies,
  domainManifest,
  evaluationReport,
  examplesResponse,
  explanationsResponse,
  liveEvent,
  meResponse,
} from "#shared/contracts/console.ts";
import { explainResponse, turnResponse } from "#shared/contracts/endpoints.ts";
import { runDetail, runsPage } from "#shared/contracts/native-endpoints.ts";
import { knownUsers } from "../e2e/known-users.ts";
import { type Notebook, startNotebook } from "../e2e/notebook.ts";

const { keyOf, settings, forget } = knownUsers();
const ana = { authorization: `Bearer ${keyOf("ana", "notebook:*")}` };
const ops = { authorization: `Bearer ${keyOf("ops", "*")}` };
let system: Notebook;
beforeAll(async () => {
  system = await startNotebook(settings);
});
afterAll(async () => {
  await system.close();
  forget();
});

const get = async (path: string, who = ops) => (await system.ask(path, undefined, who)).body;
const post = async (path: string, body: unknown, who = ops) =>
  (await system.ask(path, body, who)).body;
const turn = async (input_text: string, session_id: string, who = ana) =>
  turnResponse.parse(await post("/v1/turns", { input_text, session_id }, who));

/** Each explanation is sealed anew. */
function withoutToken(explained: unknown) {
  const { plan_token, plan_token_expires_at: _, ...same } = explainResponse.parse(explained);
  return { ...same, isSealed: plan_token !== null };
}

it("what is explained is what is done: the same intent, gate and plan, one sentence or many at once", async () => {
  const input_texts = ["procure mel", "anote o leite", "não anote nada", "look up honey", "tuiuiú"];
  const many = explanationsResponse.parse(await post("/v1/explanations", { input_texts }, ana));
  for (const [at, input_text] of input_texts.entries())
    expect(withoutToken(many.explanations[at])).toEqual(
      withoutToken(await post("/v1/explain", { input_text }, ana)),
    );
  for (const [at, input_text] of input_texts.entries()) {
    const explained = explainResponse.parse(many.explanations[at]);
    const { trace, pending } = await turn(input_text, `explained ${at}`);
    expect(explained.intent).toEqual(trace.intent);
    expect(explained.plan).toEqual(trace.plan);
    expect(explained.pending).toEqual(pending);
  }
});

it("a run says what each step does, what it has done for sure, and when it was sent", async () => {
  const { run_id, trace } = await turn("anote o pão", "told");
  const run = runDetail.parse(await get(`/v1/runs/${run_id}`, ana));
  expect(run.effects).toEqual({ 1: "write" });
  expect(run.receipts).toEqual(trace.receipts);
  const [step] = run.steps;
  expect(step?.times?.sent).toHaveLength(1);
  expect(step?.times?.sent[0]?.reason).toBeNull();
  expect(step?.times?.ready_at).toBeLessThanOrEqual(step?.times?.sent[0]?.began_at ?? 0);
});

it("runs are found by their goal and by the domains of their steps", async () => {
  await turn("toque o sino", "bell", ops);
  await turn("procure o sino", "bell", ops);
  const goalsOf = async (query: string) =>
    runsPage.parse(await get(`/v1/runs?session_id=bell&${query}`)).runs.map(({ goal }) => goal);
  expect(await goalsOf("domain=tower")).toEqual(["TELL_HOUR"]);
  expect(await goalsOf("goal=FIND_LINE")).toEqual(["FIND_LINE"]);
  expect(await goalsOf("goal=FIND_LINE&domain=tower")).toEqual([]);
});

it("a new question and a new run are told as they come, to their user only", async () => {
  const leaving = new AbortController();
  const response = await fetch(`${system.url}/v1/live`, { headers: ana, signal: leaving.signal });
  const told: unknown[] = [];
  const asked = turn("procure marta", "live");
  await turn("procure marta", "live of ops", ops);
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    for (const line of chunk.split("\n"))
      if (line.startsWith("data: ")) told.push(JSON.parse(line.slice(6)));
    if (
      JSON.stringify(told).includes("procure marta") &&
      JSON.stringify(told).includes("Qual Marta")
    )
      break;
  }
  leaving.abort();
  const { run_id } = await asked;
  const events = told.map((each) => liveEvent.parse(each));
  const questions = events.flatMap((event) => (event.type === "pending" ? event.pending : []));
  expect(questions.at(-1)).toMatchObject({ session_id: "live", run_id, kind: "select" });
  expect(questions.some(({ session_id }) => session_id === "live of ops")).toBe(false);
});

it("the audit log comes page by page, whole and as it was written", async () => {
  await turn("anote o vinho", "audit");
  await turn("anote o queijo", "audit");
  const records: unknown[] = [];
  for (let before = ""; ; ) {
    const page = auditPage.parse(await get(`/v1/audit?limit=1${before}`));
    records.push(...page.records.map(({ record }) => record));
    if (page.next === null) break;
    before = `&before=${encodeURIComponent(page.next)}`;
  }
  const whole = auditPage.parse(await get("/v1/audit?limit=500"));
  expect(records).toEqual(whole.records.map(({ record }) => record));
  expect(records.length).toBeGreaterThan(4);
  for (const record of records) expect(readAuditLine(JSON.stringify(record))).toBeDefined();
  const of = auditPage.parse(await get("/v1/audit?user_id=ana&domain=notebook"));
  expect(of.records.length).toBeGreaterThan(0);
  expect(of.records.every(({ record }) => record["user_id"] === "ana")).toBe(true);
  expect(auditPage.parse(await get("/v1/audit?before=elsewhere.jsonl~5")).records).toEqual([]);
  const [newest] = whole.records;
  const behind = `/v1/audit?limit=1&before=${newest?.file}~999999999999999`;
  expect(auditPage.parse(await get(behind)).records).toEqual([newest]);
});

describe("a manifest that is not in force", () => {
  const inForce = async () => domainManifest.parse(await get("/v1/domains/notebook/manifest"));

  it("is tried against all that is known, and nothing of it comes into force", async () => {
    const { yaml, digest } = await inForce();
    const changed = yaml.replaceAll("anote {line_text}", "escreva {line_text}");
    const body = { manifest: changed, input_texts: ["anote o leite", "procure mel"] };
    const tried = diffResponse.parse(await post("/v1/diff", body));
    expect(tried).toMatchObject({ domain: "notebook", version: "1.0.0" });
    const [note, find] = tried.routes;
    expect(note).toMatchObject({ before: { goal: "WRITE_LINE", cost: "zero_tokens" } });
    expect(note?.after).not.toEqual(note?.before);
    expect(find?.after).toEqual(find?.before);
    expect((await inForce()).digest).toBe(digest);
  });

  it("that is none is told with the line of what is wrong", async () => {
    const { yaml } = await inForce();
    const manifest = yaml.replace("domain: notebook", "domain: notebook\nefect: write");
    const tried = diffResponse.parse(await post("/v1/diff", { manifest }));
    expect(tried).toMatchObject({ domain: null, change: null });
    expect(tried.findings).toMatchObject([{ path: "efect", line: 3, level: "error" }]);
    const torn = diffResponse.parse(await post("/v1/diff", { manifest: "a: [1" }));
    expect(torn.findings[0]?.line).toBe(1);
  });

  it.each([
    [400, {}],
    [404, { held: "notebook" }],
  ])("is refused with %i for %j", async (status, body) => {
    expect((await system.ask("/v1/diff", body, ops)).status).toBe(status);
  });

  it("that takes another domain's capability is refused in words", async () => {
    const { yaml } = await inForce();
    const manifest = yaml.replace("domain: notebook", "domain: other");
    const { status, body } = await system.ask("/v1/diff", { manifest }, ops);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain("manifest_refused");
  });
});

it("what the examples are worth is worked out once, and told when it is ready", async () => {
  for (;;) {
    const report = evaluationReport.parse(await get("/v1/evaluation"));
    if (report.state === "ready") {
      expect(report.evaluation?.sentences).toBe(0);
      break;
    }
    expect(report.state).toBe("working");
    await new Promise((next) => setTimeout(next, 50));
  }
});

it("an example that an operator gives is refused where there is no such goal", async () => {
  const example = { domain: "notebook", goal: "FLY", locale: "en", example: "fly away" };
  expect((await system.ask("/v1/promotions", example, ops)).status).toBe(409);
});

it("tells who calls, what they may, how a domain does, and what may be tried", async () => {
  const me = meResponse.parse(await get("/v1/me", ana));
  expect(me).toMatchObject({ user_id: "ana", is_checked: true });
  expect(me.rights).toContain("runs:read");
  expect(me.rights).not.toContain("audit:read");
  const latencies = domainLatencies.parse(await get("/v1/domains/notebook/latencies"));
  const found = latencies.capabilities.find(({ capability }) => capability === "find_line");
  expect(latencies.breaker).toBe("closed");
  expect(found?.durations_ms.length).toBeGreaterThan(0);
  expect(examplesResponse.parse(await get("/v1/examples", ana)).examples).toEqual([]);
});

it.each([
  ["GET", "/v1/audit"],
  ["GET", "/v1/evaluation"],
  ["GET", "/v1/domains/notebook/manifest"],
  ["GET", "/v1/domains/notebook/latencies"],
  ["POST", "/v1/diff"],
  ["POST", "/v1/promotions"],
])("%s %s is for operators, and for nobody who does not say who they are", async (method, path) => {
  const body = method === "POST" ? {} : undefined;
  expect((await system.ask(path, body, ana, method)).status).toBe(403);
  expect((await system.ask(path, body, {}, method)).status).toBe(401);
});

it("the page needs no key, may be framed by none, runs nothing from elsewhere, and its files stay what they are", async () => {
  const page = await fetch(`${system.url}/`);
  const policy = page.headers.get("content-security-policy") ?? "";
  for (const clause of ["default-src", "base-uri", "form-action", "frame-ancestors"])
    expect(policy).toContain(`${clause} 'none'`);
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain("unsafe");
  const [, script = ""] = /src="(\/console\/[^"]+\.js)"/.exec(await page.text()) ?? [];
  const file = await fetch(`${system.url}${script}`);
  expect(file.headers.get("cache-control")).toContain("immutable");
  expect(file.headers.get("x-content-type-options")).toBe("nosniff");
});
