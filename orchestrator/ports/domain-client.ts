import type { ExecuteRequest } from "#shared/contracts/execute.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";

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
