import { describe, expect, it } from "vitest";
import { StoreError } from "../ports/stores.ts";
import {
  asks,
  breaks,
  engineRun,
  pendingAnswer,
  refuses,
  type StepSketch,
  says,
  statuses,
} from "./run-plan.fixture.ts";

const write: StepSketch = { policy: { effect: "write", repeat: "keyed" } };

describe("the journal", () => {
  it("is written before a step with an effect is sent, and its receipt before anything goes on", async () => {
    const { outcome, log, settled } = engineRun({
      look: {},
      act: { ...write, after: ["look"] },
      tell: { after: ["act"] },
    });
    await outcome;
    expect(log).toEqual([
      "send look",
      "done look",
      "intend act",
      "send act",
      "done act",
      "settle act success",
      "send tell",
      "done tell",
    ]);
    expect(settled[0]).toMatchObject({ id: "act", output: { explanation: "act" }, attempts: 1 });
  });

  it("that cannot be written keeps the step from being sent, and says so", async () => {
    const intend = () => Promise.reject(new StoreError("disk full"));
    const { outcome, calls } = engineRun(
      { act: write },
      {},
      { deps: { journal: { intend, settle: async () => undefined } } },
    );
    const { status, steps } = await outcome;
    expect(status).toBe("failure");
    expect(steps[0]?.output?.metadata["code"]).toBe("STORE_FAILED");
    expect(calls).toEqual([]);
  });

  it("that cannot keep the receipt does not make a done thing undone", async () => {
    const settle = () => Promise.reject(new StoreError("disk full"));
    const { outcome } = engineRun(
      { act: write },
      {},
      { deps: { journal: { intend: async () => undefined, settle } } },
    );
    expect((await outcome).status).toBe("success");
  });

  it("knows when a step with an effect came back with a question", async () => {
    const { outcome, log } = engineRun({ act: write }, { act: () => asks("to whom?") });
    expect((await outcome).status).toBe("waiting");
    expect(log).toContain("settle act waiting");
  });
});

describe("approval", () => {
  const burn = {
    policy: { effect: "destructive" as const, confirm: true },
    params: { n: "${a.result}" },
  };
  const steps = { a: {}, burn: { ...burn, after: ["a"] }, next: { after: ["burn"] } };
  const script = { a: () => says("seven", 7) };

  it("is asked for with the very parameters, and nothing is written or sent before", async () => {
    const { outcome, log } = engineRun(steps, script);
    const ended = await outcome;
    expect(ended.waiting).toMatchObject({
      kind: "confirm",
      step: { id: "burn", params: { n: 7 } },
    });
    expect(statuses(ended)).toEqual({ a: "success", burn: "waiting", next: "pending" });
    expect(log).toEqual(["send a", "done a"]);
  });

  it("once given lets the run go on", async () => {
    const first = await engineRun(steps, script).outcome;
    const finished = new Map(first.steps.map((step) => [String(step.id), step]));
    const { outcome, calls } = engineRun(steps, script, {
      finished,
      approves: (id) => id === "burn",
    });
    expect((await outcome).status).toBe("success");
    expect(calls.map(({ step }) => step.id)).toEqual(["burn", "next"]);
  });
});

