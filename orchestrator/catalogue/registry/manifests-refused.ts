import { RegenteError } from "#shared/contracts/errors.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";

/** What `prepare` throws when it knows which domains' new manifests must not come in, and why. */
export class ManifestsRefused extends RegenteError {
  override readonly name = "ManifestsRefused";
  readonly code = "MANIFESTS_REFUSED";
  /** Domain -> why. */
  readonly reasons: ReadonlyMap<string, Reason | string>;
  constructor(reasons: ReadonlyMap<string, Reason | string>) {
    super(
      reason("all_of", { all: [...reasons].map(([path, why]) => reason("at", { path, why })) }),
    );
    this.reasons = reasons;
  }
}
