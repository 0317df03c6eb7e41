import type { CandidateFinding } from "#shared/contracts/console.ts";
import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { Route, RoutingDiff } from "#shared/contracts/routing.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { diffRouting } from "../diff/diff-routing.ts";
import { type Router, routeOf } from "../diff/route-of.ts";
import { lintManifests } from "../lint/lint-manifests.ts";
import type { Candidate } from "./read-candidate.ts";

/** What a candidate manifest would change. */
export type Tried = {
  findings: CandidateFinding[];
  change: RoutingDiff;
  /** Where the sentences that were asked about lead. */
  routes: { text: string; before: Route; after: Route }[];
};

/** What is known before the sentences are heard. */
export type Trial = {
  manifests: readonly Manifest[];
  candidate: Manifest;
  recorded: readonly string[];
  asked: readonly string[];
  training: Training;
};

/** The manifests with the candidate in the place of its domain's own; at their end where the domain is new. */
export const withCandidate = (manifests: readonly Manifest[], candidate: Manifest): Manifest[] =>
  manifests.some(({ domain }) => domain === candidate.domain)
    ? manifests.map((each) => (each.domain === candidate.domain ? candidate : each))
    : [...manifests, candidate];

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
}: Trial): Omit<Tried, "findings"> & { found: LintFinding[] } {
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

/** What the linter found, with the lines of the text that was shown. */
export const withLines = (
  found: readonly LintFinding[],
  { lineOf }: Candidate,
): CandidateFinding[] =>
  found.map(({ domain: _, goal: __, ...finding }) => ({ ...finding, line: lineOf(finding.path) }));
