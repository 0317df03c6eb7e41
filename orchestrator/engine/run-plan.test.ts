import { describe, expect, it } from "vitest";
import {
  asks,
  breaks,
  engineRun,
  pendingAnswer,
  refuses,
  says,
  statuses,
} from "./run-plan.fixture.ts";

describe("order", () => {
  it("a step starts as soon as its own dependencies are done, whatever else is running", async () => {
    const slow = pendingAnswer();
    const { outcome, log, time } = engineRun(
      { slow: {}, quick: {}, next: { after: ["quick"] }, join: { after: ["slow", "next"] } },
      { slow: () => slow.promise },
    );
    await time.settled();
    expect(log).toEqual(["send slow", "send quick", "done quick", "send next", "done next"]);
    slow.resolve(says("at last"));
    expect(statuses(await outcome)).toEqual({
      slow: "success",
      quick: "success",
      next: "success",
      join: "success",
    });
    expect(log.slice(-2)).toEqual(["send join", "done join"]);
  });

  it("at most max_concurrency steps run, in the order of the plan where there is a choice", async () => {
    const first = pendingAnswer();
    const { outcome, log, time } = engineRun(
      { a: {}, b: {}, c: {}, d: {} },
      { a: () => first.promise },
      { shape: { execution_mode: "parallel", max_concurrency: 2 } },
    );
    await time.settled();
    expect(log.filter((line) => line.startsWith("send"))).toEqual([
      "send a",
      "send b",
      "send c",
      "send d",
    ]);
    expect(log.indexOf("send c")).toBeGreaterThan(log.indexOf("done b"));
    first.resolve(says("a"));
    expect((await outcome).status).toBe("success");
  });

  it("sequential steps wait for the one before, and stop where one fails", async () => {
    const { outcome, log } = engineRun(
      { a: {}, b: {}, c: {} },
      { b: () => refuses("no") },
      { shape: { execution_mode: "sequential" } },
    );
    expect(statuses(await outcome)).toEqual({ a: "success", b: "failure", c: "skipped" });
    expect(log).toEqual(["send a", "done a", "send b", "done b"]);
  });

  it("a plan of 2,000 skipped steps does not overflow the stack", async () => {
    const steps = Object.fromEntries(
      Array.from({ length: 2000 }, (_, at) => [
        `s${at}`,
        at === 0 ? {} : { after: [`s${at - 1}`] },
      ]),
    );
    const { outcome } = engineRun(steps, { s0: () => refuses("no") });
    expect((await outcome).steps.filter(({ status }) => status === "skipped")).toHaveLength(1999);
  });
});

describe("what a step is sent with", () => {
  it("its own capability, the run's confidence and words, and its references filled", async () => {
    const { outcome, calls } = engineRun(
      { a: {}, b: { after: ["a"], params: { text: "now ${a.explanation}", n: "${a.result.n}" } } },
      { a: () => says("21 degrees", { n: 21 }) },
    );
    await outcome;
    expect(calls[1]?.intent).toEqual({
      domain: "weather",
      capability: "b",
      parameters: { text: "now 21 degrees", n: 21 },
      confidence: 0.97,
      original_query: "how is the weather",
    });
  });

  it("a deadline and a timeout: its own, or what is left of the request", async () => {
    const { outcome, calls } = engineRun(
      { short: { policy: { timeoutMs: 300 } }, long: { policy: { timeoutMs: 60_000 } } },
      {},
    );
    await outcome;
    expect(calls.map(({ timeoutMs, deadlineAt }) => [timeoutMs, deadlineAt])).toEqual([
      [300, 1_000_300],
      [10_000, 1_010_000],
    ]);
  });

  it("fails without being sent when a reference leads nowhere", async () => {
    const { outcome, log } = engineRun({
      a: {},
      b: { after: ["a"], params: { x: "${a.result.x}" } },
    });
    const { steps, status } = await outcome;
    expect(status).toBe("partial");
    expect(steps[1]).toMatchObject({
      status: "failure",
      attempts: 0,
      output: { metadata: { code: "UNRESOLVED_REFERENCE" } },
    });
    expect(log).not.toContain("send b");
  });
});

