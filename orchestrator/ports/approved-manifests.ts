import type { Manifest } from "#shared/contracts/manifest.ts";

/** What domains that others run promised when it was last taken, so that a change of it is noticed after a restart too. */
export interface ApprovedManifests {
  /** undefined: a domain that was never seen. */
  find(domain: string): Manifest | undefined;
  /** `find` gives it from now on; it outlives the process once this resolves. Rejects when it cannot be written. */
  keep(manifest: Manifest): Promise<void>;
  /** As if the domain had never been seen. Rejects when that cannot be written. */
  forget(domain: string): Promise<void>;
}
