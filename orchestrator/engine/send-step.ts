import { errorText } from "#shared/contracts/errors.ts";
import type { JsonObject } from "#shared/contracts/json.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";
import type { StepAttempt, StepStatus, StepTrace } from "#shared/contracts/run.ts";
import { backoffMs } from "#shared/patience/backoff.ts";
import { DomainCallError } from "../ports/domain-client.ts";
import {
  failureFrom,
  isRaisedByUs,
  MIN_TIME_LEFT_MS,
  NO_ANSWER_IN_TIME,
  noTimeLeft,
} from "./failures.ts";
import type { EngineDeps, OutsideFeed, PlanRun, StepPolicy } from "./plan-run.ts";
import type { StopOrders } from "./stop-orders.ts";
import { paramsDigest } from "./work.ts";

/** How a step ended, and how many times it was sent for that. */
export type Ended = {
  status: StepStatus;
  output: DomainOutput | null;
  attempts: number;
  /** Absent: it was not sent. */
  sent?: StepAttempt[];
  /** waiting: what is asked; absent: the domain's own question. */
  question?: Question;
};

/** What a step that is `waiting` asks, with the parameters it would be sent with. */
export type Question = {
  kind: "domain" | "confirm";
  params: JsonObject;
  /** confirm: what text from outside it would be sent with. */
  outside?: readonly OutsideFeed[];
};

export const traceOf = (
  { id, domain, capability, required }: ExecutionStep,
  { status, output, attempts, sent }: Ended,
  duration_ms: number,
  readyAt?: number,
): StepTrace => {
  if (readyAt === undefined || sent === undefined)
    return { id, domain, capability, status, required, output, attempts, duration_ms };
  const told = sent.length > MOST_SENT ? sent.slice(-MOST_SENT) : sent;
  const times = { ready_at: readyAt, sent: told };
  return { id, domain, capability, status, required, output, attempts, duration_ms, times };
};

/** Of more attempts the first are not told. */
const MOST_SENT = 20;

export const NOT_REACHED: Ended = { status: "pending", output: null, attempts: 0 };
export const SKIPPED: Ended = { status: "skipped", output: null, attempts: 0 };
export const CANCELLED: Ended = { status: "cancelled", output: null, attempts: 0 };

/** A step that may be sent, and what it takes to send it. */
export type Sending = {
  step: ExecutionStep;
  params: JsonObject;
  policy: StepPolicy;
  /** Of the monotonic clock. */
  startedAt: number;
  /** An effect of the run was sent before: this step waits for room as long as the request has time. */
  isBegun: boolean;
  /** Of the wall clock, as all that is told of it. */
  readyAt: number;
  /** It goes out now. */
  onSend: () => void;
  run: PlanRun;
  deps: EngineDeps;
  orders: StopOrders;
};

/**
 * Send a step with an effect: it is in the journal before it is sent, and its output before anything
 * goes on. Does not reject.
 */
export async function sendEffect(sending: Sending): Promise<Ended> {
  const { step, params, startedAt, readyAt, run, deps, orders } = sending;
  const sentBefore = run.inFlight?.has(String(step.id)) === true;
  try {
    const intent = traceOf(step, { status: "running", output: null, attempts: 1 }, 0);
    await deps.journal.intend(intent, paramsDigest(params));
  } catch (error) {
    // No effect without its record: what cannot be written down is not sent.
    const status = sentBefore ? "unknown" : "failure";
    return { status, output: failureFrom(error, step), attempts: 0 };
  }
  const sent = run.signal.aborted
    ? CANCELLED
    : orders.leftMs(deps.clock.monotonic()) < MIN_TIME_LEFT_MS
      ? { status: "failure" as const, output: noTimeLeft(step), attempts: 0 }
      : await sendStep(sending);
  // Only the domain itself can say that what was sent before has not happened.
  const isDoubtful =
    sentBefore &&
    (sent.output === null ||
      isRaisedByUs(sent.output) ||
      sent.output.metadata["not_sent"] === true);
  const ended = isDoubtful ? { ...sent, status: "unknown" as const } : sent;
  const trace = traceOf(step, ended, deps.clock.monotonic() - startedAt, readyAt);
  // The effect has happened, or may have: a journal that fails now does not make it undone. The run
  // goes on with the receipt in hand; after a crash the step counts as under way.
  await deps.journal.settle(trace).catch(() => undefined);
  return ended;
}

