import { describe, expect, it } from "vitest";
import type { ExplainResponse } from "#shared/contracts/endpoints.ts";
import { showDomains } from "./commands/domains.ts";
import { showExplain } from "./commands/explain.ts";
import { showTurn } from "./show-turn.ts";
import { fakeTerminal } from "./testing/fake-terminal.ts";
import { intentOf, turnOf } from "./testing/stub-orchestrator.ts";

const { terminal: atTerminal } = fakeTerminal(true);
const { terminal: english } = fakeTerminal(true, { LANG: "C.UTF-8" });
const frame = { primary_domain: "weather", entities: {}, confidence: 0.97, original_query: "" };

describe("a turn at a terminal", () => {
  it("ends with what it understood and what it took", () => {
    const trace = {
      ...turnOf().trace,
      intent: intentOf({ also: [{ ...frame, goal: "GET_WIND" }] }),
    };
    const usage = { llm_calls: 1, tokens_input: 40, tokens_output: 2 };
    expect(showTurn(turnOf({ trace, usage }), "http://a", atTerminal)).toBe(
      "Vai chover no Recife.\n\n✓ GET_RAIN + GET_WIND · molde de frase · 0 passos · 42 tokens",
    );
  });

  it("shows emphasis as a terminal does, without its stars", () => {
    const shown = showTurn(turnOf({ answer: "**Chuva** 2 ** 3" }), "http://a", atTerminal);
    expect(shown).toMatch(/^Chuva 2 \*\* 3\n/);
  });

  it("says which tier answered when there was no goal", () => {
    const intent = intentOf({ goal: null, primary_domain: null, tier: "control" });
    const shown = showTurn(turnOf({ trace: { ...turnOf().trace, intent } }), "http://a", english);
    expect(shown).toContain("✓ control · 0 steps · 0 tokens");
  });
});

const explained: ExplainResponse = {
  input_text: "vai chover?",
  locale: "pt-BR",
  intent: intentOf(),
  candidates: [{ domain: "weather", goal: "GET_RAIN", confidence: 0.99 }],
  gate: { passed: true, confidence: 0.99, threshold: 0.94, effect: "read" },
  execution_intents: [],
  plan: {
    execution_mode: "dag",
    combine_mode: "last",
    max_concurrency: 4,
    steps: [
      {
        id: 1,
        domain: "weather",
        capability: "get_rain",
        params: { city: "Recife" },
        depends_on: [],
        required: true,
      },
      {
        id: 2,
        domain: "mail",
        capability: "send",
        params: { text: "${1.explanation}" },
        depends_on: [1],
        required: false,
      },
    ],
  },
  steps: [
    {
      id: 1,
      domain: "weather",
      capability: "get_rain",
      effect: "read",
      confirm: false,
      health: "up",
      problem: null,
      p95_ms: 12.25,
      tokens: 0,
    },
    {
      id: 2,
      domain: "mail",
      capability: "send",
      effect: "external",
      confirm: true,
      health: "down",
      problem: "does not answer",
      p95_ms: null,
      tokens: 0,
    },
  ],
  expected: { latency_ms: null, tokens: 0 },
  pending: null,
  status: null,
  answer: null,
  needs: [],
  schedules: [],
  takes_back: false,
  settings: null,
  plan_token: null,
  plan_token_expires_at: null,
};

