import type { Manifest } from "#shared/contracts/manifest.ts";
import type { Router } from "../diff/route-of.ts";
import { buildUnderstanding } from "../intent/understand.ts";
import { buildCatalogue } from "../registry/catalogue.ts";

/**
 * How sentences are heard against these manifests, calibrated.
 * Errors: ContractError for manifests that could not be in force together
 * Cost:   about six trainings; for a process of its own
 */
export function routerOf(manifests: readonly Manifest[]): Router {
  const catalogue = buildCatalogue(manifests);
  const understanding = buildUnderstanding(catalogue);
  understanding.calibrate();
  return { catalogue, understanding };
}
