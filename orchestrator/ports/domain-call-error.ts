import { RegenteError } from "#shared/contracts/errors.ts";

/** Why a domain gave no usable answer. `busy`: our own limit for it is reached. `cancelled`: we stopped waiting on purpose. */
export type DomainFault =
  | "unreachable"
  | "timeout"
  | "http_status"
  | "too_large"
  | "malformed"
  | "contract"
  | "busy"
  | "cancelled";

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
  constructor(
    domain: string,
    fault: DomainFault,
    detail: string,
    sent: boolean,
    options?: ErrorOptions,
  ) {
    super(`Domain "${domain}": ${detail}`, options);
    this.domain = domain;
    this.fault = fault;
    this.sent = sent;
    this.retryable = fault === "unreachable" || fault === "timeout" || fault === "http_status";
  }
}
