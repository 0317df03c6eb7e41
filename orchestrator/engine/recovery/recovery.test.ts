import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RunEvent, StepTrace } from "#shared/contracts/run.ts";
import { hasEnded } from "../../adapters/process/this-process.ts";
import { answer } from "../../turn/answer.ts";
import { executePlan } from "../../turn/execute-plan.ts";
import { tellContinued } from "../../turn/tell-continued.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import {
  ana,
  beginAndDie as interrupt,
  newestRun,
  recover as startAnew,
} from "./interruptions.fixture.ts";
import type { Fate } from "./mortal-store.fixture.ts";
import { openRecovery } from "./open-recovery.fixture.ts";
import { openProcessLease } from "./process-lease.ts";
import { readThenAct, workshop } from "./workshop.fixture.ts";

const entry = { ...ana, session_id: "s", channel: "test", metadata: {} };

let done: string[];
let seen: { reads: number };
let deps: Awaited<ReturnType<typeof openTurnDeps>>;
beforeEach(async () => {
  done = [];
  seen = { reads: 0 };
  deps = await openTurnDeps([workshop(done, seen)]);
});
afterEach(() => deps.close());

const beginAndDie = (begin: (deps: TurnDeps) => Promise<unknown>, at: number, fate?: Fate) =>
  interrupt(deps.turnDeps(), begin, at, fate);
const recover = (more?: Parameters<typeof startAnew>[1]) => startAnew(deps, more);

describe("a process that dies at any journal write of a plan", () => {
  const fates: Fate[] = ["dies before", "dies after"];
  it.each(fates)("%s it: everything happens once, or nothing did", async (fate) => {
    for (let at = 0; ; at += 1) {
      done.length = 0;
      const begin = (mortal: TurnDeps) =>
        executePlan({ plan: readThenAct(), entry: { ...entry, input_text: `n${at}` } }, mortal);
      const how = await beginAndDie(begin, at, fate);
      const fresh = await recover();
      const run = await newestRun(fresh);
      const isKept = run?.input_text === `n${at}`;
      // A run that was never written down has done nothing; its caller was told nothing either.
      expect(isKept, `at ${at}`).toBe(!(at === 0 && fate === "dies before"));
      expect(done).toHaveLength(isKept ? 2 : 0);
      if (isKept) {
        expect(run?.status).toBe("success");
        const steps = await fresh.store.runs.steps(ana, run?.run_id ?? "");
        expect(steps.map(({ status }) => status)).toEqual(["success", "success", "success"]);
        // The same dial that the first effect was sent with is told in the answer.
        expect(run?.answer).toContain(done[0]?.replace("stamp ", "stamp: "));
      }
      if (how === "ended") break;
    }
  });

  it("that comes back a day later sends nothing again that its domain may have forgotten, and says so", async () => {
    const begin = (mortal: TurnDeps) =>
      executePlan({ plan: readThenAct(), entry: { ...entry, input_text: "late" } }, mortal);
    // The effect has happened, and its answer is lost.
    await beginAndDie(begin, 2, "dies before");
    deps.pass(24 * 60 * 60 * 1000);
    const fresh = await recover();
    const run = await newestRun(fresh);
    const steps = await fresh.store.runs.steps(ana, run?.run_id ?? "");
    expect(steps.map(({ status }) => status)).toEqual(["success", "unknown", "skipped"]);
    expect(done).toHaveLength(1);
    expect(run?.answer).toContain("workshop");
  });

  it("reads nothing again that an effect was sent with", async () => {
    await beginAndDie(
      (mortal) =>
        executePlan({ plan: readThenAct(), entry: { ...entry, input_text: "x" } }, mortal),
      2,
    );
    await recover();
    expect(seen.reads).toBe(1);
    expect(done).toEqual(["stamp dial 1", "stamp after stamp: dial 1"]);
  });

  it("never repeats by itself what must not be repeated, and says so", async () => {
    // run, intend 2, settle 2, intend 3, and then the answer to 3 is lost.
    await beginAndDie(
      (mortal) =>
        executePlan({ plan: readThenAct("post"), entry: { ...entry, input_text: "x" } }, mortal),
      4,
    );
    const fresh = await recover();
    expect(done).toEqual(["stamp dial 1", "post after stamp: dial 1"]);
    const run = await newestRun(fresh);
    expect(run?.status).toBe("partial");
    expect(run?.answer).toContain("Não sei dizer se o passo workshop.post foi feito");
  });

  it.each<Fate>(["fails", "fails for good"])(
    "a disk that %s at any write loses no effect and doubles none",
    async (fate) => {
      for (let at = 0; at < 7; at += 1) {
        done.length = 0;
        const input_text = `${fate} ${at}`;
        await beginAndDie(
          (mortal) => executePlan({ plan: readThenAct(), entry: { ...entry, input_text } }, mortal),
          at,
          fate,
        );
        const fresh = await recover();
        const run = await newestRun(fresh);
        expect(new Set(done).size, `at ${at}`).toBe(done.length);
        // Nothing happened that is not written down.
        if (run?.input_text !== input_text) expect(done).toEqual([]);
        else expect(["success", "partial", "failure"]).toContain(run.status);
      }
    },
  );
});

