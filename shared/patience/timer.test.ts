import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { afterMs, MAX_TIMER_MS, timerMs } from "./timer.ts";

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
