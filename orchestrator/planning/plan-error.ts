import { ContractError, type Fault, faultAt } from "#shared/contracts/errors.ts";
import { reason } from "#shared/messages/reason.ts";

/** A broken plan of 2,000 steps needs no message of 2,000 lines. */
const MAX_FAULTS = 50;

/** A plan that must not run. `faults` name each place by path: `steps.2.params.message`. */
export class PlanError extends ContractError {
  override readonly code = "INVALID_PLAN";
  constructor(faults: readonly Fault[]) {
    const more = faults.length - MAX_FAULTS;
    const rest: Fault[] =
      more > 0 ? [faultAt("steps", reason("more_faults", { count: more }))] : [];
    super("plan", [...faults.slice(0, MAX_FAULTS), ...rest]);
  }
}