describe("an explanation", () => {
  it("shows goal, entities, gate, candidates, evidence and the plan in its order", () => {
    expect(showExplain(explained, atTerminal)).toBe(
      [
        "objetivo      weather.GET_RAIN",
        "entidades     city = Recife",
        "decidido por  molde de frase",
        "confiança     99,0 % (≥ 94,0 %) passa",
        "candidatos",
        "   99,0 %  weather.GET_RAIN",
        "indícios",
        "  molde de frase: vai chover em {city}",
        "plano",
        '  1. weather.get_rain {"city":"Recife"} · só lê · p95 12 ms',
        '  2. mail.send {"text":"${1.explanation}"} · depois de 1 · opcional · efeito externo · pede confirmação antes · mail fora do ar · does not answer',
        "previsão      tempo desconhecido · 0 tokens",
      ].join("\n"),
    );
  });

  it("says on what the rest depends, and what would be scheduled, set, taken back and said", () => {
    const needs = [{ what: "capability" as const, name: "weather.get_rain" }];
    expect(showExplain({ ...explained, needs }, english)).toContain(
      "the rest depends on the answer from: weather.get_rain",
    );
    const shown = showExplain(
      {
        ...{ ...explained, plan: null, steps: [], takes_back: true, answer: "Agreed." },
        settings: { timezone: "Europe/Lisbon" },
        schedules: [
          {
            ...{ id: null, change: "made", name: "call mom", shown: "every day at 09:00" },
            ...{ status: "active", timing: { kind: "at", at: 1 }, zone: "UTC", until: null },
            ...{ action: { do: "tell", text: "call mom" }, next_at: 1 },
            tell: { channel: "api", session_id: "s" },
          },
        ],
      },
      english,
    );
    expect(shown).toContain("creates: call mom · every day at 09:00");
    expect(shown).toContain("time zone: Europe/Lisbon");
    expect(shown).toContain("undoes what was done before");
    expect(shown).toMatch(/would say\n {2}Agreed\./);
  });

  it("says in English what the plan would take, and that a model's tokens cannot be told beforehand", () => {
    const [first] = explained.steps;
    const steps = first === undefined ? [] : [{ ...first, p95_ms: 3.14, tokens: null }];
    const expected = { latency_ms: 3.14, tokens: null };
    const shown = showExplain({ ...explained, steps, expected }, english);
    expect(shown).toContain('{"city":"Recife"} · reads · p95 3.1 ms\n');
    expect(shown).toMatch(/expected {6}p95 3\.1 ms · a model's tokens$/);
  });

  it("shows the question instead of a plan when it would ask", () => {
    const shown = showExplain(
      {
        ...explained,
        plan: null,
        gate: { passed: false, confidence: 0.5, threshold: 0.97, effect: "write" },
        pending: {
          kind: "choose_goal",
          question: "Which one?",
          options: [{ id: "1", label: "Rain" }],
        },
      },
      english,
    );
    expect(shown).toContain("50.0 % (≥ 97.0 %, writes) does not pass");
    expect(shown).not.toContain("plan\n");
    expect(shown).toMatch(/would ask\n {2}Which one\?\n {2}1\. Rain$/);
  });

  it("says so when nothing was understood", () => {
    const intent = intentOf({ goal: null, primary_domain: null, entities: {}, tier: "none" });
    const gate = { passed: false, confidence: 0, threshold: null, effect: null };
    const shown = showExplain({ ...explained, intent, gate, plan: null }, atTerminal);
    expect(shown).toMatch(/^objetivo {6}nada reconhecido\ndecidido por {2}ninguém\ncandidatos\n/);
  });
});

describe("the list of domains", () => {
  const domain = {
    name: "weather",
    state: "up" as const,
    url: "http://127.0.0.1:1",
    version: "1.2.0",
    description: { "pt-BR": "Previsão do tempo", en: "Forecasts" },
    goals: [],
    capabilities: [],
    problem: null,
  };
  const down = { ...domain, name: "library", state: "down" as const, version: null };

  it("tells what each is for, and what is wrong with those that are down", () => {
    const list = [domain, { ...down, problem: "não responde" }];
    expect(showDomains({ digest: "a", domains: list }, atTerminal)).toBe(
      "● weather  no ar       1.2.0  Previsão do tempo\n○ library  fora do ar  -      não responde",
    );
  });

  it("speaks the terminal's language", () => {
    const shown = showDomains({ digest: "a", domains: [domain] }, english);
    expect(shown).toBe("● weather  up  1.2.0  Forecasts");
  });

  it("says so when there is none", () => {
    expect(showDomains({ digest: "a", domains: [] }, english)).toBe(
      "The bootstrap file lists no domains.",
    );
  });
});
