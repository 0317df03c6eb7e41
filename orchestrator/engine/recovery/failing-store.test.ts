import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openStore } from "../../adapters/store/open-store.ts";
import { sleep } from "../../adapters/time/system-clock.ts";
import { type Store, StoreError } from "../../ports/stores.ts";
import { executePlan } from "../../turn/execute-plan.ts";
import { tellContinued } from "../../turn/tell-continued.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import { runningRuns } from "../running-runs.ts";
import { ana, beginAndDie } from "./interruptions.fixture.ts";
import { openRecovery } from "./open-recovery.fixture.ts";
import { openProcessLease, type ProcessLease } from "./process-lease.ts";
import type { Takeover } from "./takeover.ts";
import { readThenAct, workshop } from "./workshop.fixture.ts";

let folder: string;
let done: string[];
let deps: Awaited<ReturnType<typeof openTurnDeps>>;
let store: Store;
let recovery: Takeover | undefined;
beforeEach(async () => {
  done = [];
  folder = mkdtempSync(join(tmpdir(), "regente-failing-"));
  deps = await openTurnDeps([workshop(done)]);
  const { clock } = deps.turnDeps();
  const dead = await openStore({ dataDir: folder, holder: "dead", clock });
  for (const session_id of ["s1", "s2"]) {
    const entry = { ...ana, session_id, channel: "test", metadata: {}, input_text: "x" };
    const begin = (mortal: TurnDeps) => executePlan({ plan: readThenAct(), entry }, mortal);
    // run, intend 2, settle 2, and nothing more.
    await beginAndDie({ ...deps.turnDeps(), store: dead }, begin, 3);
  }
  await dead.close();
  store = await openStore({ dataDir: folder, holder: "alive", clock });
});
afterEach(async () => {
  recovery?.stop();
  await recovery?.leave(10_000);
  await Promise.all([store.close(), deps.close()]);
  rmSync(folder, { recursive: true });
});

/** The next process; its pauses are short, and its deadlines are not. */
function start(changed: Partial<TurnDeps> & { processLease?: Partial<ProcessLease> } = {}) {
  const { processLease: others, ...more } = changed;
  const fresh: TurnDeps = {
    ...deps.turnDeps(),
    running: runningRuns(),
    ...{ store, sleep: (ms, signal) => sleep(ms > 1000 ? ms : Math.min(ms, 5), signal) },
    ...more,
  };
  const processLease = openProcessLease(
    store.channels,
    "alive",
    fresh.clock,
    (name) => name === "dead",
  );
  recovery = openRecovery({
    context: fresh,
    continuedFor: tellContinued(fresh),
    processLease: { ...processLease, ...others },
    domainsReady: Promise.resolve(),
    isExpected: () => false,
  });
  return recovery;
}
const runs = (changed: Partial<Store["runs"]>) => ({
  store: { ...store, runs: { ...store.runs, ...changed } },
});
/** So many runs are over; a test that waits for it in vain ends by its own time. */
async function ended(count: number): Promise<void> {
  const over = async () => (await store.runs.list(ana, 10, undefined, { status: "success" })).runs;
  while ((await over()).length < count) await sleep(5, new AbortController().signal);
}
async function allEnded(): Promise<void> {
  await ended(2);
  // Each stamped twice, and nothing a third time.
  expect(done).toHaveLength(4);
}

it("a claim that the store refuses is made again, and keeps no other back", async () => {
  let refused = 0;
  const claim: Store["runs"]["claim"] = (run) => {
    if (run.session_id === "s1" && refused++ === 0) return Promise.reject(new StoreError("EIO"));
    return store.runs.claim(run);
  };
  await start(runs({ claim })).loaded;
  await allEnded();
  expect(refused).toBe(2);
});

it("a claim that was kept although the store could not say so is found", async () => {
  let lost = 0;
  const claim: Store["runs"]["claim"] = async (run) => {
    const claimed = await store.runs.claim(run);
    if (run.session_id !== "s1" || lost++ > 0) return claimed;
    throw new StoreError("the connection broke");
  };
  await start(runs({ claim })).loaded;
  await ended(1);
  deps.pass(60_000);
  await allEnded();
});

it("a session's lease that cannot be had is asked for again, and nothing goes unheard", async () => {
  let asked = 0;
  const { inOrder } = deps.turnDeps();
  const refusing: TurnDeps["inOrder"] = (key, task) =>
    asked++ < 2 ? Promise.reject(new StoreError("EIO")) : inOrder(key, task);
  await start({ inOrder: refusing }).loaded;
  await allEnded();
});

it("a question that cannot be read keeps no endpoint closed", async () => {
  const action = { ...ana, session_id: "s9" } as never;
  const held: Store["pending"]["held"] = async (holder) =>
    holder === "dead" ? [{ action, run_id: "run_9" }] : [];
  const find: Store["runs"]["find"] = (owner, run_id) =>
    run_id === "run_9"
      ? Promise.reject(new StoreError("a row is broken"))
      : store.runs.find(owner, run_id);
  const broken = { ...store, runs: { ...store.runs, find }, pending: { ...store.pending, held } };
  await start({ store: broken }).loaded;
  await allEnded();
});

it("the lease is renewed until the last run of the process has ended", async () => {
  const told: string[] = [];
  const sent = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const renewed = Promise.withResolvers<void>();
  const { client } = deps.turnDeps();
  const call: TurnDeps["client"]["call"] = async (made) => {
    sent.resolve();
    await held.promise;
    told.push("answered");
    return client.call(made);
  };
  let left = 3;
  const processLease = openProcessLease(
    store.channels,
    "alive",
    deps.turnDeps().clock,
    (of) => of === "dead",
  );
  const beat = async () => {
    await processLease.beat();
    if (isStopped && --left === 0) renewed.resolve();
  };
  let isStopped = false;
  const leave = async () => {
    told.push("gave the lease back");
    await processLease.leave();
  };
  const opened = start({ client: { call }, processLease: { ...processLease, beat, leave } });
  await opened.loaded;
  await sent.promise;
  opened.stop();
  isStopped = true;
  const over = opened.leave(600_000);
  await renewed.promise;
  held.resolve();
  await over;
  expect(new Set(told)).toEqual(new Set(["answered", "gave the lease back"]));
  expect(told.at(-1)).toBe("gave the lease back");
});
