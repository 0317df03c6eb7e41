import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { sentencesOf } from "../evaluation/leave-out.ts";
import { lintManifests } from "../lint/lint-manifests.ts";
import { lintNeighbours } from "../lint/lint-neighbours.ts";
import { leaveOut } from "./leave-out.ts";

/** Each leaves out a fifth of the examples: enough to see what is stolen, and a quarter of the work of 20. */
const FOLDS = 5;

/**
 * Everything that the linter finds in manifests that could be in force together.
 * Errors: ContractError when they could not
 * Cost:   seconds; see leaveOut
 */
export function lintCatalogue(manifests: readonly Manifest[]): LintFinding[] {
  const catalogue = buildCatalogue(manifests);
  const understanding = buildUnderstanding(catalogue);
  understanding.calibrate();
  const sentences = sentencesOf(manifests, understanding);
  const leftOut = leaveOut(manifests, sentences, FOLDS, understanding.training())
    .flatMap((fold) => fold.leftOut)
    .toArray();
  return [...lintManifests(catalogue), ...lintNeighbours(catalogue, understanding, leftOut)];
}
