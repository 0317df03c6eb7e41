import { RegenteError } from "#shared/contracts/errors.ts";

/** Too many manifests and examples wait to be tried already. */
export class ReviewBusyError extends RegenteError {
  override readonly name = "ReviewBusyError";
  readonly code = "REVIEW_BUSY";
  constructor() {
    super("Too many manifests and examples wait to be tried already; ask again in a few seconds.");
  }
}
