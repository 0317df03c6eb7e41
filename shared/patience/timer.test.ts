import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { afterMs, doneWithin, MAX_TIMER_MS, timerMs } from "./timer.ts";

describe("timer", () => {
  const DAY_MS = 24 * 60 * 60 * 1000;

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [20_000.5, 20_000],
    [-1, 0],
    [0.9, 0],
    [25 * DAY_MS, MAX_TIMER_MS],
    [Number.POSITIVE_INFINITY, MAX_TIMER_MS],
    [Number.NaN, 0],
  ])("a span of %d ms is one of %d ms to a timer", (ms, expected) => {
    expect(timerMs(ms)).toBe(expected);
    expect(() => AbortSignal.timeout(timerMs(ms))).not.toThrow();
  });

  it.each([20, 25 * DAY_MS, 365 * DAY_MS])("a wait of %d ms ends once, then", (ms) => {
    const task = vi.fn();
    afterMs(ms, task);
    vi.advanceTimersByTime(ms - 1);
    expect(task).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1 + DAY_MS);
    expect(task).toHaveBeenCalledOnce();
  });

  it("a wait that is taken back never ends, also in its second month", () => {
    const task = vi.fn();
    const takeBack = afterMs(60 * DAY_MS, task);
    vi.advanceTimersByTime(40 * DAY_MS);
    takeBack();
    vi.advanceTimersByTime(60 * DAY_MS);
    expect(task).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("done within", () => {
  const never = new Promise<never>(() => undefined);

  it("says whether the work was done in time", async () => {
    expect(await doneWithin(Promise.resolve("done"), 60_000)).toBe(true);
    expect(await doneWithin(never, 0)).toBe(false);
  });

  it("fails as the work does", async () => {
    await expect(doneWithin(Promise.reject(new Error("broken")), 60_000)).rejects.toThrow("broken");
  });
});
