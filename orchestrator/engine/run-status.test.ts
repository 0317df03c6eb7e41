import { describe, expect, it } from "vitest";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { runStatus } from "./run-status.ts";

type Step = ExecutionPlan["steps"][number];
type Planned = Partial<Step> & { ends: StepTrace["status"] };

const ended = (...planned: Planned[]) => {
  const steps = planned.map(
    ({ ends: _, ...step }, at): Step => ({
      ...{ id: at + 1, domain: "post", capability: "send_card", params: {} },
      ...{ depends_on: [], required: true },
      ...step,
    }),
  );
  const traces = planned.map(({ ends }, at): StepTrace => {
    const { id = at, domain = "", capability = "", required = true } = steps[at] ?? {};
    const told = { output: null, attempts: 1, duration_ms: 1 };
    return { id, domain, capability, required, status: ends, ...told };
  });
  const plan = { execution_mode: "dag", combine_mode: "report", max_concurrency: 4 } as const;
  return runStatus({ ...plan, steps }, traces);
};
const follows = { depends_on: [1], required: false };

describe("a run of which everything that was asked for succeeded is a success", () => {
  it("with a follow-up", () =>
    expect(ended({ ends: "success" }, { ...follows, asked: "also", ends: "success" })).toBe(
      "success",
    ));
  it("where an optional step failed that no one asked for", () =>
    expect(ended({ ends: "success" }, { ...follows, ends: "failure" })).toBe("success"));
});

describe("a run of which something that was asked for was not done is partial", () => {
  it.each(["failure", "unknown", "skipped"] as const)("a follow-up ends as %s", (ends) =>
    expect(ended({ ends: "success" }, { ...follows, asked: "also", ends })).toBe("partial"),
  );
  it("one of several required steps", () =>
    expect(ended({ ends: "success" }, { ends: "failure" })).toBe("partial"));
  it("the point succeeded, and what was to follow beside it did not", () =>
    expect(
      ended(
        { ends: "success" },
        { ...follows, asked: "point", ends: "success" },
        { ...follows, asked: "also", depends_on: [1, 2], ends: "failure" },
      ),
    ).toBe("partial"));
  it("the point was not done, and something else that was asked for was", () =>
    expect(
      ended(
        { ends: "success" },
        { ...follows, asked: "point", ends: "failure" },
        { ends: "success" },
      ),
    ).toBe("partial"));
});

describe("a run that came to nothing that was asked for is a failure", () => {
  it("nothing succeeded", () => expect(ended({ ends: "failure" })).toBe("failure"));
  it("only what was to serve the point of the message succeeded", () =>
    expect(ended({ ends: "success" }, { ...follows, asked: "point", ends: "failure" })).toBe(
      "failure",
    ));
  it("also what served that in its turn", () =>
    expect(
      ended(
        { ends: "success" },
        { ...follows, asked: "also", ends: "success" },
        { required: false, depends_on: [2], asked: "point", ends: "unknown" },
      ),
    ).toBe("failure"));
  it("only a search succeeded", () =>
    expect(
      ended(
        { ends: "success" },
        { params: { id: "${1.hit.id}" }, depends_on: [1], ends: "failure" },
      ),
    ).toBe("failure"));
});

it("a run that waits or was cancelled is that, whatever else ended", () => {
  expect(ended({ ends: "success" }, { ...follows, asked: "also", ends: "waiting" })).toBe(
    "waiting",
  );
  expect(ended({ ends: "success" }, { ...follows, asked: "also", ends: "cancelled" })).toBe(
    "cancelled",
  );
});
