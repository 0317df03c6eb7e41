import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { reason } from "#shared/messages/reason.ts";
import { isUnconfigured } from "../../turn/is-unconfigured.ts";
import { HttpError } from "../http/http-error.ts";

/** What was to be answered here cannot be for want of a setting, and nothing was done: a model behind us answers. */
export class NotConfiguredError extends HttpError {
  readonly turn: TurnResponse;
  constructor(turn: TurnResponse) {
    super(422, reason("not_configured"));
    this.turn = turn;
  }
}

/** See isUnconfigured. */
export const cameToNoSettings = ({ status, trace: { steps } }: TurnResponse): boolean =>
  isUnconfigured({ status, steps });
