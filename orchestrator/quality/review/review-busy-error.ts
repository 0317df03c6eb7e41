import { RegenteError } from "#shared/contracts/errors.ts";
import { reason } from "#shared/messages/reason.ts";

/** Too many manifests and examples wait to be tried already. */
export class ReviewBusyError extends RegenteError {
  override readonly name = "ReviewBusyError";
  readonly code = "REVIEW_BUSY";
  constructor() {
    super(reason("review_busy"));
  }
}
