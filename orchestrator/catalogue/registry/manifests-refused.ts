import { RegenteError } from "#shared/contracts/errors.ts";

/** What `prepare` throws when it knows which domains' new manifests must not come in, and why. */
export class ManifestsRefused extends RegenteError {
  override readonly name = "ManifestsRefused";
  readonly code = "MANIFESTS_REFUSED";
  /** Domain -> why, in a sentence. */
  readonly reasons: ReadonlyMap<string, string>;
  constructor(reasons: ReadonlyMap<string, string>) {
    super([...reasons].map(([domain, reason]) => `${domain}: ${reason}`).join("; "));
    this.reasons = reasons;
  }
}
