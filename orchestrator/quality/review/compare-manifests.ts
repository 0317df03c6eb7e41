import { digestOf } from "#shared/contracts/digest.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { Route, RoutingDiff } from "#shared/contracts/routing.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { diffRouting, nothingChanged, type Router } from "../diff/diff-routing.ts";
import { calibratedBy } from "./calibrated-by.ts";

/**
 * What changes for the examples of both, and for what people said, when one set of manifests takes the
 * place of another. `learnt` is what is known of either already, `known` where sentences lead by the first; `keep` is given
 * what is learnt of them here, and `known` what is heard.
 * Errors: ContractError for manifests that could not be in force together
 * Cost:   nothing for equal ones; else some seconds, and six trainings for a side of which nothing is known, one where
 *         it differs from the other in one domain only
 */
export function compareManifests(
  before: readonly Manifest[],
  after: readonly Manifest[],
  recorded: readonly string[],
  learnt: readonly Training[] = [],
  keep: (training: Training) => void = () => undefined,
  known: Map<string, Route> = new Map(),
): RoutingDiff {
  const sides = openSides(before, after, learnt, keep, known);
  if (sides === undefined) return nothingChanged(buildCatalogue(after), recorded);
  return diffRouting(sides.before, sides.after, recorded);
}

/** The two sides of a comparison, each with what it was learnt by. undefined: they are equal. */
function openSides(
  before: readonly Manifest[],
  after: readonly Manifest[],
  learnt: readonly Training[],
  keep: (training: Training) => void,
  known: Map<string, Route>,
): { before: Router; after: Router } | undefined {
  const [old, now] = [buildCatalogue(before), buildCatalogue(after)];
  if (old.digest === now.digest) return undefined;
  const knownOf = ({ digest }: Catalogue) => learnt.find((each) => each.digest === digest);
  const heardBefore = calibratedBy(old, knownOf(old), buildUnderstanding);
  // Of nearly the same sentences both sides go by the same confidences: what differs is then the change's own.
  const nearly = isNearlySame(before, after) ? heardBefore.training() : undefined;
  const heardNow = calibratedBy(now, knownOf(now), buildUnderstanding, nearly);
  keep(heardBefore.training());
  // Confidences that are another catalogue's are not kept as its own.
  keep(nearly === undefined ? heardNow.training() : { ...heardNow.training(), confidence: null });
  return {
    before: { catalogue: old, understanding: heardBefore, known },
    after: { catalogue: now, understanding: heardNow, known: new Map() },
  };
}

/** At most one domain is another, and there are others beside it. */
function isNearlySame(before: readonly Manifest[], after: readonly Manifest[]): boolean {
  const digests = new Set(before.map(digestOf));
  const same = after.filter((manifest) => digests.has(digestOf(manifest))).length;
  return same > 1 && same >= before.length - 1 && same >= after.length - 1;
}
