import type { ErrorBody } from "../contracts/endpoints.ts";
import { type Fault, RegenteError } from "../contracts/errors.ts";
import type { Locale } from "../contracts/names.ts";
import type { DomainOutput } from "../contracts/output.ts";
import { sayIn } from "../messages/say.ts";
import { failure, success } from "./answers.ts";

type RefusalStatus = 400 | 401 | 403 | 404 | 413 | 415 | 422 | 500 | 503;

const TYPES: Record<RefusalStatus, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "invalid_request_error",
  415: "invalid_request_error",
  422: "invalid_request_error",
  500: "server_error",
  503: "server_error",
};

/** A request that gets no DomainOutput: the caller, or the service itself, is at fault. */
export class Refusal extends RegenteError {
  override readonly name = "Refusal";
  readonly status: RefusalStatus;
  readonly code: string;
  readonly param: string | null;
  constructor(
    status: RefusalStatus,
    code: string,
    message: string,
    options: ErrorOptions & { param?: string } = {},
  ) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.param = options.param ?? null;
  }

  body(): ErrorBody {
    const { message, status, param, code } = this;
    return { error: { message, type: TYPES[status], param, code } };
  }
}

/** A body that breaks its contract: every fault in the message, the first one's path as `param`. */
export function invalidBody(faults: readonly Fault[]): Refusal {
  const param = faults[0]?.path;
  return new Refusal(400, "INVALID_PAYLOAD", listed(faults), param ? { param } : {});
}

const listed = (faults: readonly Fault[]): string =>
  faults
    .slice(0, 20)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`))
    .join("; ");

const said = (locale: Locale) => sayIn("domain-kit", locale);

/** What the kit itself answers, in the person's language. */
export function invalidParams(locale: Locale, faults: readonly Fault[]): DomainOutput {
  return failure({
    code: "INVALID_PARAMS",
    explanation: said(locale)("invalid_params", { faults: listed(faults) }),
    metadata: { faults },
  });
}

export const deadlinePassed = (locale: Locale): DomainOutput =>
  failure({ code: "DEADLINE", explanation: said(locale)("deadline") });

export const outcomeUnknown = (locale: Locale): DomainOutput =>
  failure({ code: "OUTCOME_UNKNOWN", explanation: said(locale)("outcome_unknown") });

export const dryRun = (locale: Locale, capability: string): DomainOutput =>
  success({
    explanation: said(locale)("dry_run", { capability }),
    metadata: { dry_run: true },
  });
