import { STATUS_CODES } from "node:http";
import type { ErrorBody } from "#shared/contracts/endpoints.ts";
import { ContractError, type Fault, placed, RegenteError } from "#shared/contracts/errors.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";
import { AfterEffectError } from "../../ports/domain-client.ts";
import { PlanRefusedError } from "../../ports/plan-tokens.ts";
import { ForbiddenError } from "../../ports/principal.ts";
import { RunHostAwayError } from "../../ports/run-host.ts";
import { RunTakenError, StoreError } from "../../ports/stores.ts";
import { ReviewBusyError } from "../../quality/review/job.ts";
import { CredentialsError, IdentityUnavailableError } from "../access/credentials-error.ts";

const types = {
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
  502: "server_error",
  503: "server_error",
} as const;
export type HttpErrorStatus = keyof typeof types;

/** A request that an endpoint refuses, as its caller sees it. */
export class HttpError extends RegenteError {
  override readonly name = "HttpError";
  readonly code: string;
  readonly status: HttpErrorStatus;
  /** The field that is wrong, `messages.0.content`. */
  readonly param: string | null;
  /** `code` is the wire's; absent: that of the reason. */
  constructor(
    status: HttpErrorStatus,
    why: Reason | string,
    at: { code?: string; param?: string | null } = {},
  ) {
    super(why);
    this.status = status;
    this.code = at.code ?? (typeof why === "string" ? "internal_error" : why.code);
    this.param = at.param ?? null;
  }
}

/** Any error as a caller may see it; what is our own fault is told without its insides. */
export function httpErrorOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  // A plan is checked by its contract and against the catalogue; both are the caller's to put right.
  if (error instanceof ContractError)
    return new HttpError(422, error.why, {
      code: error.code.toLowerCase(),
      param: error.faults[0]?.path ?? null,
    });
  if (error instanceof CredentialsError) return new HttpError(401, error.why, { code: error.code });
  if (error instanceof ForbiddenError) return new HttpError(403, error.why, { code: "forbidden" });
  if (error instanceof IdentityUnavailableError || error instanceof ReviewBusyError)
    return new HttpError(503, error.why, { code: error.code.toLowerCase() });
  if (error instanceof StoreError) return new HttpError(503, reason("store_unavailable"));
  if (error instanceof RunHostAwayError) return new HttpError(503, reason("run_host_unavailable"));
  if (error instanceof RunTakenError) return new HttpError(409, reason("run_taken_over"));
  if (error instanceof PlanRefusedError)
    return error.moved === "token"
      ? new HttpError(400, error.why, { code: "invalid_plan_token", param: "plan_token" })
      : new HttpError(409, error.why, { code: `plan_${error.moved}_moved`, param: "plan_token" });
  if (error instanceof AfterEffectError)
    return new HttpError(500, error.why, { code: error.code.toLowerCase() });
  return new HttpError(500, reason("internal_error"));
}

/** Of more faults the first are told. */
const MOST_FAULTS = 10;

/** What is wrong with a request: all of it in words, and the first field. */
export const invalidRequest = (faults: readonly Fault[]): HttpError =>
  new HttpError(400, reason("all_of", { all: faults.slice(0, MOST_FAULTS).map(placed) }), {
    code: "invalid_request",
    param: faults[0]?.path || null,
  });

/**
 * A page of a list.
 * Errors: HttpError 400 for a `before` that is not the `next` of a page, which only the store can tell
 */
export async function readPage<Page>(page: Promise<Page>): Promise<Page> {
  try {
    return await page;
  } catch (error) {
    if (!(error instanceof ContractError) || error.faults[0]?.path !== "before") throw error;
    throw invalidRequest(error.faults);
  }
}

/** Errors of these codes as refusals, in the words of whoever refused; any other stays as it is. */
export const refusing =
  (statuses: Readonly<Partial<Record<string, HttpErrorStatus>>>, param?: string) =>
  (error: unknown): never => {
    const status = error instanceof RegenteError ? statuses[error.code] : undefined;
    if (!(error instanceof RegenteError) || status === undefined) throw error;
    throw new HttpError(status, error.why, {
      code: error.code.toLowerCase(),
      param: param ?? null,
    });
  };

/** The shape that OpenAI clients read, on every endpoint; in English, which is every program's, unless it is said which. */
export const errorBodyOf = (error: HttpError, locale: Locale = "en"): ErrorBody => ({
  error: {
    message: whyIn(locale, error.why, error.message),
    type: types[error.status],
    param: error.param,
    code: error.code,
    ...(typeof error.why === "object" && { reason: error.why }),
  },
});

/** The same with the members of RFC 9457, for clients that accept `application/problem+json`. */
export const problemOf = (error: HttpError, request_id: string, locale?: Locale) => ({
  ...errorBodyOf(error, locale),
  type: `urn:regente:error:${error.code}`,
  title: STATUS_CODES[error.status] ?? "Error",
  status: error.status,
  detail: errorBodyOf(error, locale).error.message,
  instance: `urn:regente:request:${request_id}`,
});
