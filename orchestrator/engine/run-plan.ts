import type { ExecutionStep } from "#shared/contracts/plan.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { linkSteps } from "../planning/order-steps.ts";
import { runStatus } from "./combine.ts";
import { failureFrom, interrupted, noTimeLeft } from "./failures.ts";
import type { EngineDeps, PlanRun, RunOutcome } from "./plan-run.ts";
import { askedOf, countHits, prepareStep, reading } from "./prepare-step.ts";
import {
  abandoned,
  CANCELLED,
  type Ended,
  NOT_REACHED,
  type Question,
  type Sending,
  SKIPPED,
  sendEffect,
  sendStep,
  traceOf,
} from "./send-step.ts";
import { type GiveUp, stopOrders } from "./stop-orders.ts";

const FINISHED = new Set<StepTrace["status"]>(["success", "failure", "unknown"]);

/**
 * Carry out a plan: each step starts as soon as what it depends on is done, at most `max_concurrency`
 * at a time, first ready first.
 * A required step that fails skips everything after it; an optional one does not. A step that asks the
 * user holds back only what depends on it. At the deadline running steps end, as failures that name
 * their domain. Never rejects for what a domain does.
 * Cost: about 3 us a step of its own
 */
export function runPlan(run: PlanRun, deps: EngineDeps): Promise<RunOutcome> {
  const { promise, resolve } = Promise.withResolvers<RunOutcome>();
  const { steps, max_concurrency } = run.plan;
  const { positions, dependencies, dependents } = linkSteps(run.plan);
  const endedBefore = (step: ExecutionStep) => {
    const before = run.finished?.get(String(step.id));
    return before !== undefined && FINISHED.has(before.status) ? before : undefined;
  };
  // Before anything starts: in a run that is stopped already, what was done stays done as well.
  const traces = steps.map((step) => endedBefore(step) ?? traceOf(step, NOT_REACHED, 0));
  const hadBegun =
    run.inFlight !== undefined || steps.some((step, at) => hasActed(step, traces[at], deps));
  const unmet = dependencies.map((before) => before.length);
  const blocked: boolean[] = [];
  const questions = new Map<number, Question>();
  /** Steps under way, and since when. */
  const underWay = new Map<number, number>();
  /** Of those, the ones of which it is only asked how many things they would hit. */
  const counting = new Set<number>();
  /** Those that went out to their domains. */
  const sentOut = new Set<number>();
  /** Since when nothing but its turn was missing to a step, of the wall clock. */
  const readyAt: number[] = [];
  const makeReady = (at: number) => {
    readyAt[at] = deps.clock.now();
    ready.push(at);
  };
  const ready: number[] = [];
  let next = 0;

  const outputs = (name: string) => {
    const at = positions.get(name);
    const trace = at === undefined ? undefined : traces[at];
    return trace?.status === "pending" || trace?.status === "waiting" ? undefined : trace;
  };
  /** What waits for a step that has ended may start, or can never start. */
  const release = (at: number, { status, required }: StepTrace) => {
    const blocks = status === "skipped" || (required && status !== "success");
    for (const dependent of dependents[at] ?? []) {
      if (blocks) blocked[dependent] = true;
      const left = (unmet[dependent] ?? 0) - 1;
      unmet[dependent] = left;
      if (left === 0) makeReady(dependent);
    }
  };
  const settle = (at: number, trace: StepTrace) => {
    traces[at] = trace;
    deps.emit({ type: "step_finished", step: trace });
    if (trace.status !== "waiting") release(at, trace);
  };
  const finish = (at: number, ended: Ended, params: Question["params"]) => {
    const step = steps[at];
    const startedAt = underWay.get(at);
    // It was given up before; what comes now comes too late.
    if (step === undefined || startedAt === undefined) return;
    underWay.delete(at);
    if (ended.status === "waiting") questions.set(at, ended.question ?? { kind: "domain", params });
    settle(at, traceOf(step, ended, deps.clock.monotonic() - startedAt, readyAt[at]));
    advance();
  };
  const countFirst = async (at: number, sending: Sending) => {
    const { params, policy } = sending;
    counting.add(at);
    const counted = await countHits(sending, run, deps, orders);
    counting.delete(at);
    // Given up meanwhile, or no one waits any more.
    if (!underWay.has(at) || run.signal.aborted) return CANCELLED;
    // A single thing was not named either: what destroys it asks.
    const most = policy.effect === "destructive" ? 0 : 1;
    return policy.confirm || counted.hits === null || counted.hits > most
      ? askedOf(params, policy, counted)
      : send(sending);
  };
  const start = (at: number) => {
    const step = steps[at];
    if (step === undefined) return;
    const before = endedBefore(step);
    if (before !== undefined) return release(at, before);
    if (blocked[at] === true) return settle(at, traceOf(step, SKIPPED, 0));
    const startedAt = deps.clock.monotonic();
    const prepared = prepareStep(step, orders.leftMs(startedAt), outputs, run, deps);
    if ("ended" in prepared) {
      if (prepared.question !== undefined) questions.set(at, prepared.question);
      return settle(at, traceOf(step, prepared.ended, 0));
    }
    const { params, policy, counts } = prepared;
    underWay.set(at, startedAt);
    const isBegun = hadBegun || deps.journal.hasSent === true;
    const since = readyAt[at] ?? deps.clock.now();
    const onSend = () => sentOut.add(at);
    const begun = { startedAt, readyAt: since, isBegun, onSend };
    const sending = { step, params, policy, ...begun, run, deps, orders };
    const sent = counts ? countFirst(at, sending) : send(sending);
    sent.then(
      (ended) => finish(at, ended, params),
      (error: unknown) =>
        finish(at, { status: "failure", output: failureFrom(error, step), attempts: 1 }, params),
    );
  };
  const advance = () => {
    while (next < ready.length && underWay.size < max_concurrency && !run.signal.aborted)
      start(ready[next++] ?? -1);
    if (underWay.size > 0) return;
    orders.close();
    resolve(outcomeOf(run, traces, questions));
  };
  const giveUp = (order: GiveUp) => {
    for (const [at, startedAt] of underWay) {
      const step = steps[at];
      const declared = step && deps.effectOf(step);
      if (step === undefined || declared === undefined) continue;
      const policy = counting.has(at) ? reading(declared) : declared;
      if (!order.isMeant(policy)) continue;
      const isOut = sentOut.has(at) || run.inFlight?.has(String(step.id)) === true;
      // What its journal kept back until the time was over will not go out any more.
      const ended =
        policy.effect === "read" || isOut
          ? abandoned(step, policy, order)
          : { status: "failure" as const, output: noTimeLeft(step), attempts: 0 };
      const trace = traceOf(step, ended, deps.clock.monotonic() - startedAt);
      const kept = policy.effect === "read" ? undefined : deps.journal.settle(trace);
      const end = () => finish(at, ended, step.params);
      if (kept === undefined) end();
      else kept.then(end, end);
    }
  };

  const orders = stopOrders(run, deps, giveUp);
  unmet.forEach((count, at) => {
    if (count === 0) makeReady(at);
  });
  advance();
  return promise;
}