describe("failures", () => {
  it.each([
    [
      "a required step fails beside others",
      { a: {}, b: { after: ["a"] }, c: {} },
      "a",
      "partial",
      { a: "failure", b: "skipped", c: "success" },
    ],
    [
      "everything after it is skipped, at any distance",
      { a: {}, b: { after: ["a"] }, c: { after: ["b"] } },
      "a",
      "failure",
      { a: "failure", b: "skipped", c: "skipped" },
    ],
    [
      "an optional step fails",
      { a: {}, b: { after: ["a"], optional: true } },
      "b",
      "success",
      { a: "success", b: "failure" },
    ],
    [
      "what follows an optional step that failed goes on",
      { a: { optional: true }, b: { after: ["a"] } },
      "a",
      "success",
      { a: "failure", b: "success" },
    ],
    [
      "an optional step whose need failed holds up what follows it",
      { a: {}, b: { after: ["a"], optional: true }, c: { after: ["b"] } },
      "a",
      "failure",
      { a: "failure", b: "skipped", c: "skipped" },
    ],
    [
      "the only step is optional and fails",
      { a: { optional: true } },
      "a",
      "failure",
      { a: "failure" },
    ],
  ])("%s", async (_what, steps, failing, status, expected) => {
    const { outcome } = engineRun(steps, { [failing]: () => refuses("no") });
    const ended = await outcome;
    expect(statuses(ended)).toEqual(expected);
    expect(ended.status).toBe(status);
  });

  it("a call without a usable answer is a failure that names its domain", async () => {
    const { outcome } = engineRun({ a: {} }, { a: () => breaks("malformed") });
    expect((await outcome).steps[0]?.output).toMatchObject({
      status: "failure",
      explanation: 'Domain "weather": malformed',
      metadata: { code: "DOMAIN_CALL_FAILED", fault: "malformed", raised_by: "orchestrator" },
    });
  });

  it("a mistake of our own ends its step and no other", async () => {
    const { outcome } = engineRun(
      { a: {}, b: {} },
      {
        a: () => {
          throw new TypeError("x is not a function");
        },
      },
    );
    const ended = await outcome;
    expect(statuses(ended)).toEqual({ a: "failure", b: "success" });
    expect(ended.steps[0]?.output?.metadata["code"]).toBe("INTERNAL");
  });
});

describe("questions", () => {
  it("a step that asks holds back what depends on it, and nothing else", async () => {
    const { outcome } = engineRun(
      { a: {}, b: { after: ["a"] }, c: {}, d: { after: ["c"] } },
      { a: () => asks("Which Lisbon?", { candidates: [{ city: "Lisbon" }] }) },
    );
    const ended = await outcome;
    expect(statuses(ended)).toEqual({ a: "waiting", b: "pending", c: "success", d: "success" });
    expect(ended.status).toBe("waiting");
    expect(ended.waiting).toMatchObject({
      kind: "domain",
      step: { id: "a" },
      output: { explanation: "Which Lisbon?" },
    });
  });

  it("of several questions the first in the plan is asked, whichever came first", async () => {
    const late = pendingAnswer();
    const { outcome, time } = engineRun(
      { a: {}, b: {} },
      { a: () => late.promise, b: () => asks("second?") },
    );
    await time.settled();
    late.resolve(asks("first?"));
    expect((await outcome).waiting?.output.explanation).toBe("first?");
  });

  it("goes on with the answer: what is finished is not run again, and what follows still happens", async () => {
    const steps = {
      a: { params: { city: "Lisbon" } },
      b: { after: ["a"], params: { m: "${a.explanation}" } },
      c: {},
    };
    const first = await engineRun(steps, { a: () => asks("which?") }).outcome;
    const finished = new Map(first.steps.map((step) => [String(step.id), step]));
    const answered = { ...steps, a: { params: { city: "${$}{c.explanation}", code: "LIS" } } };
    const { outcome, calls } = engineRun(answered, { a: () => says("sunny") }, { finished });
    const ended = await outcome;
    expect(ended.status).toBe("success");
    expect(calls.map(({ step, intent }) => [step.id, intent.parameters])).toEqual([
      ["a", { city: "${c.explanation}", code: "LIS" }],
      ["b", { m: "sunny" }],
    ]);
    expect(ended.steps[2]).toBe(first.steps[2]);
  });

  it("an earlier failure is not tried again and still skips what follows", async () => {
    const steps = { a: {}, b: { after: ["a"] } };
    const first = await engineRun(steps, { a: () => refuses("no") }).outcome;
    const finished = new Map(first.steps.map((step) => [String(step.id), step]));
    const { outcome, calls } = engineRun(steps, {}, { finished });
    expect(statuses(await outcome)).toEqual({ a: "failure", b: "skipped" });
    expect(calls).toEqual([]);
  });
});

