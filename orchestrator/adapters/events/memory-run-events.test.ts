import { expect, it } from "vitest";
import type { RunEvent } from "#shared/contracts/run.ts";
import { memoryRunEvents } from "./memory-run-events.ts";

const clock = { now: () => 1000, monotonic: () => 0 };
const ana = { user_id: "ana" };
const reply = { type: "reply", status: "success", answer: "done" } as const;
const retried = (attempt: number) =>
  ({ type: "step_retried", step_id: 1, attempt, reason: "busy" }) as const;

async function collect(events: AsyncIterable<RunEvent> | undefined): Promise<number[]> {
  const seen: number[] = [];
  for await (const event of events ?? []) seen.push(event.seq);
  return seen;
}

it("a late listener sees the whole run, one who comes back sees what it missed", async () => {
  const events = memoryRunEvents(clock);
  for (const event of [retried(1), retried(2), reply]) events.publish(ana, "r", event);
  const { signal } = new AbortController();
  expect(await collect(events.follow(ana, "r", 0, signal))).toEqual([1, 2, 3]);
  expect(await collect(events.follow(ana, "r", 1, signal))).toEqual([2, 3]);
});

it("a listener gets what comes, until the reply", async () => {
  const events = memoryRunEvents(clock);
  events.publish(ana, "r", retried(1));
  const seen = collect(events.follow(ana, "r", 0, new AbortController().signal));
  await Promise.resolve();
  events.publish(ana, "r", retried(2));
  events.publish(ana, "r", reply);
  expect(await seen).toEqual([1, 2, 3]);
});

it("a listener who leaves while nothing happens is let go", async () => {
  const events = memoryRunEvents(clock);
  events.publish(ana, "r", retried(1));
  const leaving = new AbortController();
  const seen = collect(events.follow(ana, "r", 0, leaving.signal));
  leaving.abort();
  expect(await seen).toEqual([1]);
});

it("an unknown run, and another user's, has no stream", () => {
  const events = memoryRunEvents(clock);
  events.publish(ana, "r", reply);
  const { signal } = new AbortController();
  expect(events.follow(ana, "x", 0, signal)).toBeUndefined();
  expect(events.follow({ user_id: "bia" }, "r", 0, signal)).toBeUndefined();
});

it("a listener who saw more of the run in an earlier process still hears its end", async () => {
  const events = memoryRunEvents(clock);
  events.publish(ana, "r", retried(1));
  const seen = collect(events.follow(ana, "r", 9, new AbortController().signal));
  await Promise.resolve();
  events.publish(ana, "r", reply);
  expect(await seen).toEqual([2]);
});

it("keeps what has ended as long as all of it together is not too heavy, and what is under way always", async () => {
  const events = memoryRunEvents(clock, 1000);
  const { signal } = new AbortController();
  const isKept = (run: string) => events.follow(ana, run, 0, signal) !== undefined;
  const heavy = { ...retried(1), reason: "x".repeat(400) };
  events.publish(ana, "under way", heavy);
  for (const run of ["a", "b", "c"])
    for (const event of [heavy, reply]) events.publish(ana, run, event);
  expect(["under way", "a", "b", "c"].filter(isKept)).toEqual(["under way", "c"]);
  events.publish(ana, "under way", reply);
  expect(await collect(events.follow(ana, "under way", 0, signal))).toEqual([1, 2]);
});

it("of runs that have ended the newest are kept, and of those under way all", async () => {
  const events = memoryRunEvents(clock);
  events.publish(ana, "under way", retried(1));
  events.publish(ana, "goes on", reply);
  events.publish(ana, "goes on", retried(1));
  for (let at = 0; at < 300; at++) events.publish(ana, `r${at}`, reply);
  const { signal } = new AbortController();
  const isKept = (run_id: string) => events.follow(ana, run_id, 0, signal) !== undefined;
  expect(["under way", "goes on", "r299", "r250"].filter(isKept)).toHaveLength(4);
  expect(isKept("r0")).toBe(false);
});
