import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openStore } from "../../adapters/store/open-store.ts";
import { systemClock } from "../../adapters/time/system-clock.ts";
import { RunTakenError, type Store } from "../../ports/stores.ts";
import { executePlan } from "../../turn/execute-plan.ts";
import { tellContinued } from "../../turn/tell-continued.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import { ana, newestRun } from "./interruptions.fixture.ts";
import { openRecovery } from "./open-recovery.fixture.ts";
import { openProcessLease } from "./process-lease.ts";
import { readThenAct, workshop } from "./workshop.fixture.ts";

const entry = { ...ana, session_id: "s", channel: "test", metadata: {}, input_text: "x" };

let folder: string;
let done: string[];
let deps: Awaited<ReturnType<typeof openTurnDeps>>;
let one: Store;
let other: Store;
beforeEach(async () => {
  done = [];
  folder = mkdtempSync(join(tmpdir(), "regente-paused-"));
  deps = await openTurnDeps([workshop(done)]);
  one = await openStore({ dataDir: folder, holder: "one", clock: systemClock });
  other = await openStore({ dataDir: folder, holder: "other", clock: systemClock });
});
afterEach(async () => {
  await Promise.all([one.close(), other.close(), deps.close()]);
  rmSync(folder, { recursive: true });
});

/** Another process, for which the first one is gone, carries on what that one has begun. */
async function takeOver(): Promise<TurnDeps> {
  const successor = { ...deps.turnDeps(), store: other };
  const recovery = openRecovery({
    context: successor,
    continuedFor: tellContinued(successor),
    processLease: openProcessLease(other.channels, "other", systemClock, (name) => name === "one"),
    domainsReady: Promise.resolve(),
    isExpected: () => false,
  });
  await recovery.loaded;
  recovery.stop();
  await recovery.leave(10_000);
  await other.flush();
  return successor;
}

it.each([
  ["stamp", 2, "success"],
  ["post", 3, "partial"],
  ["stamp", 3, "success"],
] as const)(
  "what a process that was paused too long still hears changes nothing: %s, at step %d",
  async (last, at, status) => {
    const sent = Promise.withResolvers<void>();
    const paused = Promise.withResolvers<void>();
    const { client } = deps.turnDeps();
    const call: TurnDeps["client"]["call"] = async (made) => {
      const output = await client.call(made);
      if (made.request.context.step_id !== String(at)) return output;
      sent.resolve();
      await paused.promise;
      return output;
    };
    const began = executePlan(
      { plan: readThenAct(last), entry },
      { ...deps.turnDeps(), store: one, client: { call } },
    );
    await sent.promise;
    const successor = await takeOver();
    const run = await newestRun(successor);
    const steps = await other.runs.steps(ana, run?.run_id ?? "");
    expect(run?.status).toBe(status);
    paused.resolve();
    await expect(began).rejects.toThrow(RunTakenError);
    await one.flush();
    expect(await newestRun(successor)).toEqual(run);
    expect(await other.runs.steps(ana, run?.run_id ?? "")).toEqual(steps);
    expect(done).toHaveLength(2);
  },
);
