import type { DomainOutput } from "#shared/contracts/output.ts";
import { type ExecutionPlan, executionPlan } from "#shared/contracts/plan.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { DomainCallError, type DomainFault, type StepCall } from "../ports/domain-client.ts";
import type { NewRunEvent } from "../ports/run-events.ts";
import { asleep } from "./asleep.fixture.ts";
import type { EngineDeps, PlanRun, RunOutcome, StepPolicy } from "./plan-run.ts";
import { runPlan } from "./run-plan.ts";

export const says = (explanation: string, result: unknown = null): DomainOutput => ({
  status: "success",
  result,
  explanation,
  confidence: 1,
  metadata: {},
});
export const refuses = (explanation: string): DomainOutput => ({
  ...says(explanation),
  status: "failure",
});
export const asks = (explanation: string, result: unknown = null): DomainOutput => ({
  ...says(explanation, result),
  status: "clarification",
});
export const breaks = (fault: DomainFault, sent = true, retryAfterMs?: number): DomainCallError =>
  new DomainCallError("weather", fault, fault, sent, {
    ...(fault === "http_status" && { status: 503 }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });

export type StepSketch = {
  after?: string[];
  optional?: boolean;
  params?: Record<string, unknown>;
  policy?: Partial<StepPolicy>;
};

/** `{a: {}, b: {after: ["a"]}}` as a plan; a step's capability is named like its id. */
export const planOf = (
  steps: Record<string, StepSketch>,
  shape: Partial<ExecutionPlan> = {},
): ExecutionPlan =>
  executionPlan.parse({
    ...shape,
    steps: Object.entries(steps).map(([id, { after, optional, params }]) => ({
      id,
      domain: "weather",
      capability: id,
      params,
      depends_on: after,
      required: optional !== true,
    })),
  });

/** Time that only moves when the test says so. */
function stoppedTime() {
  let now = 0;
  const sleepers = new Set<{ at: number; wake: () => void }>();
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    clock: { now: () => 1_000_000 + now, monotonic: () => now },
    sleep: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const sleeper = { at: now + ms, wake: resolve };
        sleepers.add(sleeper);
        const stop = () => {
          sleepers.delete(sleeper);
          reject(new Error("stopped"));
        };
        if (signal.aborted) stop();
        else signal.addEventListener("abort", stop, { once: true });
      }),
    settled,
    async advance(ms: number) {
      await settled();
      now += ms;
      for (const sleeper of sleepers)
        if (sleeper.at <= now) {
          sleepers.delete(sleeper);
          sleeper.wake();
        }
      await settled();
    },
    sleeping: () => sleepers.size,
  };
}

type Answer = DomainOutput | DomainCallError | Promise<DomainOutput>;
/** What each step's domain does, at each attempt; a step without a line says its own name. */
export type Script = Record<string, (call: StepCall) => Answer>;

const READ: StepPolicy = {
  effect: "read",
  repeat: "once",
  timeoutMs: 5000,
  attempts: 1,
  backoffMs: 100,
  confirm: false,
  outside: [],
};

/** Run a plan against a script and keep everything that happens, in order. */
export function engineRun(
  steps: Record<string, StepSketch>,
  script: Script = {},
  given: Partial<PlanRun> & { shape?: Partial<ExecutionPlan>; deps?: Partial<EngineDeps> } = {},
) {
  const { shape, deps: changed, ...run } = given;
  const time = stoppedTime();
  const client = new AbortController();
  const log: string[] = [];
  const calls: StepCall[] = [];
  const events: NewRunEvent[] = [];
  const settled: StepTrace[] = [];
  const deps: EngineDeps = {
    route: async (call) => {
      const id = String(call.step.id);
      log.push(`send ${id}`);
      calls.push(call);
      try {
        const answer = await (script[id]?.(call) ?? says(id));
        if (answer instanceof DomainCallError) throw answer;
        return answer;
      } finally {
        log.push(`done ${id}`);
      }
    },
    effectOf: ({ id }) => ({ ...READ, ...steps[String(id)]?.policy }),
    journal: {
      get hasSent() {
        return log.some((line) => line.startsWith("intend "));
      },
      intend: async (step) => {
        log.push(`intend ${step.id}`);
      },
      settle: async (step) => {
        settled.push(step);
        log.push(`settle ${step.id} ${step.status}`);
      },
    },
    emit: (event) => events.push(event),
    clock: time.clock,
    sleep: time.sleep,
    after: asleep(time.sleep),
    random: () => 0.5,
    ...changed,
  };
  const outcome: Promise<RunOutcome> = runPlan(
    {
      plan: planOf(steps, shape),
      confidence: 0.97,
      originalQuery: "how is the weather",
      deadlineAt: time.clock.now() + 10_000,
      signal: client.signal,
      ...run,
    },
    deps,
  );
  return { outcome, log, calls, events, settled, time, cancel: () => client.abort() };
}

/** A promise with its handles, for domains that answer when the test says so. */
export function pendingAnswer() {
  return Promise.withResolvers<DomainOutput>();
}

export const statuses = (outcome: RunOutcome): Record<string, StepTrace["status"]> =>
  Object.fromEntries(outcome.steps.map(({ id, status }) => [String(id), status]));
