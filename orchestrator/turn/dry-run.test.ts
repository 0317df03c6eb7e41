import { afterEach, beforeEach, expect, it } from "vitest";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import { answer } from "./answer.ts";
import { executePlan } from "./execute-plan.ts";
import { gardenDomain } from "./garden.fixture.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";

const entry = { user_id: "ana", session_id: "s", channel: "test", metadata: {} };
const planOf = (capability: string, plant_text: string): ExecutionPlan => ({
  execution_mode: "sequential",
  combine_mode: "last",
  max_concurrency: 1,
  steps: [
    {
      ...{ id: 1, domain: "garden", capability, params: { plant_text } },
      ...{ depends_on: [], required: true },
    },
  ],
});

let done: string[];
let garden: Awaited<ReturnType<typeof openTurnDeps>>;
beforeEach(async () => {
  done = [];
  garden = await openTurnDeps([gardenDomain(done)]);
});
afterEach(() => garden.close());

const say = (input_text: string) => answer({ ...entry, input_text }, garden.turnDeps());
const tryOut = (capability: string, plant_text: string) =>
  executePlan(
    {
      plan: planOf(capability, plant_text),
      entry: { ...entry, input_text: "plan" },
      dryRun: true,
    },
    garden.turnDeps(),
  );

it("a dry run that waited for a yes stays one after it, also after a restart", async () => {
  const asked = await tryOut("uproot", "urtiga");
  expect(asked.status).toBe("clarification");
  await garden.reopen();
  const told = await say("sim");
  expect(told.status).toBe("success");
  expect(told.run_id).toBe(asked.run_id);
  expect(told.trace.receipts).toEqual([]);
  expect(done).toEqual([]);
  const run = await garden.turnDeps().store.runs.find(entry, asked.run_id);
  expect(run?.circumstances?.dry_run).toBe(true);
});

it("nothing of a dry run can be taken back", async () => {
  await tryOut("uproot", "urtiga");
  await say("sim");
  expect((await say("desfaz")).status).toBe("clarification");
  expect(done).toEqual([]);
});
