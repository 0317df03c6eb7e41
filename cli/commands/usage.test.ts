import { afterEach, expect, it } from "vitest";
import { parseContract } from "#shared/contracts/errors.ts";
import { usageReport } from "#shared/contracts/native-endpoints.ts";
import { runRegente } from "../testing/run-regente.ts";
import { type Stub, stubOrchestrator } from "../testing/stub-orchestrator.ts";

let stub: Stub | undefined;
afterEach(() => stub?.close());

const none = { calls: 0, llm_calls: 0, tokens_input: 0, tokens_output: 0, duration_ms: 0 };
const counted = { ...none, calls: 1200, tokens_counterfactual: 1_200_000, duration_ms: 6000 };
const modelled = {
  calls: 2,
  llm_calls: 3,
  tokens_input: 1000,
  tokens_output: 500,
  tokens_counterfactual: 2000,
  duration_ms: 5,
};
const total = {
  ...{ understood: 1000, asked: 120, refused: 40, failed: 30, talk: 12, wrong: 3 },
  tokens_counterfactual: 1_202_000,
  calls: 1202,
  llm_calls: 3,
  tokens_input: 1000,
  tokens_output: 500,
  duration_ms: 6005,
};
const report = parseContract(
  usageReport,
  {
    since: Date.UTC(2026, 9, 22),
    total,
    by_day: [{ day: "2026-11-20", ...total }],
    by_goal: [
      { goal: "", ...modelled },
      { goal: "GET_RAIN", ...counted },
    ],
    by_tier: [
      { tier: "model", ...modelled },
      { tier: "template", ...counted },
    ],
    by_model: [
      {
        model: "anthropic/small",
        purpose: "understanding",
        requests: 2,
        llm_calls: 3,
        tokens_input: 1000,
        tokens_output: 500,
        tokens_cached: 800,
        duration_ms: 900,
      },
    ],
    limits: [{ limit: "day", tokens: 10_000, spent: 1500 }],
    rows: [],
  },
  "report",
);

async function usage(says: object, args: string[]) {
  stub = await stubOrchestrator({ others: { "GET /v1/usage": says } });
  return runRegente(["usage", ...args, "--url", stub.url]);
}

it("shows requests, model calls and tokens by day, goal and who decided, the most used first", async () => {
  const { out, code } = await usage(report, []);
  expect(code).toBe(0);
  expect(out.split("\n")).toEqual([
    "desde 2026-10-22",
    "",
    "DIA         PEDIDOS  CHAMADAS A MODELO  TOKENS  SÓ COM MODELO  MÉDIA",
    "2026-11-20    1.202                  3   1.500      1.202.000  5 ms",
    "TOTAL         1.202                  3   1.500      1.202.000  5 ms",
    "",
    "OBJETIVO  PEDIDOS  CHAMADAS A MODELO  TOKENS  SÓ COM MODELO  MÉDIA",
    "GET_RAIN    1.200                  0       0      1.200.000  5 ms",
    "(nenhum)        2                  3   1.500          2.000  3 ms",
    "",
    "DECIDIDO POR    PEDIDOS  CHAMADAS A MODELO  TOKENS  SÓ COM MODELO  MÉDIA",
    "molde de frase    1.200                  0       0      1.200.000  5 ms",
    "modelo                2                  3   1.500          2.000  3 ms",
    "",
    "DIA         ENTENDIDOS  COM PERGUNTA  RECUSADOS  COM FALHA  CONVERSA  MARCADOS COMO ERRADOS",
    "2026-11-20       1.000           120         40         30        12  3",
    "TOTAL            1.000           120         40         30        12  3",
    "",
    "OBJETIVO  ENTENDIDOS  COM PERGUNTA  RECUSADOS  COM FALHA  CONVERSA  MARCADOS COMO ERRADOS",
    "GET_RAIN           0             0          0          0         0  0",
    "(nenhum)           0             0          0          0         0  0",
    "",
    "MODELO           PARA          CHAMADAS A MODELO  TOKENS  EM CACHE  TEMPO",
    "anthropic/small  entendimento                  3   1.500       800  450 ms",
    "",
    "Se um modelo decidisse tudo, seriam cerca de 1.202.000 tokens: 99,9% de economia.",
    "Usados hoje: 1.500 de 10.000 tokens (de todos).",
    "",
  ]);
});

it("says who answered in front of a model, and what only a setting keeps from being answered", async () => {
  const in_front = { answered_here: 1200, passed_on: 3, not_configured: 2, tokens_passed_on: 1500 };
  const { out } = await usage({ ...report, in_front }, []);
  expect(out).toContain(
    "Respondidos aqui: 1.200; repassados ao modelo: 3 (1.500 tokens).\n2 deles",
  );
});

it("shows who planned, the versions of prompts, and money by the operator's prices", async () => {
  const more = {
    ...report,
    usage_summary: [
      {
        ...{ goal: "GET_RAIN", action_type: "deterministic", total_calls: 1200 },
        ...{ avg_tokens: 0, zero_token_calls: 1200, avg_time_ms: 5 },
      },
    ],
    by_version: [
      {
        ...{ capability: "rain.describe", version: "b", requests: 2, answered: 1, llm_calls: 2 },
        ...{ tokens_input: 40, tokens_output: 2, tokens_cached: 0, duration_ms: 30 },
      },
    ],
    cost: {
      ...{ currency: "BRL", total: 0.0125, per_thousand_messages: 0.0104 },
      ...{ counterfactual: 6.5, unpriced: ["own/model"] },
    },
  };
  const { out } = await usage(more, []);
  expect(out.replaceAll("\u00a0", " ")).toContain(
    "Custo: R$ 0,0125; por mil mensagens: R$ 0,0104.\nSe um modelo decidisse tudo: R$ 6,50.\nSem preço, por isso fora da conta: own/model.",
  );
  expect(out).toMatch(/GET_RAIN +determinístico +1\.200 +1\.200 +0 +5 ms/);
  expect(out).toMatch(/rain\.describe +b +2 +1 +42 +15 ms/);
});

it("says when nothing was asked for", async () => {
  const nothing = {
    since: report.since,
    total: none,
    by_day: [],
    by_goal: [],
    by_tier: [],
    rows: [],
  };
  expect(await usage(nothing, [])).toEqual({
    code: 0,
    out: "Nenhum pedido desde 2026-10-22.\n",
    err: "",
  });
});

it("prints the whole report with --json", async () => {
  expect(JSON.parse((await usage(report, ["--json"])).out)).toEqual(report);
});

it("asks from a day on", async () => {
  stub = await stubOrchestrator({ others: { "GET /v1/usage?since=2026-11-01": report } });
  expect((await runRegente(["usage", "--since", "2026-11-01", "--url", stub.url])).code).toBe(0);
});

it.each([
  ["says that it is forgotten", [], "A conversa foi apagada.\n"],
  ["says so as JSON", ["--json"], '{"session_id":"a b","reset":true}\n'],
])("resets a session and %s", async (_how, args, out) => {
  const others = { "POST /v1/sessions/a%20b/reset": { session_id: "a b", reset: true } };
  stub = await stubOrchestrator({ others });
  const ran = await runRegente(["reset-session", "a b", ...args, "--url", stub.url]);
  expect(ran).toEqual({ code: 0, out, err: "" });
});
