import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { RunEvent } from "#shared/contracts/run.ts";
import { memoryRunEvents } from "../../adapters/events/memory-run-events.ts";
import { openStore } from "../../adapters/store/open-store.ts";
import { systemClock } from "../../adapters/time/system-clock.ts";
import { ana, forecast, someRun, someStep } from "../../ports/stores.fixture.ts";
import { followStored } from "./follow-stored.ts";

const plan = { ...someRun().plan, steps: [forecast(1), forecast(2), forecast(3)] };
const running = someRun({ plan });

/** A run that someone else carries out; each wait of whoever follows it lets the next of `happens` be. */
async function aRunElsewhere(happens: readonly (() => unknown)[]) {
  const dataDir = mkdtempSync(join(tmpdir(), "stored-events-"));
  const store = await openStore({ dataDir, clock: systemClock });
  onTestFinished(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true });
  });
  const events = memoryRunEvents(systemClock);
  await store.runs.save(running);
  const left = [...happens];
  const leaving = new AbortController();
  const sleep = async () => {
    const next = left.shift();
    if (next === undefined) leaving.abort();
    else await next();
  };
  return {
    store,
    events,
    settle: (id: number) => store.runs.settle(ana, "run_1", someStep({ id })),
    end: () => store.runs.save({ ...running, status: "success", answer: "Chove." }),
    leave: () => leaving.abort(),
    hear: async (after: number) => {
      const heard: RunEvent[] = [];
      const told = followStored({ store, events, sleep }, ana, "run_1", after, leaving.signal);
      for await (const event of told) heard.push(event);
      return heard;
    },
  };
}

/** `3 step_finished 2`: its number, what it is, and of which step. */
const lineOf = (event: RunEvent): string =>
  [
    event.seq,
    event.type,
    ...(event.type === "step_finished" ? [event.step.id] : []),
    ...(event.type === "step_started" ? [event.step_id] : []),
  ].join(" ");

const WHOLE = [
  "1 plan",
  "2 step_started 1",
  "3 step_finished 1",
  "4 step_started 2",
  "5 step_finished 2",
  "6 step_started 3",
  "7 step_finished 3",
  "8 reply",
];

it.each([
  ["in the order of the plan", [1, 2, 3]],
  ["in the opposite order", [3, 2, 1]],
  ["the middle one last", [3, 1, 2]],
])("steps that end %s are each told once", async (_order, order) => {
  const run = await aRunElsewhere([...order.map((id) => () => run.settle(id)), () => run.end()]);
  expect((await run.hear(0)).map(lineOf)).toEqual(WHOLE);
});

it("whoever comes again goes on where they were, at any place and any time", async () => {
  for (let ended = 0; ended <= 3; ended += 1) {
    const run = await aRunElsewhere([]);
    for (const id of [3, 1, 2].slice(0, ended)) await run.settle(id);
    const first = (await run.hear(0)).map(lineOf);
    const later = await aRunElsewhere([]);
    for (const id of [1, 2, 3]) await later.settle(id);
    await later.end();
    const second = (await later.hear(first.length)).map(lineOf);
    expect([...first, ...second]).toEqual(WHOLE);
  }
});

it("a run that is carried on here is heard live from there, and nothing of it twice", async () => {
  const run = await aRunElsewhere([
    () => run.settle(3),
    () => run.settle(1),
    () => {
      run.events.publish(ana, "run_1", { type: "plan", plan });
      for (const id of [1, 3, 2]) {
        const { domain, capability } = forecast(id);
        const about = { step_id: id, domain, capability, attempt: 1 };
        run.events.publish(ana, "run_1", { type: "step_started", ...about });
        run.events.publish(ana, "run_1", { type: "step_finished", step: someStep({ id }) });
      }
      run.events.publish(ana, "run_1", { type: "reply", status: "success", answer: "Chove." });
    },
  ]);
  expect((await run.hear(0)).map(lineOf)).toEqual([
    ...WHOLE.slice(0, 3),
    "4 step_started 3",
    "5 step_finished 3",
    "6 step_started 2",
    "7 step_finished 2",
    "8 reply",
  ]);
});

it("whoever saw more than the store tells still hears the end", async () => {
  const run = await aRunElsewhere([]);
  await run.end();
  expect((await run.hear(100)).map(({ type }) => type)).toEqual(["reply"]);
});
