import { describe, expect, it } from "vitest";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { StepStatus, StepTrace } from "#shared/contracts/run.ts";
import { combine, runStatus } from "./combine.ts";
import { RAISED_BY } from "./failures.ts";
import { asks, planOf, refuses, type StepSketch, says } from "./run-plan.fixture.ts";

type Ended = [status: StepStatus, output?: DomainOutput];

/** The steps of a plan with how each ended. */
function combined(
  mode: ExecutionPlan["combine_mode"],
  sketches: Record<string, StepSketch & { ended: Ended; output_key?: string }>,
  locale: "pt-BR" | "en" = "en",
) {
  const plan = planOf(sketches, { combine_mode: mode });
  for (const step of plan.steps) {
    const { output_key } = sketches[String(step.id)] ?? {};
    if (output_key !== undefined) step.output_key = output_key;
  }
  const steps = plan.steps.map(({ id, domain, capability, required }): StepTrace => {
    const [status, output = null] = sketches[String(id)]?.ended ?? ["pending"];
    return { id, domain, capability, required, status, output, attempts: 1, duration_ms: 1 };
  });
  return combine(plan, steps, locale);
}
const raised = (code: string, fault?: string): DomainOutput => ({
  ...refuses("for the trace"),
  metadata: { code, raised_by: RAISED_BY, ...(fault !== undefined && { fault }) },
});
const good = (text: string, result: unknown = null): Ended => ["success", says(text, result)];

describe("last", () => {
  it("is the last answer", () => {
    const output = combined("last", { a: { ended: good("one", 1) }, b: { ended: good("two", 2) } });
    expect(output).toEqual(says("two", 2));
  });
  it("tells an optional failure beside it", () => {
    const output = combined("last", {
      a: { ended: good("21 degrees", 21) },
      b: { optional: true, ended: ["failure", refuses("Nothing was sent: no token.")] },
    });
    expect(output).toMatchObject({
      status: "success",
      result: 21,
      explanation: "21 degrees\n\nNothing was sent: no token.",
    });
  });
  it("tells the same trouble of several steps once, and the same success of each", () => {
    const down = raised("DOMAIN_UNAVAILABLE");
    const output = combined("report", {
      a: { ended: ["failure", down] },
      b: { ended: ["failure", down] },
      c: { ended: good("Saved.") },
      d: { ended: good("Saved.") },
    });
    const [trouble, ...others] = output.explanation.split("\n\n");
    expect(trouble).toContain("weather");
    expect(others).toEqual(["Saved.", "Saved."]);
  });
  it("tells everything that did happen when something needed failed", () => {
    const output = combined("last", {
      a: { ended: good("21 degrees") },
      b: { ended: ["failure", refuses("No.")] },
      c: { ended: ["skipped"] },
    });
    expect(output.status).toBe("failure");
    expect(output.explanation).toBe(
      "21 degrees\n\nNo.\n\nStep weather.c was not done, because it depends on one that failed.",
    );
  });
  it("does not tell what was only looked up for another step", () => {
    const output = combined("last", {
      find: { ended: good("1 city found") },
      tell: { params: { city: "${find.hit.code}" }, ended: ["failure", refuses("No.")] },
    });
    expect(output.explanation).toBe("No.");
  });
});

it("report has a section per step, and every step's result", () => {
  const output = combined("report", { a: { ended: good("one", 1) }, b: { ended: good("two", 2) } });
  expect(output.explanation).toBe("one\n\ntwo");
  expect(output.result).toEqual({
    sections: [
      { id: "a", domain: "weather", capability: "a", status: "success", result: 1 },
      { id: "b", domain: "weather", capability: "b", status: "success", result: 2 },
    ],
  });
});

it("merge has the results by output_key, else by id", () => {
  const output = combined("merge", {
    a: { ended: good("one", 1), output_key: "first" },
    b: { ended: good("two", 2) },
    c: { optional: true, ended: ["failure", refuses("no")] },
  });
  expect(output.result).toEqual({ first: 1, b: 2 });
});

