import { RegenteError } from "#shared/contracts/errors.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";

/** What is another than when it was shown; `token`: it is none of this user's. */
export type Moved = "token" | "time" | "catalogue" | "right" | "target";

const WHY: Readonly<Record<Moved, Reason>> = {
  token: reason("plan_not_yours"),
  time: reason("plan_expired"),
  catalogue: reason("plan_of_former_catalogue"),
  right: reason("plan_without_right"),
  target: reason("plan_target_moved"),
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
