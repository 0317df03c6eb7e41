import type { Manifest } from "#shared/contracts/manifest.ts";
import type { RoutingDiff } from "#shared/contracts/routing.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { diffRouting } from "../diff/diff-routing.ts";

/**
 * What changes for the examples of both, and for what people said, when one set of manifests takes the
 * place of another.
 * Errors: ContractError for manifests that could not be in force together
 */
export function compareManifests(
  before: readonly Manifest[],
  after: readonly Manifest[],
  recorded: readonly string[],
): RoutingDiff {
  const [old, now] = [before, after].map((manifests) => {
    const catalogue = buildCatalogue(manifests);
    const understanding = buildUnderstanding(catalogue);
    understanding.calibrate();
    return { catalogue, understanding };
  });
  if (old === undefined || now === undefined) throw new RangeError("two catalogues are needed");
  return diffRouting(old, now, recorded);
}
