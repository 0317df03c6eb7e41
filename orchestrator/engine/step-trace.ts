import type { JsonObject } from "#shared/contracts/json.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";
import type { StepAttempt, StepStatus, StepTrace } from "#shared/contracts/run.ts";
import type { OutsideFeed } from "./plan-run.ts";

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
