import type { Manifest } from "#shared/contracts/manifest.ts";
import type { Training } from "../intent/classifier/training.ts";
import { routerOf } from "./router-of.ts";

/**
 * What is learnt from these manifests, with how their own sentences move the confidences.
 * Errors and cost: as routerOf
 */
export const calibrateCatalogue = (manifests: readonly Manifest[]): Training =>
  routerOf(manifests).understanding.training();