describe("a call without an answer", () => {
  it.each<[string, StepSketch["policy"], ReturnType<typeof breaks>, number, string]>([
    ["a read is tried again", { attempts: 3 }, breaks("timeout"), 3, "failure"],
    [
      "a read is not tried again when that cannot help",
      { attempts: 3 },
      breaks("malformed"),
      1,
      "failure",
    ],
    [
      "a keyed effect is tried again with its key",
      { ...write.policy, attempts: 2 },
      breaks("timeout"),
      2,
      "unknown",
    ],
    [
      "a keyed effect that never left is a plain failure",
      { ...write.policy, attempts: 2 },
      breaks("unreachable", false),
      2,
      "failure",
    ],
    [
      "an effect of once is not sent twice",
      { effect: "external", attempts: 3 },
      breaks("timeout"),
      1,
      "unknown",
    ],
    [
      "an effect of once may be tried again when it never left",
      { effect: "external", attempts: 3 },
      breaks("unreachable", false),
      3,
      "failure",
    ],
    [
      "an effect that answered nonsense may have happened",
      { effect: "external" },
      breaks("malformed"),
      1,
      "unknown",
    ],
    [
      "a full house is not worth another knock",
      { attempts: 3 },
      breaks("busy", false),
      1,
      "failure",
    ],
  ])("%s", async (_habit, policy, error, attempts, status) => {
    const { outcome, calls, time } = engineRun({ a: { policy: policy ?? {} } }, { a: () => error });
    for (let wait = 0; wait < 3; wait++) await time.advance(1000);
    const { steps } = await outcome;
    expect(calls.map(({ attempt }) => attempt)).toEqual(
      Array.from({ length: attempts }, (_, at) => at + 1),
    );
    expect(steps[0]).toMatchObject({ status, attempts });
  });

  it.each<[string, StepSketch["policy"], string]>([
    ["of an effect is unknown", write.policy, "unknown"],
    ["of a read is a failure", {}, "failure"],
  ])("an outcome that the domain itself cannot tell %s", async (_what, policy, status) => {
    const cannotTell = { ...refuses("who knows"), metadata: { code: "OUTCOME_UNKNOWN" } };
    const { outcome } = engineRun({ a: { policy: policy ?? {} } }, { a: () => cannotTell });
    expect(statuses(await outcome)).toEqual({ a: status });
  });

  it("is forgotten when a later attempt succeeds, and told as it happens", async () => {
    const { outcome, events, time } = engineRun(
      { a: { policy: { attempts: 2 } } },
      { a: ({ attempt }) => (attempt === 1 ? breaks("http_status") : says("fine")) },
    );
    await time.advance(1000);
    expect((await outcome).steps[0]).toMatchObject({ status: "success", attempts: 2 });
    expect(events.map(({ type }) => type)).toEqual([
      "step_started",
      "step_retried",
      "step_finished",
    ]);
  });

  it("stays unknown when one attempt may have arrived, however the last one failed", async () => {
    const { outcome, time } = engineRun(
      { a: { policy: { ...write.policy, attempts: 2 } } },
      { a: ({ attempt }) => (attempt === 1 ? breaks("timeout") : breaks("unreachable", false)) },
    );
    await time.advance(1000);
    expect((await outcome).steps[0]?.status).toBe("unknown");
  });
});

describe("the deadline", () => {
  it("ends a hanging read as a failure naming its domain, even when the call does not listen", async () => {
    const { outcome, time } = engineRun(
      { a: { policy: { timeoutMs: 60_000 } }, b: { after: ["a"] } },
      { a: () => pendingAnswer().promise },
    );
    await time.advance(10_000);
    await time.advance(100);
    const ended = await outcome;
    expect(statuses(ended)).toEqual({ a: "failure", b: "skipped" });
    expect(ended.steps[0]?.output).toMatchObject({
      explanation: 'Domain "weather": no answer before the request\'s deadline',
      metadata: { fault: "timeout" },
    });
    expect(time.sleeping()).toBe(0);
  });

  it("lets a call that listens say itself how far it got", async () => {
    const { outcome, time } = engineRun(
      { a: { policy: { effect: "external", timeoutMs: 60_000 } } },
      {
        a: ({ signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener("abort", () => reject(breaks("cancelled", false)));
          }),
      },
    );
    await time.advance(10_000);
    expect((await outcome).steps[0]).toMatchObject({
      status: "failure",
      output: { metadata: { fault: "timeout" } },
    });
  });

  it("does not claim that an effect may have been done that its journal kept back", async () => {
    const { outcome, time, calls, events } = engineRun(
      { a: { policy: { effect: "external", timeoutMs: 60_000 } } },
      {},
      {
        deps: {
          journal: {
            intend: () => new Promise<void>(() => undefined),
            settle: async () => undefined,
          },
        },
      },
    );
    await time.advance(10_000);
    await time.advance(100);
    expect((await outcome).steps[0]).toMatchObject({ status: "failure", attempts: 0 });
    expect([calls.length, events.map(({ type }) => type)]).toEqual([0, ["step_finished"]]);
  });

  it("leaves a hanging effect unknown, and says so in the journal", async () => {
    const { outcome, time, log } = engineRun(
      { a: { policy: { effect: "external", timeoutMs: 60_000 } } },
      { a: () => pendingAnswer().promise },
    );
    await time.advance(10_000);
    await time.advance(100);
    expect((await outcome).status).toBe("failure");
    expect(log.at(-1)).toBe("settle a unknown");
  });

  it.each([60, -60])("is not moved by a wall clock that jumps by %d minutes", async (minutes) => {
    let jumped = 0;
    const first = pendingAnswer();
    const clock = { now: () => 1_000_000 + jumped, monotonic: () => 0 };
    const run = engineRun(
      { slow: {}, next: { after: ["slow"] } },
      { slow: () => first.promise },
      { deps: { clock }, deadlineAt: clock.now() + 10_000 },
    );
    await run.time.settled();
    jumped = minutes * 60_000;
    first.resolve(says("slow"));
    expect((await run.outcome).status).toBe("success");
    const { timeoutMs = 0, deadlineAt = 0 } = run.calls[1] ?? {};
    expect(timeoutMs).toBe(5000);
    // The domain reads the same clock on its wall.
    expect(deadlineAt - clock.now()).toBe(5000);
  });

  it("starts nothing with less than 50 ms left", async () => {
    const slow = pendingAnswer();
    const { outcome, time, calls } = engineRun(
      { a: {}, b: { after: ["a"] } },
      { a: () => slow.promise },
    );
    await time.advance(9951);
    slow.resolve(says("just in time"));
    const ended = await outcome;
    expect(statuses(ended)).toEqual({ a: "success", b: "failure" });
    expect(ended.steps[1]?.output?.metadata["code"]).toBe("DEADLINE");
    expect(calls).toHaveLength(1);
  });

  it.each([
    ["the next attempt would be too late", breaks("timeout"), 9900],
    ["the domain asks for more patience than there is", breaks("http_status", true, 3_600_000), 0],
  ])("no retry is planned when %s", async (_why, error, spent) => {
    const first = pendingAnswer();
    const { outcome, time, calls } = engineRun(
      { a: { policy: { attempts: 5, backoffMs: 1000 } } },
      { a: () => first.promise },
    );
    await time.advance(spent);
    first.reject(error);
    expect((await outcome).status).toBe("failure");
    expect(calls).toHaveLength(1);
  });

  it("waits as long as the domain asks before the next attempt", async () => {
    const { outcome, time, calls } = engineRun(
      { a: { policy: { attempts: 2, backoffMs: 10 } } },
      { a: ({ attempt }) => (attempt === 1 ? breaks("http_status", true, 3000) : says("ok")) },
    );
    await time.advance(2999);
    expect(calls).toHaveLength(1);
    await time.advance(1);
    expect((await outcome).status).toBe("success");
  });
});

