import { expect, it } from "vitest";
import { executionPlan } from "#shared/contracts/plan.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { combine } from "../combine.ts";
import { answerBefore } from "./carriers.ts";

const planOf = (combine_mode: "last" | "report", ...ids: number[]) =>
  executionPlan.parse({
    combine_mode,
    steps: ids.map((id) => ({ id, domain: "d", capability: `c${id}` })),
  });
const said = (id: number, explanation: string, metadata = {}): StepTrace => ({
  ...{ id, domain: "d", capability: `c${id}`, required: true, status: "success" },
  ...{ attempts: 1, duration_ms: 1 },
  output: { status: "success", result: null, explanation, confidence: 1, metadata },
});
const endedOf = (...steps: StepTrace[]) => new Map(steps.map((step) => [String(step.id), step]));

it.each([
  ["the only one", planOf("last", 1), endedOf(), "1", ""],
  ["last, which alone is told", planOf("last", 1, 2), endedOf(said(1, "Um.")), "2", ""],
  ["last of a report", planOf("report", 1, 2), endedOf(said(1, "Um.")), "2", "Um.\n\n"],
  ["not last", planOf("report", 1, 2), endedOf(), "1", undefined],
  [
    "last while another is under way",
    planOf("report", 1, 2, 3),
    endedOf(said(1, "Um.")),
    "3",
    undefined,
  ],
  ["an agent's call", planOf("last", 1), endedOf(), "1-1", undefined],
] as const)("a step that is %s", (_what, plan, ended, step, before) => {
  expect(answerBefore(plan, ended, step, "pt-BR")).toBe(before);
});

it("is how the whole answer begins, notes moved below it included", () => {
  const plan = planOf("report", 1, 2);
  const first = said(1, "38 reais. (amostra)", { note: "(amostra)" });
  const whole = combine(plan, [first, said(2, "Um resumo.")], "pt-BR").explanation;
  const before = answerBefore(plan, endedOf(first), "2", "pt-BR");
  expect(whole.startsWith(`${before}Um resumo.`)).toBe(true);
});
