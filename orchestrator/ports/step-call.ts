import type { ExecutionIntent } from "#shared/contracts/intent.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";

/** One attempt of one step, ready to be sent: its references are filled in. */
export type StepCall = {
  intent: ExecutionIntent;
  step: ExecutionStep;
  /** 1 for the first. */
  attempt: number;
  /** Epoch milliseconds; an answer after it is of no use. */
  deadlineAt: number;
  /** The capability's own timeout, or what is left of the request when that is less. */
  timeoutMs: number;
  /** See DomainCall. */
  roomMs?: number | undefined;
  signal: AbortSignal;
};

/** Resolves to the domain's answer; rejects with DomainCallError when there is none that can be used. */
export type Route = (call: StepCall) => Promise<DomainOutput>;

/** A capability of another domain that may answer in the place of one. */
export type StandIn = { domain: string; capability: string; isPreferred: boolean };
