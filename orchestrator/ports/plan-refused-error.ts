import { RegenteError } from "#shared/contracts/errors.ts";

/** What is another than when it was shown; `token`: it is none of this user's. */
export type Moved = "token" | "time" | "catalogue" | "right" | "target";

const WHY: Readonly<Record<Moved, string>> = {
  token: "This plan_token is not one of yours, or was changed; explain the message again.",
  time: "This plan_token has expired; explain the message again.",
  catalogue: "The domains have changed since this was explained; explain the message again.",
  right: "You no longer have the right to what this plan_token does.",
  target:
    "What this would be done to has changed since it was explained; explain the message again.",
};

/** What was shown cannot be done as it was shown, and nothing of it was begun. */
export class PlanRefusedError extends RegenteError {
  override readonly name = "PlanRefusedError";
  readonly code = "PLAN_REFUSED";
  readonly moved: Moved;
  constructor(moved: Moved) {
    super(WHY[moved]);
    this.moved = moved;
  }
}
