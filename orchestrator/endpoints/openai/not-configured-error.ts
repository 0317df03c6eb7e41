import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { NOT_CONFIGURED } from "#shared/contracts/output.ts";
import { reason } from "#shared/messages/reason.ts";
import type { TurnOptions } from "../../turn/turn-deps.ts";
import { HttpError } from "../http/http-error.ts";

/** What was to be answered here cannot be for want of a setting, and nothing was done: a model behind us answers. */
export class NotConfiguredError extends HttpError {
  readonly turn: TurnResponse;
  constructor(turn: TurnResponse) {
    super(422, reason("not_configured"));
    this.turn = turn;
  }
}

/** Nothing was done, and all that the domains said is that their operator has not set what they need. Pure. */
export const isUnconfigured: NonNullable<TurnOptions["isElsewhere"]> = ({ status, steps }) => {
  const tried = steps.filter((step) => step.status !== "skipped" && step.status !== "pending");
  return (
    status === "failure" &&
    tried.length > 0 &&
    tried.every(
      (step) => step.status === "failure" && step.output?.metadata["code"] === NOT_CONFIGURED,
    )
  );
};

/** The same of what a turn came to. */
export const cameToNoSettings = ({ status, trace: { steps } }: TurnResponse): boolean =>
  isUnconfigured({ status, steps });
