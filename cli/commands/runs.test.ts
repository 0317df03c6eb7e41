import { afterEach, beforeEach, expect, it } from "vitest";
import { planExecuteResponse } from "#shared/contracts/endpoints.ts";
import { parseContract } from "#shared/contracts/errors.ts";
import { runCancelled, runDetail, runsPage } from "#shared/contracts/native-endpoints.ts";
import type { RunEvent, StepTrace } from "#shared/contracts/run.ts";
import { inEnglish } from "#shared/messages/messages.ts";
import { reason } from "#shared/messages/reason.ts";
import { runRegente } from "../testing/run-regente.ts";
import { intentOf, type Says, type Stub, stubOrchestrator } from "../testing/stub-orchestrator.ts";

let stub: Stub | undefined;
afterEach(() => stub?.close());
beforeEach(() => {
  stub = undefined;
});

async function runs(says: Says, args: string[], env: Record<string, string> = {}) {
  stub = await stubOrchestrator(says);
  return runRegente(["runs", ...args, "--url", stub.url], { env: { TZ: "UTC", ...env } });
}

const summary = {
  run_id: "run_2",
  session_id: "s",
  status: "failure" as const,
  goal: "GET_RAIN",
  input_text: "vai chover\nno Recife?",
  answer: "Não consegui.",
  created_at: Date.UTC(2026, 10, 20, 15, 30),
  updated_at: Date.UTC(2026, 10, 20, 15, 30),
};
const page = parseContract(
  runsPage,
  {
    runs: [
      { ...summary, steps: 1 },
      {
        ...{ ...summary, run_id: "run_1", status: "success", goal: null, input_text: "desfaz" },
        steps: 0,
      },
    ],
    next: null,
  },
  "page",
);

const traced = (changes: Partial<StepTrace> = {}): StepTrace => ({
  id: 1,
  domain: "weather",
  capability: "get_rain",
  status: "success",
  required: true,
  output: null,
  attempts: 1,
  duration_ms: 12.34,
  ...changes,
});
const planned = (id: number, capability: string, depends_on: number[] = []) => ({
  id,
  domain: "weather",
  capability,
  params: { city: "Recife" },
  depends_on,
  required: depends_on.length === 0,
});
const { goal: _, ...stored } = summary;
const detail = parseContract(
  runDetail,
  {
    ...stored,
    user_id: "local",
    catalogue_digest: "d",
    intent: intentOf(),
    plan: {
      execution_mode: "dag",
      combine_mode: "last",
      max_concurrency: 4,
      steps: [planned(1, "get_rain"), planned(2, "tell", [1])],
    },
    locale: "pt-BR",
    steps: [traced(), traced({ id: 2, capability: "tell", status: "failure", attempts: 3 })],
    effects: {},
    receipts: [],
    updated_at: summary.created_at + 1500,
  },
  "run",
);

it("lists runs as a table, newest first, one line each", async () => {
  const ran = await runs({ others: { "GET /v1/runs?": page } }, []);
  expect(ran).toEqual({
    code: 0,
    err: "",
    out: [
      "EXECUÇÃO  QUANDO                ESTADO  OBJETIVO  PEDIDO",
      "run_2     20/11/2026, 15:30:00  falhou  GET_RAIN  vai chover no Recife?",
      "run_1     20/11/2026, 15:30:00  feito   -         desfaz",
      "",
    ].join("\n"),
  });
});

it("says it in English where the terminal is", async () => {
  const { out } = await runs({ others: { "GET /v1/runs?": page } }, [], { LANG: "en_US.UTF-8" });
  expect(out).toMatch(/^RUN +WHEN +STATUS +GOAL +REQUEST\n.* failed /);
});

it("says which process has a run that is under way", async () => {
  const run = parseContract(runsPage, { ...page, next: null }, "page").runs[0];
  const hosted_by = { host: "leases", process: "a1b2c3", is_here: false, stands_still: null };
  const underWay = { ...run, status: "running", hosted_by };
  const { out } = await runs({ others: { "GET /v1/runs?": { runs: [underWay], next: null } } }, []);
  expect(out).toMatch(/ em andamento a1b2c3 /);
});

it("says why a run stands still, in the words of who reads", async () => {
  const why = reason("paused_by_restate", { attempts: 200, why: reason("domain_not_up") });
  const hosted_by = {
    ...{ host: "restate", process: null, is_here: false },
    ...{ stands_still: inEnglish(why), stands_still_reason: why },
  };
  const others = { "GET /v1/runs/run_2": { ...detail, status: "running", hosted_by } };
  const { out } = await runs({ others }, ["show", "run_2"]);
  expect(out).toContain(
    "o Restate parou de tentar depois de 200 tentativas: um domínio do plano ainda não está no ar",
  );
});

it("colours the status where colours are wanted, and nowhere else", async () => {
  const coloured = await runs({ others: { "GET /v1/runs?": page } }, [], { FORCE_COLOR: "1" });
  expect(coloured.out).toContain("\u001b[31mfalhou\u001b[39m");
  await stub?.close();
  const plain = await runs({ others: { "GET /v1/runs?": page } }, []);
  expect(plain.out).not.toContain("\u001b");
});

