import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { RunEvent } from "#shared/contracts/run.ts";
import { showProgress } from "./show-turn.ts";
import { fakeTerminal } from "./testing/fake-terminal.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const about = { run_id: "run_1", seq: 1, at: 0 };
const started = (step_id: number, capability: string): RunEvent => ({
  ...about,
  type: "step_started",
  step_id,
  domain: "weather",
  capability,
  attempt: 1,
});
const finished = (id: number): RunEvent => ({
  ...about,
  type: "step_finished",
  step: {
    id,
    domain: "weather",
    capability: "get_rain",
    status: "success",
    required: true,
    output: null,
    attempts: 1,
    duration_ms: 1,
  },
});
const step = (id: number) => ({
  id,
  domain: "weather",
  capability: "get_rain",
  params: {},
  depends_on: [],
  required: true,
});
const plan: RunEvent = {
  ...about,
  type: "plan",
  plan: {
    execution_mode: "dag",
    combine_mode: "last",
    max_concurrency: 4,
    steps: [step(1), step(2)],
  },
};

/** The line as it stands on the screen, after a while. */
function lineOf(shown: { errors: string }): string {
  vi.advanceTimersByTime(80);
  return stripVTControlCharacters(shown.errors.split("\r").at(-1) ?? "").slice(2);
}

it("names the steps that run now, and counts those that are done", () => {
  const { terminal, shown } = fakeTerminal(true);
  const { watch, stop } = showProgress(terminal);
  expect(lineOf(shown)).toBe("pensando");
  watch(plan);
  watch(started(1, "get_rain"));
  watch(started(2, "get_wind"));
  expect(lineOf(shown)).toBe("get_rain, get_wind 0/2");
  watch(finished(1));
  expect(lineOf(shown)).toBe("get_wind 1/2");
  stop();
});

it("leaves nothing on the screen, and stops drawing", () => {
  const { terminal, shown } = fakeTerminal(true);
  showProgress(terminal).stop();
  const before = shown.errors;
  expect(before.endsWith("\r\u001b[2K")).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(shown.errors).toBe(before);
});

it("keeps to one line, whatever runs", () => {
  const { terminal, shown } = fakeTerminal(true);
  const { watch, stop } = showProgress(terminal);
  for (let id = 0; id < 40; id += 1) watch(started(id, "get_rain"));
  expect(lineOf(shown).length).toBeLessThan(80);
  stop();
});

it("says nothing where there is no terminal", () => {
  const { terminal, shown } = fakeTerminal(false);
  const { watch, stop } = showProgress(terminal);
  watch(started(1, "get_rain"));
  vi.advanceTimersByTime(200);
  stop();
  expect(shown.errors).toBe("");
});
