import type { Manifest } from "#shared/contracts/manifest.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { diffRouting } from "../diff/diff-routing.ts";
import { type Router, routeOf } from "../diff/route-of.ts";
import { lintManifests } from "../lint/lint-manifests.ts";
import type { Trial, TrialOutcome } from "./job.ts";
import { withCandidate } from "./read-candidate.ts";

/**
 * The linter and the routing diff for a manifest that is not in force, both sides by the confidences of `training`.
 * Errors: ContractError where it could not be in force beside the others
 * Cost:   one training, seconds; for a process of its own
 */
export function tryManifest({
  manifests,
  candidate,
  recorded,
  asked,
  training,
}: Trial): TrialOutcome {
  const before = routerOf(manifests, training, training);
  const after = routerOf(withCandidate(manifests, candidate), undefined, training);
  const found = lintManifests(after.catalogue).filter(({ domain }) => domain === candidate.domain);
  const routes = asked.map((text) => ({
    text,
    before: routeOf(before, text),
    after: routeOf(after, text),
  }));
  return { found, change: diffRouting(before, after, recorded), routes };
}

function routerOf(
  manifests: readonly Manifest[],
  learnt: Training | undefined,
  calibrated: Training,
): Router {
  const catalogue = buildCatalogue(manifests);
  const understanding = buildUnderstanding(catalogue, learnt);
  if (calibrated.confidence !== null) understanding.calibrate(calibrated);
  return { catalogue, understanding };
}
