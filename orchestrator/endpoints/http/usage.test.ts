import { expect, it } from "vitest";
import { parseContract } from "#shared/contracts/errors.ts";
import { usageReport } from "#shared/contracts/native-endpoints.ts";
import {
  modelTotalsRow,
  priceTable,
  usageSummaryRow,
  usageTotalsRow,
} from "#shared/contracts/usage.ts";
import { reportUsage } from "./usage.ts";

const spent = { llm_calls: 1, tokens_input: 0, tokens_output: 0, duration_ms: 10 };
const summary = (goal: string, day: number, more: object) =>
  usageSummaryRow.parse({
    ...{ user_id: "ana", goal, day, action_type: "deterministic", calls: 1, zero_token_calls: 1 },
    ...{ tokens_input: 0, tokens_output: 0, duration_ms: 10 },
    ...more,
  });
const model = (purpose: string, name: string, more: object = {}) =>
  modelTotalsRow.parse({ ...spent, purpose, model: name, requests: 1, tokens_cached: 0, ...more });
const million = { tokens_input: 1e6, tokens_cached: 5e5, tokens_output: 1e6 };
const used = {
  since: 0,
  rows: [
    usageTotalsRow.parse({
      ...{ day: 1, goal: "READ", tier: "template", calls: 3, zero_token_calls: 2 },
      ...spent,
      tokens_counterfactual: 2e6,
    }),
  ],
  summary: [
    summary("READ", 1, { calls: 2, zero_token_calls: 1, duration_ms: 30 }),
    summary("READ", 2, { calls: 1, zero_token_calls: 0, tokens_input: 90, tokens_output: 30 }),
    summary("WRITE", 1, { action_type: "reasoning" }),
  ],
  models: [
    model("library.describe@a", "some/small", { ...million, answered: 1 }),
    model("library.describe@b", "some/large"),
    model("library.describe@b", "some/small", { requests: 3, answered: 2 }),
    model("plan", "some/large"),
  ],
  limits: [],
};
const prices = priceTable.parse({
  currency: "USD",
  models: { "some/small": { input: 2, output: 8, cached: 1 } },
  counterfactual: "some/small",
});

it("days are added up by goal and action type, with the calls that took no token", () => {
  const report = usageReport.parse(reportUsage(used, undefined));
  expect(report.usage_summary).toEqual([
    {
      ...{ goal: "READ", action_type: "deterministic", total_calls: 3, zero_token_calls: 1 },
      ...{ avg_tokens: 40, avg_time_ms: 40 / 3 },
    },
    {
      ...{ goal: "WRITE", action_type: "reasoning", total_calls: 1, zero_token_calls: 1 },
      ...{ avg_tokens: 0, avg_time_ms: 10 },
    },
  ]);
  expect(report.total.zero_token_calls).toBe(2);
  expect(report.cost).toBeNull();
});

it("tokens are money by the operator's table, and a model without a price is named", () => {
  const { cost, by_model } = reportUsage(used, prices);
  expect(by_model.map((row) => row.cost)).toEqual([1 + 0.5 + 8, null, 0, null]);
  expect(cost).toEqual({
    currency: "USD",
    total: 9.5,
    per_thousand_messages: 3166.666666667,
    counterfactual: 4,
    unpriced: ["some/large"],
  });
});

it("a sum of money has no noise behind it", () => {
  const dear = priceTable.parse({
    currency: "BRL",
    models: { "some/small": { input: 1000, output: 2000 } },
  });
  const models = ["a", "b"].map((version, at) =>
    model(`library.describe@${version}`, "some/small", {
      ...{ tokens_input: 400 / (at + 1), tokens_output: 80 / (at + 1) },
    }),
  );
  expect(reportUsage({ ...used, models }, dear).cost?.total).toBe(0.84);
});

it("a prompt's versions are told apart, each with all its models", () => {
  expect(reportUsage(used, undefined).by_version).toMatchObject([
    { capability: "library.describe", version: "a", requests: 1, answered: 1 },
    { capability: "library.describe", version: "b", requests: 4, answered: 2 },
  ]);
});

it("a table whose counterfactual has no price is refused", () => {
  const wrong = { currency: "USD", models: {}, counterfactual: "none" };
  expect(() => parseContract(priceTable, wrong, "prices")).toThrow("must be one of the models");
});
