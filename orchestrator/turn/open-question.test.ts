import { afterEach, beforeEach, expect, it } from "vitest";
import { answer } from "./answer.ts";
import { gardenDomain } from "./garden.fixture.ts";
import { abandonRun } from "./open-question.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";
import type { TurnDeps } from "./turn-deps.ts";

const ana = { user_id: "ana", session_id: "s" };

let garden: Awaited<ReturnType<typeof openTurnDeps>>;
beforeEach(async () => {
  garden = await openTurnDeps([gardenDomain([])]);
});
afterEach(() => garden.close());

/** A question that waits for a yes, and its run. */
async function ask() {
  const { store, clock } = garden.turnDeps();
  const entry = { ...ana, channel: "test", metadata: {}, input_text: "arranque a urtiga" };
  const { run_id } = await answer(entry, garden.turnDeps());
  const question = await store.pending.find(ana, clock.now());
  const run = await store.runs.find(ana, run_id);
  if (question === undefined || run === undefined) throw new Error("nothing was asked");
  return { question, run };
}

it("a run whose question goes unanswered is over", async () => {
  const { question, run } = await ask();
  await abandonRun(garden.turnDeps(), question);
  const kept = await garden.turnDeps().store.runs.find(ana, run.run_id);
  expect(kept?.status).toBe("cancelled");
});

it("a run that someone goes on with just now is left alone", async () => {
  const { question, run } = await ask();
  const deps = garden.turnDeps();
  const { store } = deps;
  // Read while it still waited, and then the yes came.
  const late: TurnDeps = {
    ...deps,
    store: { ...store, runs: { ...store.runs, find: async () => run } },
  };
  await store.runs.save({ ...run, status: "running", updated_at: run.updated_at + 1 });
  await abandonRun(late, question);
  expect((await store.runs.find(ana, run.run_id))?.status).toBe("running");
});
