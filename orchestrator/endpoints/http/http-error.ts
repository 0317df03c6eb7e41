import { STATUS_CODES } from "node:http";
import type { ErrorBody } from "#shared/contracts/endpoints.ts";
import { ContractError, RegenteError } from "#shared/contracts/errors.ts";
import { AfterEffectError } from "../../ports/after-effect-error.ts";
import { ForbiddenError } from "../../ports/forbidden-error.ts";
import { PlanRefusedError } from "../../ports/plan-refused-error.ts";
import { RunHostAwayError } from "../../ports/run-host.ts";
import { RunTakenError } from "../../ports/run-taken-error.ts";
import { StoreError } from "../../ports/store-error.ts";
import { ReviewBusyError } from "../../quality/review/review-busy-error.ts";
import { CredentialsError, IdentityUnavailableError } from "../access/access-error.ts";

export type HttpErrorStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 408
  | 409
  | 413
  | 415
  | 422
  | 429
  | 431
  | 500
  | 503;

const types: Readonly<Record<HttpErrorStatus, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  405: "invalid_request_error",
  408: "invalid_request_error",
  409: "conflict_error",
  413: "invalid_request_error",
  415: "invalid_request_error",
  422: "invalid_request_error",
  429: "rate_limit_error",
  431: "invalid_request_error",
  500: "server_error",
  503: "server_error",
};

/** A request that an endpoint refuses, as its caller sees it. */
export class HttpError extends RegenteError {
  override readonly name = "DoorError";
  readonly code: string;
  readonly status: HttpErrorStatus;
  /** The field that is wrong, `messages.0.content`. */
  readonly param: string | null;
  constructor(status: HttpErrorStatus, code: string, message: string, param: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

/** Any error as a caller may see it; what is our own fault is told without its insides. */
export function httpErrorOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  // A plan is checked by its contract and against the catalogue; both are the caller's to put right.
  if (error instanceof ContractError)
    return new HttpError(
      422,
      error.code.toLowerCase(),
      error.message,
      error.faults[0]?.path ?? null,
    );
  if (error instanceof CredentialsError) return new HttpError(401, error.code, error.message);
  if (error instanceof ForbiddenError) return new HttpError(403, "forbidden", error.message);
  if (error instanceof IdentityUnavailableError || error instanceof ReviewBusyError)
    return new HttpError(503, error.code.toLowerCase(), error.message);
  if (error instanceof StoreError)
    return new HttpError(
      503,
      "store_unavailable",
      "The store is not available; nothing was started. Try again.",
    );
  if (error instanceof RunHostAwayError)
    return new HttpError(
      503,
      "run_host_unavailable",
      "What carries runs on does not answer, so nothing that changes something was begun. Reads go on. Try again.",
    );
  if (error instanceof PlanRefusedError) {
    const { moved, message } = error;
    return moved === "token"
      ? new HttpError(400, "invalid_plan_token", message, "plan_token")
      : new HttpError(409, `plan_${moved}_moved`, message, "plan_token");
  }
  if (error instanceof RunTakenError)
    return new HttpError(
      409,
      "run_taken_over",
      "Another process carries this run out by now; look at the run for its answer.",
    );
  if (error instanceof AfterEffectError)
    return new HttpError(500, error.code.toLowerCase(), error.message);
  return new HttpError(500, "internal_error", "Something failed on our side.");
}

/** The shape that OpenAI clients read, on every endpoint. */
export const errorBodyOf = (error: HttpError): ErrorBody => ({
  error: {
    message: error.message,
    type: types[error.status],
    param: error.param,
    code: error.code,
  },
});

/** The same with the members of RFC 9457, for clients that accept `application/problem+json`. */
export const problemOf = (error: HttpError, request_id: string) => ({
  ...errorBodyOf(error),
  type: `urn:regente:error:${error.code}`,
  title: STATUS_CODES[error.status] ?? "Error",
  status: error.status,
  detail: error.message,
  instance: `urn:regente:request:${request_id}`,
});
