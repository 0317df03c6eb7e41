import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { sentencesOf } from "../evaluation/leave-out.ts";
import { hearVariants } from "../evaluation/safety-net.ts";
import { lintManifests } from "../lint/lint-manifests.ts";
import { lintNeighbours } from "../lint/lint-neighbours.ts";
import { ignoredModifiers } from "../lint/rules/modifier-rules.ts";
import { calibratedBy } from "./calibrated-by.ts";
import { leaveOut } from "./leave-out.ts";

/** Each leaves out a fifth of the examples: enough to see what is stolen, and a quarter of the work of 20. */
const FOLDS = 5;

/** A sample of what `eval` hears: a second or two beside the folds. */
const MOST_VARIANTS = 1500;

/**
 * Everything that the linter finds in manifests that could be in force together. What is in `learnt` of them is not
 * learnt again; what it finds is the same. `keep` is given what was.
 * Errors: ContractError when they could not
 * Cost:   seconds; see leaveOut
 */
export function lintCatalogue(
  manifests: readonly Manifest[],
  learnt?: Training,
  keep: (training: Training) => void = () => undefined,
): LintFinding[] {
  const catalogue = buildCatalogue(manifests);
  const understanding = calibratedBy(catalogue, learnt, buildUnderstanding);
  keep(understanding.training());
  const sentences = sentencesOf(manifests, understanding);
  const leftOut = leaveOut(
    manifests,
    sentences,
    FOLDS,
    understanding.training(),
    buildUnderstanding,
  )
    .flatMap((fold) => fold.leftOut)
    .toArray();
  return [
    ...lintManifests(catalogue),
    ...lintNeighbours(catalogue, understanding, leftOut),
    ...ignoredModifiers(hearVariants(catalogue, understanding, MOST_VARIANTS).findings),
  ];
}
