import type { ErrorBody } from "#shared/contracts/doors.ts";
import { RegenteError } from "#shared/contracts/errors.ts";

export type DoorStatus = 400 | 404 | 405 | 409 | 413 | 415 | 422 | 500 | 503;

const types: Readonly<Record<DoorStatus, string>> = {
  400: "invalid_request_error",
  404: "not_found_error",
  405: "invalid_request_error",
  409: "conflict_error",
  413: "invalid_request_error",
  415: "invalid_request_error",
  422: "invalid_request_error",
  500: "server_error",
  503: "server_error",
};

/** A request that a door refuses, as its caller sees it. */
export class DoorError extends RegenteError {
  override readonly name = "DoorError";
  readonly code: string;
  readonly status: DoorStatus;
  /** The field that is wrong, `messages.0.content`. */
  readonly param: string | null;
  constructor(status: DoorStatus, code: string, message: string, param: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

/** The shape that OpenAI clients read, on every door. */
export const errorBodyOf = (error: DoorError): ErrorBody => ({
  error: {
    message: error.message,
    type: types[error.status],
    param: error.param,
    code: error.code,
  },
});
