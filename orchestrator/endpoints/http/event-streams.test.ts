import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { memoryRunEvents } from "../../adapters/events/memory-run-events.ts";
import { openStore } from "../../adapters/store/open-store.ts";
import { systemClock } from "../../adapters/time/system-clock.ts";
import type { NewRunEvent } from "../../ports/run-events.ts";
import { ana, forecast, someRun, someStep } from "../../ports/stores.fixture.ts";
import { type Followed, followRun } from "./event-streams.ts";

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
    hear: async (after: number, most = Number.POSITIVE_INFINITY) => {
      const heard: Followed[] = [];
      const told = followRun({ store, events, sleep }, ana, "run_1", after, leaving.signal);
      for await (const each of told) {
        heard.push(each);
        if (heard.length === most) break;
      }
      return heard;
    },
  };
}

/** `3 step_finished 2`: its id, what it is, and of which step. */
const lineOf = ({ id, event }: Followed): string =>
  [
    id,
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

/** Without the ids: what was heard, in its order. */
const heardIn = (lines: readonly string[]) => lines.map((line) => line.replace(/^\d+ /, ""));

it.each([
  ["in the order of the plan", [1, 2, 3], WHOLE],
  [
    "in the opposite order",
    [3, 2, 1],
    [
      "1 plan",
      "1 step_started 3",
      "1 step_finished 3",
      "1 step_started 2",
      "1 step_finished 2",
    ].concat(["2 step_started 1", "7 step_finished 1", "8 reply"]),
  ],
])("steps that end %s are each told once, as they end", async (_order, order, lines) => {
  const run = await aRunElsewhere([...order.map((id) => () => run.settle(id)), () => run.end()]);
  const heard = await run.hear(0);
  expect(heard.map(lineOf)).toEqual(lines);
  expect(heard.map(({ event }) => event.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it("whoever comes again misses nothing, at any place, at any time and in whatever order steps ended", async () => {
  for (const order of [
    [1, 2, 3],
    [3, 1, 2],
  ]) {
    const later = await aRunElsewhere([]);
    for (const id of order) await later.settle(id);
    await later.end();
    for (const ended of [0, 1, 2]) {
      const run = await aRunElsewhere([]);
      for (const id of order.slice(0, ended)) await run.settle(id);
      const before = await run.hear(0);
      for (let seen = 0; seen <= before.length; seen += 1) {
        const first = before.slice(0, seen);
        const second = await later.hear(Number(first.at(-1)?.id ?? 0));
        const heard = heardIn([...first, ...second].map(lineOf));
        expect(new Set(heard)).toEqual(new Set(heardIn(WHOLE)));
        if (order[0] === 1) expect(heard).toEqual(heardIn(WHOLE));
      }
    }
  }
});

it("whoever heard steps side by side, and a step that was sent again, misses nothing elsewhere", async () => {
  const here = await aRunElsewhere([]);
  const tell = (event: NewRunEvent) => here.events.publish(ana, "run_1", event);
  const about = (id: number) => ({ step_id: id, ...forecast(id), attempt: 1 });
  const begin = ({ step_id, domain, capability, attempt }: ReturnType<typeof about>) =>
    tell({ type: "step_started", step_id, domain, capability, attempt });
  tell({ type: "plan", plan });
  begin(about(1));
  tell({ type: "step_retried", step_id: 1, attempt: 2, reason: "it did not answer" });
  begin(about(2));
  tell({ type: "step_finished", step: someStep({ id: 2 }) });
  const first = await here.hear(0, 5);
  expect(first.map(lineOf)).toEqual([
    ...["1 plan", "2 step_started 1", "2 step_retried", "2 step_started 2", "2 step_finished 2"],
  ]);
  const elsewhere = await aRunElsewhere([]);
  for (const id of [1, 2, 3]) await elsewhere.settle(id);
  await elsewhere.end();
  const second = await elsewhere.hear(2);
  expect(second.map(lineOf)).toEqual([
    ...["3 step_finished 1", "4 step_started 2", "5 step_finished 2"],
    ...["6 step_started 3", "7 step_finished 3", "8 reply"],
  ]);
});

it("a step that asked, or failed, is told again: it may have been carried out meanwhile", async () => {
  const run = await aRunElsewhere([]);
  await run.settle(1);
  await run.store.runs.settle(ana, "run_1", someStep({ id: 2, status: "failure" }));
  await run.store.runs.save({ ...running, status: "failure", answer: "Não deu." });
  const heard = await run.hear(0);
  expect(heard.map(lineOf).slice(3)).toEqual(["4 step_started 2", "4 step_finished 2", "4 reply"]);
  await run.settle(2);
  await run.settle(3);
  await run.end();
  expect(heardIn((await run.hear(4)).map(lineOf))).toEqual([
    ...["step_finished 2", "step_started 3", "step_finished 3", "reply"],
  ]);
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
    ...["1 plan", "1 step_started 3", "1 step_finished 3", "2 step_started 1", "3 step_finished 1"],
    ...["4 step_started 2", "7 step_finished 2", "8 reply"],
  ]);
});

it("whoever saw more than the store tells still hears the end", async () => {
  const run = await aRunElsewhere([]);
  await run.end();
  expect((await run.hear(100)).map(({ event }) => event.type)).toEqual(["reply"]);
});
