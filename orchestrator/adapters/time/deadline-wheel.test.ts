import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deadlineWheel } from "./deadline-wheel.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function opened() {
  const rung: string[] = [];
  const after = deadlineWheel(() => performance.now());
  return { rung, set: (ms: number, name: string) => after(ms, () => rung.push(name)) };
}

it("rings each deadline in its time, none too early and at most a tick late", () => {
  const { rung, set } = opened();
  set(30_000, "last");
  set(150, "second");
  set(20, "short");
  set(150, "second too");
  vi.advanceTimersByTime(20);
  expect(rung).toEqual(["short"]);
  vi.advanceTimersByTime(129);
  expect(rung).toEqual(["short"]);
  vi.advanceTimersByTime(11);
  expect(rung).toEqual(["short", "second", "second too"]);
  vi.advanceTimersByTime(29_830);
  expect(rung).toHaveLength(3);
  vi.advanceTimersByTime(20);
  expect(rung.at(-1)).toBe("last");
});

it("does not ring what was taken back, and rings the others", () => {
  const { rung, set } = opened();
  const back = [set(200, "a"), set(20, "b"), set(400, "c")];
  set(300, "d");
  for (const take of back) take();
  for (const take of back) take();
  vi.advanceTimersByTime(1000);
  expect(rung).toEqual(["d"]);
});

it("rings what is set while it rings, and leaves no timer when nothing waits", () => {
  const after = deadlineWheel(() => performance.now());
  const rung: string[] = [];
  after(200, () => {
    rung.push("first");
    after(200, () => rung.push("second"));
  });
  vi.advanceTimersByTime(210);
  expect(rung).toEqual(["first"]);
  vi.advanceTimersByTime(220);
  expect(rung).toEqual(["first", "second"]);
  expect(vi.getTimerCount()).toBe(0);
});

it("waits for a deadline that is further away than one timer can, without spinning", () => {
  const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
  let looks = 0;
  const after = deadlineWheel(() => {
    if (++looks > 100) throw new Error("it spins");
    return performance.now();
  });
  const rung = vi.fn();
  after(MONTH_MS, rung);
  vi.advanceTimersByTime(MONTH_MS - 1);
  expect(rung).not.toHaveBeenCalled();
  vi.advanceTimersByTime(20);
  expect(rung).toHaveBeenCalledOnce();
});
