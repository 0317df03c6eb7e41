import { ContractError } from "#shared/contracts/errors.ts";
import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { isError } from "../lint/finding.ts";
import { lintManifests } from "../lint/lint-manifests.ts";
import { sharedFollowups } from "../lint/rules/capability-rules.ts";

/**
 * Why an orchestrator would not take a manifest, whatever stands beside it: the errors of the linter, or the schemas that
 * cannot be checked.
 * Cost: 50 ms for 1,000 examples
 */
export function objectionsTo(manifest: Manifest): LintFinding[] | ContractError {
  try {
    const catalogue = buildCatalogue([manifest]);
    return [...lintManifests(catalogue), ...sharedFollowups(catalogue)].filter(isError);
  } catch (error) {
    if (error instanceof ContractError) return error;
    throw error;
  }
}
