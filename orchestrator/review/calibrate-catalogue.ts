import type { Manifest } from "#shared/contracts/manifest.ts";
import type { Training } from "../intent/classifier/training.ts";
import { buildUnderstanding } from "../intent/understand.ts";
import { buildCatalogue } from "../registry/catalogue.ts";

/**
 * What is learnt from these manifests, with how their own sentences move the confidences.
 * Errors: ContractError when they could not be in force together
 * Cost:   about six trainings; for a process of its own
 */
export function calibrateCatalogue(manifests: readonly Manifest[]): Training {
  const understanding = buildUnderstanding(buildCatalogue(manifests));
  understanding.calibrate();
  return understanding.training();
}