describe("a run that was cancelled, and interrupted before that was written down", () => {
  /** What a process leaves that died after it had cancelled a step, and before it could say that the run is over. */
  const leave = async (third: StepTrace["status"]) => {
    const { store } = deps.turnDeps();
    const begin = (mortal: TurnDeps) =>
      executePlan({ plan: readThenAct(), entry: { ...entry, input_text: "x" } }, mortal);
    // run, intend 2, settle 2, and nothing more.
    await beginAndDie(begin, 3);
    const run = await newestRun(deps.turnDeps());
    if (run === undefined) throw new Error("nothing was begun");
    const steps = await store.runs.steps(ana, run.run_id);
    const { id, domain, capability, required } = { ...steps[1], ...run.plan.steps[2] } as StepTrace;
    const planned = { id, domain, capability, required, output: null, attempts: 1, duration_ms: 0 };
    await store.runs.settle(ana, run.run_id, { ...planned, status: third });
    await store.runs.settle(ana, run.run_id, { ...planned, id: 9, status: "cancelled" });
    return steps;
  };

  it("keeps the receipts of what was done", async () => {
    const [read, stamped] = await leave("cancelled");
    const fresh = await recover();
    const run = await newestRun(fresh);
    expect(run?.status).toBe("cancelled");
    const steps = await fresh.store.runs.steps(ana, run?.run_id ?? "");
    expect(steps.slice(0, 2)).toEqual([read, stamped]);
    expect(steps[2]?.status).toBe("cancelled");
    expect(done).toEqual(["stamp dial 1"]);
  });

  it("calls unknown what had been sent, and does not send it again", async () => {
    await leave("running");
    const fresh = await recover();
    const run = await newestRun(fresh);
    const steps = await fresh.store.runs.steps(ana, run?.run_id ?? "");
    expect(steps.map(({ status }) => status).slice(0, 3)).toEqual([
      "success",
      "success",
      "unknown",
    ]);
    expect(done).toEqual(["stamp dial 1"]);
  });
});

describe("a conversation that was interrupted", () => {
  const say = (input_text: string, at: TurnDeps) =>
    answer({ ...entry, locale: "en", input_text }, at);

  it("knows afterwards what it would have known", async () => {
    await beginAndDie((mortal) => say("stamp one", mortal), 1);
    const fresh = await recover();
    const state = await fresh.store.conversations.load(entry);
    expect(state).toMatchObject({ turn_count: 1, last_answer: "stamp: one" });
    expect(state?.last_frame?.goal).toBe("STAMP");
    expect(state?.last_run_id).toBe((await newestRun(fresh))?.run_id);
    expect(done).toEqual(["stamp one"]);
  });

  it("still has its question after a death at any write of the answer, or what the answer led to", async () => {
    for (let at = 0; ; at += 1) {
      done.length = 0;
      const session_id = `s${at}`;
      const speak = (input_text: string, to: TurnDeps) =>
        answer({ ...entry, session_id, locale: "en", input_text }, to);
      const asked = await speak("stamp", deps.turnDeps());
      expect(asked.status).toBe("clarification");
      const how = await beginAndDie(
        (mortal) => speak("label", mortal),
        at,
        at % 2 ? "dies after" : "dies before",
      );
      const fresh = await recover();
      if (done.length === 0) {
        const open = await fresh.store.pending.find({ ...ana, session_id }, fresh.clock.now());
        expect(open?.question, `at ${at}`).toBe(asked.pending?.question);
        expect((await speak("label", fresh)).status).toBe("success");
      }
      expect(done).toEqual(["stamp label"]);
      expect(
        await fresh.store.pending.find({ ...ana, session_id }, fresh.clock.now()),
      ).toBeUndefined();
      if (how === "ended") break;
    }
  });

  it("hears the next message after the run that was carried on", async () => {
    await beginAndDie((mortal) => say("stamp one", mortal), 1);
    await deps.reopen();
    const fresh = deps.turnDeps();
    const processLease = openProcessLease(fresh.store.channels, "second", fresh.clock, hasEnded);
    const recovery = openRecovery({
      ...{
        context: fresh,
        continuedFor: tellContinued(fresh),
        processLease,
        isExpected: () => false,
      },
      domainsReady: Promise.resolve(),
    });
    await recovery.loaded;
    expect((await say("what did you say", fresh)).answer).toBe("stamp: one");
    recovery.stop();
    await recovery.leave(0);
  });
});

describe("manifests that changed meanwhile", () => {
  const begin = (mortal: TurnDeps) =>
    executePlan({ plan: readThenAct(), entry: { ...entry, input_text: "x" } }, mortal);

  it("stop a run that no longer fits, and the answer says what was done", async () => {
    await beginAndDie(begin, 3);
    const other = await openTurnDeps([]);
    const fresh = await recover({ current: other.turnDeps().current });
    await other.close();
    const run = await newestRun(fresh);
    expect(done).toEqual(["stamp dial 1"]);
    expect(run?.status).toBe("partial");
    expect(run?.answer).toContain("stamp: dial 1");
    expect(run?.answer).toContain("não oferece mais");
  });

  it("let a run wait for a domain that has only not come up yet", async () => {
    await beginAndDie(begin, 3);
    const other = await openTurnDeps([]);
    const fresh = await recover({ current: other.turnDeps().current, isExpected: true });
    await other.close();
    expect((await newestRun(fresh))?.status).toBe("running");
    await recover();
    expect((await newestRun(deps.turnDeps()))?.status).toBe("success");
  });
});

it("whoever follows a recovered run sees it end, also from where they had been", async () => {
  const events: RunEvent[] = [];
  await beginAndDie(
    (mortal) =>
      executePlan({ plan: readThenAct(), entry: { ...entry, input_text: "x" } }, mortal, {
        watch: (event) => void (event.type !== "words" && events.push(event)),
      }),
    4,
  );
  const fresh = await recover();
  const { run_id = "" } = events[0] ?? {};
  for (const after of [0, events.length, 100]) {
    const followed = fresh.events.follow(ana, run_id, after, new AbortController().signal);
    const types: string[] = [];
    for await (const { type } of followed ?? []) types.push(type);
    expect(types.at(-1)).toBe("reply");
  }
});