it.each<[string, string[], string]>([
  ["status", ["--status", "failure"], "GET /v1/runs?status=failure"],
  ["session", ["--session", "my session"], "GET /v1/runs?session_id=my+session"],
  ["page", ["--limit", "5", "--before", "x=="], "GET /v1/runs?limit=5&before=x%3D%3D"],
])("asks for the runs of one %s", async (_which, args, endpoint) => {
  expect(await runs({ others: { [endpoint]: page } }, ["list", ...args, "--json"])).toEqual({
    code: 0,
    out: `${JSON.stringify(page)}\n`,
    err: "",
  });
});

it("says how to see what comes next, beside the table", async () => {
  const ran = await runs({ others: { "GET /v1/runs?": { ...page, next: "cursor" } } }, []);
  expect(ran.err).toBe("há mais: npx regente runs list --before=cursor\n");
});

it("says when there is nothing to list", async () => {
  const ran = await runs({ others: { "GET /v1/runs?": { runs: [], next: null } } }, []);
  expect(ran).toMatchObject({ code: 0, out: "Ainda não há pedidos.\n" });
});

it("shows one run: what was said, each step, and the answer", async () => {
  const { out, code } = await runs({ others: { "GET /v1/runs/run_2": detail } }, ["show", "run_2"]);
  expect(code).toBe(0);
  expect(out.split("\n")).toEqual([
    "execução    run_2",
    "estado      falhou",
    "quando      20/11/2026, 15:30:00 (1.500 ms)",
    "conversa    s",
    "pedido      vai chover",
    "no Recife?",
    "objetivo    weather.GET_RAIN",
    "passos",
    '  ✓ 1. weather.get_rain 12 ms {"city":"Recife"}',
    '  ✗ 2. weather.tell 12 ms, 3 tentativas, falhou {"city":"Recife"} · depois de 1 · opcional',
    "resposta",
    "Não consegui.",
    "",
  ]);
});

it("takes last for the newest run", async () => {
  const others = { "GET /v1/runs?limit=1": page, "GET /v1/runs/run_2": detail };
  const { out } = await runs({ others }, ["show", "last", "--json"]);
  expect(JSON.parse(out)).toEqual(detail);
});

it.each([
  ["cancelled" as const, "run_2 foi cancelada.\n"],
  [
    "running" as const,
    "run_2 está parando: as leituras param na hora; os efeitos já iniciados vão até o fim.\n",
  ],
])("cancels a run that is then %s", async (status, told) => {
  const done = parseContract(runCancelled, { run_id: "run_2", status }, "cancelled");
  const ran = await runs({ others: { "POST /v1/runs/run_2/cancel": done } }, ["cancel", "run_2"]);
  expect(ran).toEqual({ code: 0, out: told, err: "" });
});

it.each([
  ["success" as const, 0],
  ["failure" as const, 1],
])("carries a run out again; %s ends with %i", async (status, code) => {
  const output = { status, result: null, explanation: "Chove.", confidence: 1, metadata: {} };
  const done = parseContract(
    planExecuteResponse,
    { run_id: "run_3", status, output, steps: [], receipts: [] },
    "rerun",
  );
  const ran = await runs({ others: { "POST /v1/runs/run_2/rerun": done } }, ["rerun", "run_2"]);
  expect(ran).toEqual({ code, out: "Chove.\nExecutado de novo como run_3.\n", err: "" });
});

it("ends with 1 and the server's words for a run that does not exist", async () => {
  const ran = await runs({}, ["show", "run_9"]);
  expect(ran).toEqual({ code: 1, out: "", err: "Não existe.\n" });
});

const about = { run_id: "run_2", at: 0 };
const { plan } = detail;
const started: RunEvent = {
  ...about,
  type: "step_started",
  seq: 2,
  step_id: 1,
  domain: "weather",
  capability: "get_rain",
  attempt: 1,
};
const reply = (status: "success" | "failure"): RunEvent => ({
  ...about,
  type: "reply",
  seq: 4,
  status,
  answer: "Chove.",
});
const told: RunEvent[] = [
  { ...about, type: "plan", seq: 1, plan },
  started,
  { ...about, type: "step_finished", seq: 3, step: traced() },
  reply("success"),
];

it("follows a run until its reply", async () => {
  const ran = await runs({ events: [told] }, ["follow", "run_2"]);
  expect(ran).toEqual({
    code: 0,
    out: "passos: 2\n▸ 1. weather.get_rain\n✓ 1. weather.get_rain 12 ms\n\nChove.\n",
    err: "",
  });
});

it("goes on where a broken connection stopped, and shows nothing twice", async () => {
  const events = [told.slice(0, 2), told.slice(2)];
  const ran = await runs({ events }, ["follow", "run_2", "--json"]);
  expect(ran.code).toBe(0);
  const seen = ran.out
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as RunEvent).seq);
  expect(seen).toEqual([1, 2, 3, 4]);
  expect(stub?.followed).toEqual(["0", "2"]);
  expect(ran.err).toBe("a conexão caiu; tentando de novo\n");
});

it("ends with 1 when the run that is followed fails", async () => {
  expect((await runs({ events: [[reply("failure")]] }, ["follow", "run_2"])).code).toBe(1);
});
