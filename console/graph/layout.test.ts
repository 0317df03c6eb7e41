import { expect, it } from "vitest";
import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import { edgesOf, layout, subjectOf } from "./layout.ts";

const step = (
  id: number | string,
  depends_on: (number | string)[] = [],
  params = {},
): ExecutionStep => ({
  ...{ id, domain: "garden", capability: "water", params, depends_on, required: true },
});
const planOf = (
  steps: ExecutionStep[],
  execution_mode: ExecutionPlan["execution_mode"] = "dag",
) => ({
  ...{ execution_mode, combine_mode: "last" as const, max_concurrency: 4, steps },
});
const placesOf = (plan: ExecutionPlan) =>
  Object.fromEntries(layout(plan).nodes.map(({ id, column, row }) => [id, [column, row]]));

it("puts each step one column after the last of what it waits for", () => {
  const plan = planOf([step(1), step(2, [1]), step(3, [1]), step(4, [2, 3]), step(5)]);
  expect(placesOf(plan)).toEqual({ 1: [0, 0], 2: [1, 0], 3: [1, 1], 4: [2, 0], 5: [0, 1] });
});

it("draws what a parameter refers to, by number or by name, and tells it from a mere order", () => {
  const named = { ...step("first"), output_key: "prices" };
  const plan = planOf([
    named,
    step(2, ["first"]),
    step(3, [], { text: "a ${prices.result.x} ${2.files}" }),
  ]);
  expect(edgesOf(plan)).toEqual([
    { from: "first", to: "2", isReference: false },
    { from: "first", to: "3", isReference: true },
    { from: "2", to: "3", isReference: true },
  ]);
});

it("a sequential plan goes in the order of writing, a parallel one in none", () => {
  const steps = [step(1), step(2), step(3, [1])];
  expect(layout(planOf(steps, "sequential")).columns).toBe(3);
  expect(layout(planOf(steps, "parallel")).columns).toBe(1);
});

it("gives neighbours the rows of what they wait for, so that lines do not cross", () => {
  const plan = planOf([step(1), step(2), step(3), step("c", [3]), step("b", [2]), step("a", [1])]);
  const places = placesOf(plan);
  expect([places["a"], places["b"], places["c"]]).toEqual([
    [1, 0],
    [1, 1],
    [1, 2],
  ]);
});

it("wraps a hundred steps that wait for nothing into about a square", () => {
  const { columns, rows } = layout(planOf(Array.from({ length: 100 }, (_, at) => step(at + 1))));
  expect([columns, rows]).toEqual([5, 20]);
});

it.each([
  [{ symbol: "VALE3", days: 5 }, "VALE3"],
  [{ from: "${1.result.price}", to: "BRL" }, "BRL"],
  [{ symbols: ["AAPL", "MSFT"] }, "AAPL, MSFT"],
  [{ limit: 3 }, undefined],
  [{ undo_token: "17", title: "Ran" }, "Ran"],
  [{ only: true, text: "${1.explanation}" }, undefined],
])("a step is told from others by its first plain parameter: %j", (params, subject) => {
  expect(subjectOf(step(1, [], params))).toBe(subject);
});

it("places every step of a plan that goes in circles, which no run has", () => {
  expect(layout(planOf([step(1, [2]), step(2, [1]), step(3, [3])])).nodes).toHaveLength(3);
});

it("places 2,000 steps, none on another", () => {
  const steps = Array.from({ length: 2000 }, (_, at) =>
    step(at + 1, at === 0 ? [] : [Math.ceil(at / 2)]),
  );
  const { nodes } = layout(planOf(steps));
  expect(new Set(nodes.map(({ column, row }) => `${column} ${row}`)).size).toBe(2000);
});
