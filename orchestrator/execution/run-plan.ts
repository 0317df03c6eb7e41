import type { StepTrace } from "#shared/contracts/run.ts";
import { linkSteps } from "../ports/step-links.ts";
import type { EngineDeps, PlanRun, RunOutcome } from "./plan-run.ts";
import { runStatus } from "./run-status.ts";
import { runStep, type StepEnd, traceOf } from "./run-step.ts";
import { stopOrders } from "./stop-orders.ts";

export type { EngineDeps, PlanRun, RunOutcome } from "./plan-run.ts";

const FINISHED = new Set<StepTrace["status"]>(["success", "failure", "unknown"]);

/**
 * Carry out a plan: each step starts as soon as what it depends on is done, at most `max_concurrency`
 * at a time, first ready first.
 * A required step that fails skips everything after it; an optional one does not. A step that asks the
 * user holds back only what depends on it. At the deadline running steps end at once, as failures that
 * name their domain. Never rejects for what a domain does.
 * Cost: about 3 us a step of its own
 */
export function runPlan(run: PlanRun, deps: EngineDeps): Promise<RunOutcome> {
  const { steps, max_concurrency } = run.plan;
  const { positions, dependencies, dependents } = linkSteps(run.plan);
  const traces = steps.map((step) => traceOf(step, "pending", null, 0, 0));
  const unmet = dependencies.map((before) => before.length);
  const blocked = new Set<number>();
  const questions = new Map<number, StepEnd["asks"]>();
  const ready: number[] = [];
  let next = 0;
  let running = 0;
  const orders = stopOrders(run, deps);
  const outputs = (name: string) => {
    const at = positions.get(name);
    const trace = at === undefined ? undefined : traces[at];
    return trace?.status === "pending" || trace?.status === "waiting" ? undefined : trace;
  };
  const work = { run, deps, outputs, ...orders.forSteps };

  /** A step has ended: what waited for it may start, or can never start. */
  const release = (at: number, trace: StepTrace) => {
    const blocks = trace.status === "skipped" || (trace.required && trace.status !== "success");
    for (const dependent of dependents[at] ?? []) {
      if (blocks) blocked.add(dependent);
      const left = (unmet[dependent] ?? 0) - 1;
      unmet[dependent] = left;
      if (left === 0) ready.push(dependent);
    }
  };
  const settle = (at: number, trace: StepTrace) => {
    traces[at] = trace;
    deps.emit({ type: "step_finished", step: trace });
    if (trace.status !== "waiting") release(at, trace);
  };

  return new Promise((resolve, reject) => {
    const advance = () => {
      while (next < ready.length && running < max_concurrency && !run.signal.aborted) {
        const at = ready[next++] ?? 0;
        const step = steps[at];
        if (step === undefined) continue;
        const before = run.finished?.get(String(step.id));
        if (before !== undefined && FINISHED.has(before.status)) {
          traces[at] = before;
          release(at, before);
        } else if (blocked.has(at)) settle(at, traceOf(step, "skipped", null, 0, 0));
        else {
          running++;
          runStep(step, work).then((end) => finish(at, end), reject);
        }
      }
      if (running === 0) close();
    };
    const finish = (at: number, { trace, asks }: StepEnd) => {
      running--;
      if (asks !== undefined) questions.set(at, asks);
      settle(at, trace);
      advance();
    };
    const close = () => {
      orders.close();
      resolve(outcomeOf(run, traces, questions));
    };
    for (const [at, count] of unmet.entries()) if (count === 0) ready.push(at);
    advance();
  });
}

function outcomeOf(
  run: PlanRun,
  traces: readonly StepTrace[],
  questions: ReadonlyMap<number, StepEnd["asks"]>,
): RunOutcome {
  const stopped = run.signal.aborted;
  const steps = traces.map(
    (trace): StepTrace =>
      stopped && trace.status === "pending" ? { ...trace, status: "cancelled" } : trace,
  );
  const status = runStatus(steps);
  const first = Math.min(...questions.keys());
  const asks = questions.get(first);
  const step = run.plan.steps[first];
  const output = steps[first]?.output;
  if (status !== "waiting" || asks === undefined || step === undefined || output == null)
    return { status, steps };
  return {
    status,
    steps,
    waiting: { step: { ...step, params: asks.params }, kind: asks.kind, output },
  };
}
