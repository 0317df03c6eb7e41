import { expect, it } from "vitest";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import { withAnswer } from "./missing-entities.ts";

const plan = (params: ExecutionPlan["steps"][number]["params"]): ExecutionPlan => ({
  execution_mode: "dag",
  combine_mode: "report",
  max_concurrency: 4,
  steps: [{ id: 1, domain: "garden", capability: "rain", params, depends_on: [], required: true }],
});
const answered = (
  params: ExecutionPlan["steps"][number]["params"],
  answer: Parameters<typeof withAnswer>[2],
) => withAnswer(plan(params), "1", answer).steps[0]?.params;

const COMING = { plant_text: "fern", period_text: "next month", period: "2026-12" };

it("what other words mean is not what the last ones meant", () => {
  expect(answered(COMING, { period_text: "since march" })).toEqual({
    plant_text: "fern",
    period_text: "since march",
  });
});

it("an option that says what its words mean is taken as it is", () => {
  const option = { period_text: "past month", period: "P1M" };
  expect(answered(COMING, option)).toEqual({ plant_text: "fern", ...option });
});

it("an answer about something else leaves the period as it was", () => {
  expect(answered(COMING, { plant: 3 })).toEqual({ ...COMING, plant: 3 });
});
