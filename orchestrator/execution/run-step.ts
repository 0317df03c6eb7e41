import { hash } from "node:crypto";
import { canonicalJson, type JsonObject } from "#shared/contracts/json.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";
import type { StepStatus, StepTrace } from "#shared/contracts/run.ts";
import { DomainCallError } from "../ports/domain-call-error.ts";
import { failureFrom, MIN_TIME_LEFT_MS, NO_ANSWER_IN_TIME, noTimeLeft } from "./failures.ts";
import type { EngineDeps, PlanRun } from "./plan-run.ts";
import { type Prepared, prepareParams } from "./prepare-params.ts";
import type { Outputs } from "./references.ts";
import { delayBeforeRetry } from "./retry.ts";
import type { StepPolicy } from "./step-policy.ts";
import type { StepOrders } from "./stop-orders.ts";

/** What one step needs from the run around it. */
export type StepWork = StepOrders & { run: PlanRun; deps: EngineDeps; outputs: Outputs };

export type StepEnd = {
  trace: StepTrace;
  /** The question that it waits for, with the parameters it would be sent with. */
  asks?: { kind: "domain" | "confirm"; params: JsonObject };
};

type Ended = { status: StepStatus; output: DomainOutput | null; attempts: number };

/**
 * One step from its parameters to its end. Whatever goes wrong is how it ended; it does not reject.
 * A step with an effect is in the journal before it is sent, and its output before anything goes on.
 */
export async function runStep(step: ExecutionStep, work: StepWork): Promise<StepEnd> {
  const { run, deps } = work;
  const startedAt = deps.clock.monotonic();
  const end = ({ status, output, attempts }: Ended): StepTrace =>
    traceOf(step, status, output, attempts, deps.clock.monotonic() - startedAt);

  const tooLate = notStarted(step, work);
  if (tooLate !== undefined) return { trace: end(tooLate) };
  const policy = deps.effectOf(step);
  let prepared: Prepared;
  try {
    prepared = prepareParams(step, work.outputs, run.answers?.get(String(step.id)));
  } catch (error) {
    return { trace: end(failed(error, step)) };
  }
  if ("ask" in prepared) {
    const trace = end({ status: "waiting", output: prepared.ask, attempts: 0 });
    return { trace, asks: { kind: "domain", params: step.params } };
  }
  const { params } = prepared;
  if (policy.confirm && run.approved?.has(String(step.id)) !== true) {
    const trace = end({ status: "waiting", output: approvalOf(params), attempts: 0 });
    return { trace, asks: { kind: "confirm", params } };
  }
  if (policy.effect === "read") return asked(end(await send(step, params, policy, work)), params);
  try {
    await deps.journal.intend(
      traceOf(step, "running", null, 1, 0),
      hash("sha256", canonicalJson(params)),
    );
  } catch (error) {
    // No effect without its record: what cannot be written down is not sent.
    return { trace: end(failed(error, step)) };
  }
  const trace = end(notStarted(step, work) ?? (await send(step, params, policy, work)));
  // The effect has happened, or may have: a journal that fails now does not make it undone. The run
  // goes on with the receipt in hand; after a crash the step counts as under way.
  await deps.journal.settle(trace).catch(() => undefined);
  return asked(trace, params);
}

/** Send it, and again as long as that is allowed and may help. */
async function send(
  step: ExecutionStep,
  params: JsonObject,
  policy: StepPolicy,
  work: StepWork,
): Promise<Ended> {
  const { run, deps } = work;
  const { domain, capability } = step;
  const { confidence, originalQuery: original_query } = run;
  const intent = { domain, capability, parameters: params, confidence, original_query };
  const signal = work.signalFor(policy);
  deps.emit({ type: "step_started", step_id: step.id, domain, capability, attempt: 1 });
  let maybeDone = false;
  for (let attempt = 1; ; attempt++)
    try {
      const timeoutMs = Math.min(policy.timeoutMs, work.timeLeft());
      const deadlineAt = Math.min(run.deadlineAt, deps.clock.now() + timeoutMs);
      const call = deps.route({ intent, step, attempt, deadlineAt, timeoutMs, signal });
      const output = await work.untilStopped(step, policy, call);
      const status = output.status === "clarification" ? "waiting" : output.status;
      return { status, output, attempts: attempt };
    } catch (thrown) {
      const error = stoppedByDeadline(thrown, run) ?? thrown;
      maybeDone ||= mayHaveHappened(error, policy);
      const ended = { ...failed(error, step, maybeDone), attempts: attempt };
      const delay = delayBeforeRetry(error, attempt, policy, work.timeLeft(), deps.random);
      if (delay === undefined) return ended;
      const reason = error instanceof Error ? error.message : String(error);
      deps.emit({ type: "step_retried", step_id: step.id, attempt: attempt + 1, reason });
      await deps.sleep(delay, signal).catch(() => undefined);
      if (signal.aborted) return ended;
    }
}

/** Why a step must not be sent any more, if so. */
function notStarted(step: ExecutionStep, { run, timeLeft }: StepWork): Ended | undefined {
  if (run.signal.aborted) return { status: "cancelled", output: null, attempts: 0 };
  if (timeLeft() >= MIN_TIME_LEFT_MS) return undefined;
  return { status: "failure", output: noTimeLeft(step), attempts: 0 };
}

/** A call that stopped because we told it to, while somebody still waits: there was only no time left. */
function stoppedByDeadline(error: unknown, run: PlanRun): DomainCallError | undefined {
  if (!(error instanceof DomainCallError)) return undefined;
  if (error.fault !== "cancelled" || run.signal.aborted) return undefined;
  return new DomainCallError(error.domain, "timeout", NO_ANSWER_IN_TIME, error.sent);
}

/** False for reads, for what was never sent, and for what the domain turned away before doing it. */
function mayHaveHappened(error: unknown, { effect }: StepPolicy): boolean {
  if (effect === "read") return false;
  if (!(error instanceof DomainCallError)) return true;
  const turnedAway = error.fault === "http_status" && (error.status ?? 500) < 500;
  return error.sent && !turnedAway;
}

function failed(error: unknown, step: ExecutionStep, maybeDone = false): Ended {
  const cancelled = error instanceof DomainCallError && error.fault === "cancelled";
  const status = maybeDone ? "unknown" : cancelled ? "cancelled" : "failure";
  return { status, output: failureFrom(error, step), attempts: 0 };
}

const asked = (trace: StepTrace, params: JsonObject): StepEnd =>
  trace.status === "waiting" ? { trace, asks: { kind: "domain", params } } : { trace };

/** Not a domain's question: the words come from whoever shows it. */
const approvalOf = (params: JsonObject): DomainOutput => ({
  status: "clarification",
  result: { params },
  explanation: "",
  confidence: 1,
  metadata: { code: "NEEDS_APPROVAL" },
});

export const traceOf = (
  { id, domain, capability, required }: ExecutionStep,
  status: StepStatus,
  output: DomainOutput | null,
  attempts: number,
  duration_ms: number,
): StepTrace => ({ id, domain, capability, status, required, output, attempts, duration_ms });
