import type { Manifest } from "#shared/contracts/manifest.ts";
import type { RoutingDiff } from "#shared/contracts/routing.ts";
import { diffRouting } from "../diff/diff-routing.ts";
import { routerOf } from "./router-of.ts";

/**
 * What changes for the examples of both, and for what people said, when one set of manifests takes the
 * place of another.
 * Errors: ContractError for manifests that could not be in force together
 */
export const compareManifests = (
  before: readonly Manifest[],
  after: readonly Manifest[],
  recorded: readonly string[],
): RoutingDiff => diffRouting(routerOf(before), routerOf(after), recorded);