describe("a search before a step", () => {
  const steps = {
    find: {},
    tell: { after: ["find"], params: { city: "${find.hit.code}", also: "${find.explanation}" } },
  };
  const finds = (...candidates: object[]) => ({ find: () => says("which city?", { candidates }) });

  it("gives its single hit", async () => {
    const { outcome, calls } = engineRun(steps, finds({ code: "LIS" }));
    await outcome;
    expect(calls[1]?.intent.parameters).toEqual({ city: "LIS", also: "which city?" });
  });

  it("that finds nothing makes the step fail, unsent", async () => {
    const { outcome } = engineRun(steps, finds());
    expect((await outcome).steps[1]).toMatchObject({
      status: "failure",
      attempts: 0,
      output: { metadata: { code: "NO_HIT" } },
    });
  });

  it("that finds several asks which, and each choice is what it would be sent with", async () => {
    const { outcome, log } = engineRun(
      steps,
      finds({ code: "LIS", label: "Lisbon" }, { code: "LSB", name: "Lisbon, Ohio", rank: 2 }),
    );
    const ended = await outcome;
    expect(statuses(ended)).toEqual({ find: "success", tell: "waiting" });
    expect(ended.waiting?.output).toMatchObject({
      status: "clarification",
      explanation: "which city?",
      result: {
        candidates: [
          { city: "LIS", label: "Lisbon" },
          { city: "LSB", label: "LSB - Lisbon, Ohio - 2" },
        ],
      },
    });
    expect(log).not.toContain("send tell");
    const finished = new Map(ended.steps.map((step) => [String(step.id), step]));
    const tell = { after: ["find"], params: { city: "LSB", also: "${find.explanation}" } };
    const again = engineRun({ ...steps, tell }, {}, { finished });
    expect((await again.outcome).status).toBe("success");
    expect(again.calls[0]?.intent.parameters).toEqual({ city: "LSB", also: "which city?" });
  });

  it("beside another with several hits offers the pairs, so that one question settles both", async () => {
    const { outcome } = engineRun(
      {
        from: {},
        to: {},
        fly: { after: ["from", "to"], params: { a: "${from.hit.c}", b: "${to.hit.c}" } },
      },
      {
        from: () => says("", { candidates: [{ c: "LIS" }, { c: "OPO" }] }),
        to: () => says("", { candidates: [{ c: "GRU" }, { c: "GIG" }] }),
      },
    );
    expect((await outcome).waiting?.output.result).toEqual({
      candidates: [
        { a: "LIS", b: "GRU", label: "LIS / GRU" },
        { a: "LIS", b: "GIG", label: "LIS / GIG" },
        { a: "OPO", b: "GRU", label: "OPO / GRU" },
        { a: "OPO", b: "GIG", label: "OPO / GIG" },
      ],
    });
  });
});

it("the events tell the story in order", async () => {
  const { outcome, events } = engineRun(
    { a: {}, b: { after: ["a"] }, c: { after: ["b"] } },
    { b: () => refuses("no") },
  );
  await outcome;
  expect(events.map((event) => [event.type, "step" in event ? event.step.status : ""])).toEqual([
    ["step_started", ""],
    ["step_finished", "success"],
    ["step_started", ""],
    ["step_finished", "failure"],
    ["step_finished", "skipped"],
  ]);
});
