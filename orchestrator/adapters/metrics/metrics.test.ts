import { expect, it } from "vitest";
import type { StepTrace } from "#shared/contracts/run.ts";
import type { UsageRow } from "#shared/contracts/usage.ts";
import { openMetrics } from "./metrics.ts";

const row: UsageRow = {
  ...{ user_id: "ana", session_id: "s", run_id: "r", at: 0 },
  ...{ goal: "GET_FORECAST", tier: "template", action_type: "deterministic", status: "success" },
  ...{ duration_ms: 3, llm_calls: 0, tokens_input: 0, tokens_output: 0 },
  ...{ tokens_cached: 0, tokens_counterfactual: 0, outcome: "understood", verdict: null },
};
const step = (more: Partial<StepTrace>): StepTrace => ({
  ...{ id: 1, domain: "weather", capability: "get_forecast", status: "success", required: true },
  ...{ output: null, attempts: 1, duration_ms: 20, ...more },
});
const failed = (metadata: Record<string, unknown>): StepTrace["output"] => ({
  ...{ status: "failure", result: null, explanation: "", confidence: 1, metadata },
});
const open = () => openMetrics({ domains: () => [] });

it("a turn counts by goal, tier and status, in its bucket", async () => {
  const metrics = open();
  metrics.turn(row);
  metrics.turn({ ...row, status: "failure", duration_ms: 400 });
  const { type, text } = await metrics.page();
  expect(type).toContain("text/plain");
  const labels = 'goal="GET_FORECAST",tier="template"';
  expect(text).toContain(
    `regente_turn_duration_seconds_bucket{le="0.005",${labels},status="success"} 1`,
  );
  expect(text).toContain(`regente_turn_duration_seconds_count{${labels},status="failure"} 1`);
});

it("tokens are counted where a model was asked", async () => {
  const metrics = open();
  metrics.turn({ ...row, llm_calls: 2, tokens_input: 900, tokens_output: 40 });
  const { text } = await metrics.page();
  expect(text).toContain("regente_model_calls_total 2");
  expect(text).toContain('regente_model_tokens_total{direction="input"} 900');
  expect(text).toContain('regente_model_tokens_total{direction="output"} 40');
});

it("a step counts by capability, its retries and its fault beside it", async () => {
  const metrics = open();
  metrics.step(step({ attempts: 3 }));
  metrics.step(step({ status: "failure", output: failed({ fault: "timeout" }) }));
  const { text } = await metrics.page();
  const of = 'domain="weather",capability="get_forecast"';
  expect(text).toContain(`regente_step_duration_seconds_count{${of},status="success"} 1`);
  expect(text).toContain(`regente_step_retries_total{${of}} 2`);
  expect(text).toContain('regente_domain_faults_total{domain="weather",fault="timeout"} 1');
});

it("a domain cannot make series of its own", async () => {
  const metrics = open();
  for (const fault of ["mine", 'x"} 1\nevil 1', 7, { fault: "timeout" }])
    metrics.step(step({ status: "failure", output: failed({ fault }) }));
  const { text } = await metrics.page();
  expect(text).not.toMatch(/mine|evil|regente_domain_faults_total\{/);
});

it("shows domains, breakers and the event loop as they are when someone looks", async () => {
  let state: "up" | "down" = "up";
  const metrics = openMetrics({
    domains: () => [{ name: "weather", state }],
    breakers: () => [{ name: "weather", state: state === "up" ? "closed" : "half_open" }],
  });
  const before = await metrics.page();
  expect(before.text).toContain('regente_domain_up{domain="weather"} 1');
  expect(before.text).toContain('regente_breaker_open{domain="weather"} 0');
  expect(before.text).toContain("nodejs_eventloop_lag_p99_seconds");
  state = "down";
  const after = await metrics.page();
  expect(after.text).toContain('regente_domain_up{domain="weather"} 0');
  expect(after.text).toContain('regente_breaker_open{domain="weather"} 0.5');
});

it("the journal's lines are timed, the failed ones apart", async () => {
  const metrics = open();
  metrics.journal(2, true);
  metrics.journal(700, false);
  const { text } = await metrics.page();
  expect(text).toContain('regente_journal_write_duration_seconds_count{written="true"} 1');
  expect(text).toContain('regente_journal_write_duration_seconds_sum{written="false"} 0.7');
});