describe("when no one waits any more", () => {
  it("reads stop, effects under way finish, and nothing new starts", async () => {
    const effect = pendingAnswer();
    const run = engineRun(
      { read: {}, act: write, after: { after: ["read"] }, next: { ...write, after: ["act"] } },
      { read: () => pendingAnswer().promise, act: () => effect.promise },
    );
    await run.time.settled();
    run.cancel();
    await run.time.advance(100);
    effect.resolve(says("done"));
    const ended = await run.outcome;
    expect(ended.status).toBe("cancelled");
    expect(statuses(ended)).toEqual({
      read: "cancelled",
      act: "success",
      after: "cancelled",
      next: "cancelled",
    });
    expect(run.log).toContain("settle act success");
    expect(run.calls.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  it("a step whose journal line was being written is not sent", async () => {
    const written = Promise.withResolvers<void>();
    const run = engineRun(
      { act: write },
      {},
      {
        deps: { journal: { intend: () => written.promise, settle: async () => undefined } },
      },
    );
    run.cancel();
    written.resolve();
    expect(statuses(await run.outcome)).toEqual({ act: "cancelled" });
    expect(run.calls).toEqual([]);
  });

  it.each<[string, AbortSignal]>([
    ["that was stopped before it went on", AbortSignal.abort()],
    ["that goes on", new AbortController().signal],
  ])("what was done before stays done in a run %s", async (_what, signal) => {
    const before = await engineRun({ a: write, b: { ...write, after: ["a"] } }).outcome;
    const finished = new Map(before.steps.map((step) => [String(step.id), step]));
    const steps = { a: write, b: { ...write, after: ["a"] }, c: { after: ["b"] } };
    const { outcome } = engineRun(steps, {}, { finished, signal });
    const ended = await outcome;
    expect(ended.steps.slice(0, 2)).toEqual(before.steps);
    expect(statuses(ended)["c"]).toBe(signal.aborted ? "cancelled" : "success");
  });

  it("a step that was sent before, and is not asked about any more, is unknown", async () => {
    const { outcome, calls } = engineRun(
      { look: {}, act: { ...write, after: ["look"] }, tell: { after: ["act"] } },
      {},
      { inFlight: new Set(["act"]), signal: AbortSignal.abort() },
    );
    const ended = await outcome;
    expect(statuses(ended)).toEqual({ look: "cancelled", act: "unknown", tell: "cancelled" });
    expect(ended.steps[1]?.output?.metadata["code"]).toBe("INTERRUPTED");
    expect(calls).toEqual([]);
  });

  it("a run that was cancelled before it began does nothing", async () => {
    const { outcome, calls } = engineRun({ a: {} }, {}, { signal: AbortSignal.abort() });
    expect(statuses(await outcome)).toEqual({ a: "cancelled" });
    expect(calls).toEqual([]);
  });
});
