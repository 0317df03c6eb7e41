import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deadlineWheel, randomId, sleep } from "./system-clock.ts";

it("an id says its kind, and no two are the same, however many are made", () => {
  const ids = Array.from({ length: 1000 }, () => randomId("run"));
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^run_[0-9a-z]+_[A-Za-z0-9_-]{16}$/);
});

it("sleep ends by itself", async () => {
  await expect(sleep(1, new AbortController().signal)).resolves.toBeUndefined();
});

it("a sleep of a year has not ended after a moment", async () => {
  const stopper = new AbortController();
  const sleeping = sleep(365 * 24 * 60 * 60 * 1000, stopper.signal);
  setTimeout(() => stopper.abort("still asleep"), 20);
  await expect(sleeping).rejects.toBe("still asleep");
});

it("sleep rejects with the signal's reason, also when it has fired before", async () => {
  const stopper = new AbortController();
  const sleeping = sleep(60_000, stopper.signal);
  stopper.abort("over");
  await expect(sleeping).rejects.toBe("over");
  await expect(sleep(60_000, stopper.signal)).rejects.toBe("over");
});

describe("deadlines", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function opened() {
    const rung: string[] = [];
    const wheel = deadlineWheel(() => performance.now());
    return { rung, set: (ms: number, name: string) => wheel(ms, () => rung.push(name)) };
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
    const wheel = deadlineWheel(() => performance.now());
    const rung: string[] = [];
    wheel(200, () => {
      rung.push("first");
      wheel(200, () => rung.push("second"));
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
    const wheel = deadlineWheel(() => {
      if (++looks > 100) throw new Error("it spins");
      return performance.now();
    });
    const rung = vi.fn();
    wheel(MONTH_MS, rung);
    vi.advanceTimersByTime(MONTH_MS - 1);
    expect(rung).not.toHaveBeenCalled();
    vi.advanceTimersByTime(20);
    expect(rung).toHaveBeenCalledOnce();
  });
});