/** Send a step, and again as long as that is allowed and may help. Does not reject. */
export async function sendStep(sending: Sending): Promise<Ended> {
  const { step, params, policy, isBegun, run, deps, orders } = sending;
  const { domain, capability } = step;
  const { confidence, originalQuery: original_query } = run;
  const intent = { domain, capability, parameters: params, confidence, original_query };
  const signal = orders.signalFor(policy);
  sending.onSend();
  deps.emit({ type: "step_started", step_id: step.id, domain, capability, attempt: 1 });
  let leftMs = orders.leftMs(sending.startedAt);
  let maybeDone = false;
  let before: StepAttempt[] = [];
  let attempt = 1;
  for (;;) {
    const began_at = deps.clock.now();
    try {
      const timeoutMs = Math.min(policy.timeoutMs, leftMs);
      // By the wall clock as it is now: it may have jumped since the request began.
      const deadlineAt = Math.round(began_at + timeoutMs);
      const roomMs = isBegun ? leftMs : undefined;
      const call = { intent, step, attempt, deadlineAt, timeoutMs, roomMs, signal };
      const output = await deps.route(call);
      const sent = withAttempt(before, began_at, deps.clock.now(), null);
      return { status: statusOf(output, policy), output, attempts: attempt, sent };
    } catch (thrown) {
      const error = stoppedByDeadline(thrown, run) ?? thrown;
      maybeDone ||= mayHaveHappened(error, policy);
      const status = statusAfter(error, maybeDone);
      const output = failureFrom(error, step);
      const reason = String(output.metadata["code"] ?? status);
      const sent = withAttempt(before, began_at, deps.clock.now(), reason);
      const ended = { status, output, attempts: attempt, sent };
      before = sent;
      leftMs = orders.leftMs(deps.clock.monotonic());
      const wait = isBegun ? delayForRoom(error, leftMs) : undefined;
      const delay = wait ?? delayBeforeRetry(error, attempt, policy, leftMs, deps.random);
      if (delay === undefined) return ended;
      // It was not sent, so it is no other attempt.
      if (wait === undefined) {
        attempt += 1;
        const reason = errorText(error);
        deps.emit({ type: "step_retried", step_id: step.id, attempt, reason });
      }
      await deps.sleep(delay, signal).catch(() => undefined);
      if (signal.aborted) return ended;
      leftMs = orders.leftMs(deps.clock.monotonic());
    }
  }
}

/** A list that is made with what it holds has room for that, and one that grows for seventeen. */
const withAttempt = (
  before: readonly StepAttempt[],
  began_at: number,
  ended_at: number,
  reason: string | null,
): StepAttempt[] => {
  const attempt = { began_at, ended_at, reason };
  return before.length === 0 ? [attempt] : [...before, attempt];
};

/** What the domain itself cannot tell of an effect is not called a failure. */
function statusOf(output: DomainOutput, { effect }: StepPolicy): Ended["status"] {
  if (output.status === "clarification") return "waiting";
  const cannotTell = output.metadata["code"] === "OUTCOME_UNKNOWN" && effect !== "read";
  return output.status === "failure" && cannotTell ? "unknown" : output.status;
}

/** A call that stopped because we told it to, while someone still waits: there was only no time left. */
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

function statusAfter(error: unknown, maybeDone: boolean): Ended["status"] {
  if (maybeDone) return "unknown";
  return error instanceof DomainCallError && error.fault === "cancelled" ? "cancelled" : "failure";
}

/** A call that does not end although it was told to: it is answered for. */
export function abandoned(
  step: ExecutionStep,
  { effect }: StepPolicy,
  why: { fault: "timeout" | "cancelled"; detail: string },
): Ended {
  const error = new DomainCallError(step.domain, why.fault, why.detail, true);
  return {
    status: statusAfter(error, effect !== "read"),
    output: failureFrom(error, step),
    attempts: 1,
  };
}

/** No wait between two attempts is longer, milliseconds. */
const MAX_BACKOFF_MS = 10_000;

/**
 * How long to wait before the next attempt, milliseconds; undefined: it ends with this error.
 * Reads and keyed effects may be sent again. `once` is sent again only when nothing has left the house.
 * Exponential backoff with full jitter; a domain's own Retry-After is respected; nothing is planned
 * past the deadline.
 */
export function delayBeforeRetry(
  error: unknown,
  attempt: number,
  policy: StepPolicy,
  leftMs: number,
  random: () => number,
): number | undefined {
  if (!(error instanceof DomainCallError) || !error.retryable) return undefined;
  if (attempt >= policy.attempts) return undefined;
  const mayRepeat = policy.effect === "read" || policy.repeat === "keyed" || !error.sent;
  if (!mayRepeat) return undefined;
  const backoff = { firstMs: policy.backoffMs, mostMs: MAX_BACKOFF_MS };
  const delay = Math.max(backoffMs(attempt, backoff, random), error.retryAfterMs ?? 0);
  return delay + MIN_TIME_LEFT_MS <= leftMs ? delay : undefined;
}

/** For room at a domain that has none, when it does not say how long that takes. */
const ROOM_MS = 100;

/**
 * The same for a step that must not be left undone only because its domain is busy or is left alone just now: nothing was
 * sent, so it may wait for as long as there is time, whatever its policy.
 */
function delayForRoom(error: unknown, leftMs: number): number | undefined {
  if (!(error instanceof DomainCallError) || error.sent) return undefined;
  if (error.fault !== "busy" && error.fault !== "ejected") return undefined;
  const delay = Math.max(error.retryAfterMs ?? 0, ROOM_MS);
  return delay + MIN_TIME_LEFT_MS <= leftMs ? delay : undefined;
}
