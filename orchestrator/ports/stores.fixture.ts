import type { ConversationState, PendingAction } from "#shared/contracts/pending.ts";
import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type { ModelCallRow, UsageRow } from "#shared/contracts/usage.ts";
import type { SessionKey, Store } from "./stores.ts";

// What the contract of the stores tests with, and the benchmark measures with.

/** The store of the test that is running. */
export type TestedStore = { readonly store: Store; reopen(): Promise<void> };

export const ana: SessionKey = { user_id: "ana", session_id: "s1" };
export const bia: SessionKey = { user_id: "bia", session_id: "s1" };

export const someConversation = (changes: Partial<ConversationState> = {}): ConversationState => ({
  last_frame: {
    primary_domain: "weather",
    goal: "GET_FORECAST",
    entities: { place_text: "São Paulo" },
    confidence: 0.97,
    original_query: "vai chover em São Paulo?",
  },
  last_intents: [
    {
      domain: "weather",
      capability: "get_forecast",
      parameters: { place: "São Paulo" },
      confidence: 0.97,
      original_query: "vai chover em São Paulo?",
    },
  ],
  last_answer: "Chove à tarde.",
  last_choice: null,
  held: null,
  last_run_id: "run_1",
  last_standing: null,
  schedules_shown_at: null,
  declined: null,
  remembered: { place_text: "São Paulo" },
  locale: "pt-BR",
  title: "vai chover em São Paulo?",
  turn_count: 1,
  summary: "",
  key_facts: ["mora em São Paulo"],
  agent_memory: {},
  artifacts: {},
  shown: [],
  ...changes,
});

export const somePending = (changes: Partial<PendingAction> = {}): PendingAction => ({
  id: "q1",
  ...ana,
  kind: "select",
  question: "Qual São Paulo?",
  options: [{ label: "a cidade", params: { place: "sp-city" } }, { label: "o estado" }],
  locale: "pt-BR",
  resume: { at: "step", run_id: "run_1", step_id: "1", param: "place", finished: ["1"] },
  reasks: 0,
  parked: false,
  created_at: 1000,
  expires_at: 2000,
  ...changes,
});

export const someRun = (changes: Partial<TaskRun> = {}): TaskRun => ({
  run_id: "run_1",
  ...ana,
  status: "running",
  catalogue_digest: "d1",
  intent: null,
  plan: {
    execution_mode: "dag",
    combine_mode: "last",
    max_concurrency: 4,
    steps: [forecast(1), forecast("after", [1])],
  },
  locale: "pt-BR",
  input_text: "vai chover em São Paulo?",
  answer: "",
  created_at: 1000,
  updated_at: 1000,
  ...changes,
});

export const forecast = (id: string | number, depends_on: (string | number)[] = []) => ({
  id,
  domain: "weather",
  capability: "get_forecast",
  params: { place: "São Paulo", nested: { deep: [1, null, "x"] } },
  depends_on,
  required: true,
});

export const someStep = (changes: Partial<StepTrace> = {}): StepTrace => ({
  id: 1,
  domain: "weather",
  capability: "get_forecast",
  status: "success",
  required: true,
  output: {
    status: "success",
    result: { rain_mm: 3.5 },
    explanation: "Chove à tarde.",
    confidence: 1,
    metadata: { code: "OK" },
  },
  attempts: 1,
  duration_ms: 12.5,
  ...changes,
});

export const someUsage = (changes: Partial<UsageRow> = {}): UsageRow => ({
  ...ana,
  run_id: "run_1",
  at: 1000,
  goal: "GET_FORECAST",
  tier: "template",
  action_type: "deterministic",
  status: "success",
  duration_ms: 3.25,
  llm_calls: 0,
  tokens_input: 0,
  tokens_output: 0,
  tokens_cached: 0,
  tokens_counterfactual: 0,
  outcome: "understood",
  verdict: null,
  ...changes,
});

export const someCall = (changes: Partial<ModelCallRow> = {}): ModelCallRow => ({
  ...ana,
  run_id: "run_1",
  step_id: "1",
  at: 1000,
  purpose: "weather.tell",
  model: "scripted/fast",
  status: "answered",
  duration_ms: 250.5,
  llm_calls: 1,
  tokens_input: 100,
  tokens_output: 10,
  tokens_cached: 80,
  ...changes,
});
