import type { Manifest } from "#shared/contracts/manifest.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";

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
