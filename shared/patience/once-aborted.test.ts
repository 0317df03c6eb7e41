import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { onceAborted } from "./once-aborted.ts";

it("does every task once when the signal fires, in the order in which they came", () => {
  const told: number[] = [];
  const stop = new AbortController();
  for (const each of [1, 2, 3]) onceAborted(stop.signal, () => told.push(each));
  stop.abort();
  stop.abort();
  expect(told).toEqual([1, 2, 3]);
});

it("does not do what was taken back, also while the others are done", () => {
  const told: string[] = [];
  const stop = new AbortController();
  onceAborted(stop.signal, () => told.push("first"))();
  onceAborted(stop.signal, () => told.push("second"));
  stop.abort();
  expect(told).toEqual(["second"]);
});

it("does the same task as often as it was given", () => {
  let times = 0;
  const stop = new AbortController();
  const task = () => {
    times += 1;
  };
  const takeBack = onceAborted(stop.signal, task);
  onceAborted(stop.signal, task);
  takeBack();
  takeBack();
  stop.abort();
  expect(times).toBe(1);
});

it("has one listener for all that wait, and none when nothing waits any more", () => {
  const stop = new AbortController();
  const listeners = () => getEventListeners(stop.signal, "abort").length;
  const back = [1, 2, 3].map(() => onceAborted(stop.signal, () => undefined));
  expect(listeners()).toBe(1);
  for (const takeBack of back) takeBack();
  expect(listeners()).toBe(0);
  const again: string[] = [];
  onceAborted(stop.signal, () => again.push("waits again"));
  stop.abort();
  expect(again).toEqual(["waits again"]);
});