const send = (sending: Sending) =>
  sending.policy.effect === "read" ? sendStep(sending) : sendEffect(sending);

/** True for an effect that was done before, or may have been. */
const hasActed = (
  step: ExecutionStep,
  trace: StepTrace | undefined,
  { effectOf }: EngineDeps,
): boolean =>
  (trace?.status === "success" || trace?.status === "unknown") && effectOf(step).effect !== "read";

function outcomeOf(
  run: PlanRun,
  traces: readonly StepTrace[],
  questions: ReadonlyMap<number, Question>,
): RunOutcome {
  const stopped = run.signal.aborted;
  const steps = traces.map((trace): StepTrace => {
    if (!stopped || trace.status !== "pending") return trace;
    // Sent by an earlier process, and not asked about any more: no one knows how it ended.
    if (run.inFlight?.has(String(trace.id)) === true)
      return { ...trace, status: "unknown", output: interrupted(trace) };
    return { ...trace, ...CANCELLED };
  });
  const status = runStatus(run.plan, steps);
  const first = Math.min(...questions.keys());
  const asks = questions.get(first);
  const step = run.plan.steps[first];
  const output = steps[first]?.output;
  if (status !== "waiting" || asks === undefined || step === undefined || output == null)
    return { status, steps };
  return {
    status,
    steps,
    waiting: {
      step: { ...step, params: asks.params },
      kind: asks.kind,
      output,
      outside: asks.outside ?? [],
    },
  };
}
