import { describe, expect, it } from "vitest";
import { type ExecutionPlan, executionPlan } from "#shared/contracts/plan.ts";
import { expectWhole, p95 } from "./expect-steps.ts";

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

it.each([
  ["nothing is known of what never ran", [], null],
  ["one run is all there is to go by", [7], 7],
  ["the slowest of few counts", [3, 1, 2], 3],
  ["of a hundred, five may take longer", upTo(100), 95],
  ["order does not matter", upTo(20).toReversed(), 19],
])("%s", (_habit, durations, expected) => expect(p95(durations)).toBe(expected));

type Sketch = { id: number; depends_on?: number[]; ms: number | null; tokens?: number | null };

function whole(sketches: Sketch[], mode: ExecutionPlan["execution_mode"] = "dag") {
  const plan = executionPlan.parse({
    execution_mode: mode,
    steps: sketches.map(({ id, depends_on = [] }) => ({
      ...{ id, depends_on },
      domain: "weather",
      capability: "look",
    })),
  });
  const steps = sketches.map(({ id, ms, tokens = 0 }) => ({
    id,
    domain: "weather",
    capability: "look",
    effect: "read" as const,
    confirm: false,
    health: null,
    problem: null,
    p95_ms: ms,
    tokens,
  }));
  return expectWhole(plan, steps);
}

describe("a whole plan takes", () => {
  it("its slowest step, where none waits for another", () => {
    expect(
      whole(
        [
          { id: 1, ms: 10 },
          { id: 2, ms: 30 },
        ],
        "parallel",
      ).latency_ms,
    ).toBe(30);
  });

  it("the longest way through it, where they wait", () => {
    const steps = [
      { id: 1, ms: 10 },
      { id: 2, ms: 30 },
      { id: 3, ms: 5, depends_on: [1, 2] },
      { id: 4, ms: 15, depends_on: [1] },
    ];
    expect(whole(steps).latency_ms).toBe(35);
  });

  it("all its steps one after the other, where it is sequential", () => {
    expect(
      whole(
        [
          { id: 1, ms: 10 },
          { id: 2, ms: 30 },
        ],
        "sequential",
      ).latency_ms,
    ).toBe(40);
  });

  it("no one knows how long, where one step never ran", () => {
    expect(
      whole(
        [
          { id: 1, ms: 10 },
          { id: 2, ms: null },
        ],
        "parallel",
      ).latency_ms,
    ).toBeNull();
  });

  it("no tokens, until a step asks a model", () => {
    expect(whole([{ id: 1, ms: 1 }]).tokens).toBe(0);
    expect(
      whole([
        { id: 1, ms: 1 },
        { id: 2, ms: 1, tokens: null },
      ]).tokens,
    ).toBeNull();
  });
});