it("merge writes no name on a prototype", () => {
  const plan = planOf({ a: {} }, { combine_mode: "merge" });
  const step = { domain: "weather", capability: "a", required: true, attempts: 1, duration_ms: 1 };
  const output = says("x", { polluted: true });
  const { result } = combine(plan, [{ ...step, id: "__proto__", status: "success", output }], "en");
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
});

it("a run that waits is a clarification with what is known so far", () => {
  const output = combined("report", {
    a: { ended: good("21 degrees") },
    b: { ended: ["waiting", asks("Which Lisbon?", { candidates: [{ city: "LIS" }] })] },
    c: { ended: ["pending"] },
  });
  expect(output).toMatchObject({
    status: "clarification",
    explanation: "21 degrees\n\nWhich Lisbon?",
    result: { candidates: [{ city: "LIS" }] },
  });
});

it("nothing but failures is a failure, also when all of it was optional", () => {
  expect(combined("last", { a: { optional: true, ended: ["failure", refuses("no")] } })).toEqual(
    refuses("no"),
  );
});

it("sources and files of all steps come along once, and only where they keep their shape", () => {
  const source = { title: "Met office", url: "https://example.org/w" };
  const file = { name: "chart.png", media_type: "image/png", url: "data:image/png;base64,AA==" };
  const withMeta = (metadata: Record<string, unknown>): Ended => [
    "success",
    { ...says("x"), metadata },
  ];
  const output = combined("report", {
    a: { ended: withMeta({ sources: [source, { title: 1 }], own: "note" }) },
    b: { ended: withMeta({ sources: [source], files: [file, null] }) },
    c: { ended: withMeta({ sources: "none" }) },
  });
  expect(output.metadata).toEqual({ sources: [source], files: [file] });
});

it("the confidence is that of the least certain answer shown, and the code that of the first failure", () => {
  const output = combined("report", {
    a: { ended: ["success", { ...says("x"), confidence: 0.7 }] },
    b: { ended: good("y") },
    c: { optional: true, ended: ["failure", { ...refuses("no"), metadata: { code: "NO_TOKEN" } }] },
  });
  expect(output.confidence).toBe(0.7);
  expect(output.metadata).toEqual({ code: "NO_TOKEN" });
});

describe("what the orchestrator has to say is said in people's language", () => {
  it.each<[string, Ended, string, string]>([
    [
      "a domain that is down",
      ["failure", raised("DOMAIN_CALL_FAILED", "unreachable")],
      "Não consegui: o serviço weather está fora do ar.",
      "I could not do it: the weather service is down.",
    ],
    [
      "a domain that is too slow",
      ["failure", raised("DOMAIN_CALL_FAILED", "timeout")],
      "Não consegui: o serviço weather não respondeu a tempo.",
      "I could not do it: the weather service did not answer in time.",
    ],
    [
      "no time left",
      ["failure", raised("DEADLINE")],
      "Não consegui: não deu tempo de chamar o serviço weather.",
      "I could not do it: there was no time left to call the weather service.",
    ],
    [
      "an effect whose fate nobody knows",
      ["unknown", raised("DOMAIN_CALL_FAILED", "timeout")],
      "Não sei dizer se o passo weather.a foi feito: o serviço weather não respondeu a tempo. Confira antes de repetir.",
      "I cannot tell whether step weather.a was done: the weather service did not answer in time. Check before you repeat it.",
    ],
    [
      "a step that was cancelled",
      ["cancelled"],
      "O passo weather.a não foi feito: o pedido foi cancelado.",
      "Step weather.a was not done: the request was cancelled.",
    ],
    [
      "a code that nobody foresaw",
      ["failure", raised("constructor")],
      "Não consegui: houve um erro interno no passo do serviço weather.",
      "I could not do it: an internal error occurred in the weather service's step.",
    ],
  ])("%s", (_what, ended, portuguese, english) => {
    expect(combined("last", { a: { ended } }, "pt-BR").explanation).toBe(portuguese);
    expect(combined("last", { a: { ended } }, "en").explanation).toBe(english);
  });
  it("and a domain's own words stay as they are, whatever codes it uses", () => {
    const own: DomainOutput = { ...refuses("A estação fechou."), metadata: { code: "DEADLINE" } };
    expect(combined("last", { a: { ended: ["failure", own] } }).explanation).toBe(
      "A estação fechou.",
    );
  });
});

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
