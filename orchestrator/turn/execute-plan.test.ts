import { afterEach, beforeEach, expect, it } from "vitest";
import { ana, beginAndDie, newestRun, recover } from "../engine/recovery/interruptions.fixture.ts";
import { readThenAct, workshop } from "../engine/recovery/workshop.fixture.ts";
import { executePlan, resumeRun } from "./execute-plan.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";
import type { TurnDeps } from "./turn-deps.ts";

const entry = { ...ana, session_id: "s", channel: "test", metadata: {} };

let done: string[];
let deps: Awaited<ReturnType<typeof openTurnDeps>>;
beforeEach(async () => {
  done = [];
  deps = await openTurnDeps([workshop(done)]);
});
afterEach(() => deps.close());

/** A run whose third step was refused by the disk: run, intend 2, settle 2, intend 3. */
async function failAtTheThird(input_text: string) {
  const begin = (failing: TurnDeps) =>
    executePlan({ plan: readThenAct(), entry: { ...entry, input_text } }, failing);
  await beginAndDie(deps.turnDeps(), begin, 3, "fails");
  const run = await newestRun(deps.turnDeps());
  if (run?.input_text !== input_text || run.status !== "partial")
    throw new Error(`it did not fail: ${run?.status}`);
  return run;
}
const statuses = async ({ store }: TurnDeps, run_id: string) =>
  (await store.runs.steps(ana, run_id)).map(({ status }) => status);

it("goes on from what did not succeed, also when the process dies at any write of that", async () => {
  for (let at = 0; ; at += 1) {
    done.length = 0;
    const failed = await failAtTheThird(`n${at}`);
    const resume = (mortal: TurnDeps) => resumeRun(mortal, failed, {});
    const fate = at % 2 === 0 ? "dies after" : "dies before";
    const how = await beginAndDie(deps.turnDeps(), resume, at, fate);
    const fresh = await recover(deps);
    const run = await newestRun(fresh);
    // Claimed means begun: no one has to ask for it a second time.
    expect(run?.status, `at ${at}`).toBe("success");
    expect(await statuses(fresh, failed.run_id)).toEqual(["success", "success", "success"]);
    expect(done).toHaveLength(2);
    if (how === "ended") break;
  }
});

it("a run that was cancelled and resumed is not taken for a cancelled one after a crash", async () => {
  const failed = await failAtTheThird("x");
  const { store } = deps.turnDeps();
  const [, , third] = await store.runs.steps(ana, failed.run_id);
  if (third === undefined) throw new Error("there is no third step");
  await store.runs.settle(ana, failed.run_id, { ...third, status: "cancelled", output: null });
  await beginAndDie(deps.turnDeps(), (mortal) => resumeRun(mortal, failed, {}), 0, "dies after");
  const fresh = await recover(deps);
  expect((await newestRun(fresh))?.status).toBe("success");
  expect(done).toHaveLength(2);
});

it("does not go on with a run that someone else goes on with", async () => {
  const failed = await failAtTheThird("x");
  await deps.turnDeps().store.runs.claim(failed);
  expect(await resumeRun(deps.turnDeps(), failed, {})).toBeUndefined();
  expect(await statuses(deps.turnDeps(), failed.run_id)).toEqual(["success", "success", "failure"]);
});
