import { RegenteError } from "#shared/contracts/errors.ts";
import type { ExecuteRequest } from "#shared/contracts/execute.ts";
import type { ExecutionIntent } from "#shared/contracts/intent.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";

export type DomainCall = {
  domain: string;
  /** The version of its manifest that the run began with; absent: the one in force. */
  version?: string | undefined;
  request: ExecuteRequest;
  /** `run_id:step_id` */
  idempotencyKey: string;
  timeoutMs: number;
  /** How long it may wait for room at its domain: an effect of the same run was sent before. Absent: a moment. */
  roomMs?: number | undefined;
  /** Asked before an answer is read; see AnswerShare. Absent: there is room. */
  takeRoom?: ((bytes: number) => true | Promise<void>) | undefined;
  signal: AbortSignal;
  /** W3C trace context of the request, where there is one. */
  traceparent?: string | undefined;
};

/**
 * The wire to the domains.
 * `call` resolves to the domain's own answer, whatever it says; it rejects with DomainCallError when
 * there is no answer that keeps the contract (down, slow, huge, not JSON, wrong schema).
 */
export interface DomainClient {
  call(call: DomainCall): Promise<DomainOutput>;
}

/** A manifest fetched over HTTP: changed, or the same as the ETag that was shown. */
export type FetchedManifest = { changed: false } | { changed: true; body: unknown; etag?: string };

/** Rejects with DomainCallError. */
export interface ManifestSource {
  fetchManifest(url: string, etag: string | undefined): Promise<FetchedManifest>;
}

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

/**
 * Why a domain gave no usable answer. `busy`: our own limit for it is reached. `ejected`: it did not answer again and
 * again, and is left alone for a moment. `file`: a file that it needs cannot be handed on. `cancelled`: we stopped
 * waiting on purpose.
 */
export type DomainFault =
  | "unreachable"
  | "timeout"
  | "http_status"
  | "too_large"
  | "malformed"
  | "contract"
  | "busy"
  | "ejected"
  | "file"
  | "cancelled";

/** Of an answer that was not 200: its status, and when the domain asked to be tried again. */
type HttpFacts = { status?: number; retryAfterMs?: number };

/** Other statuses below 500 say that the call itself is wrong; sending it again changes nothing. */
const TRY_AGAIN_STATUSES = new Set([408, 425, 429]);

/**
 * A call that got no usable answer.
 * `sent` is false only when the request certainly never reached the domain, so that sending again
 * cannot do anything twice.
 */
export class DomainCallError extends RegenteError {
  override readonly name = "DomainCallError";
  readonly code = "DOMAIN_CALL_FAILED";
  override readonly retryable: boolean;
  readonly domain: string;
  readonly fault: DomainFault;
  readonly sent: boolean;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  constructor(
    domain: string,
    fault: DomainFault,
    detail: Reason | string,
    sent: boolean,
    options?: ErrorOptions & HttpFacts,
  ) {
    super(reason("domain_call", { domain, why: detail }), options);
    this.domain = domain;
    this.fault = fault;
    this.sent = sent;
    this.status = options?.status;
    this.retryAfterMs = options?.retryAfterMs;
    const { status } = this;
    this.retryable =
      fault === "unreachable" ||
      fault === "timeout" ||
      (fault === "http_status" &&
        (status === undefined || status >= 500 || TRY_AGAIN_STATUSES.has(status)));
  }
}

/**
 * Something failed on our side after a step with an effect had been sent: what became of it is known by its run, if
 * at all, and the same request again may do it twice.
 */
export class AfterEffectError extends RegenteError {
  override readonly name = "AfterEffectError";
  readonly code = "FAILED_AFTER_EFFECT";
  readonly run_id: string | undefined;
  constructor(run_id: string | undefined, options: ErrorOptions) {
    super(
      run_id === undefined
        ? reason("failed_after_effect")
        : reason("failed_after_effect_of_run", { run: run_id }),
      options,
    );
    this.run_id = run_id;
  }
}

/**
 * The task, after something with an effect may have been sent in this run: what fails from here on says so.
 * Errors: AfterEffectError where `acted`; else, and for errors that say it already, those of the task
 */
export async function afterEffect<T>(
  acted: boolean,
  run_id: string,
  task: () => Promise<T>,
): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw acted && !(error instanceof AfterEffectError)
      ? new AfterEffectError(run_id, { cause: error })
      : error;
  }
}
