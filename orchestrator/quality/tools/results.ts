import type { LintFinding } from "#shared/contracts/lint.ts";
import type { RoutingDiff } from "#shared/contracts/routing.ts";
import type { AsSaid } from "../evaluation/as-said.ts";
import type { FoundManifests } from "./find-manifests.ts";

export type { Modifier } from "../evaluation/forms/request-words.ts";
export type Way = AsSaid["ways"][number]["way"];

/** A manifest, and where it was read. */
export type ManifestSource = { domain: string; version: string; from: string };

export type DiffResult = {
  before: ManifestSource[];
  after: ManifestSource[];
  missing: FoundManifests["missing"];
  /** Where what people said was read; null: nothing was recorded. */
  recorded_from: string | null;
  /** Of the changes, those that no example of the candidate wants. */
  surprises: number;
  diff: RoutingDiff;
};

export type LintResult = {
  /** What was looked at, and where it was read. */
  manifests: ManifestSource[];
  missing: FoundManifests["missing"];
  /** Errors first. */
  findings: LintFinding[];
};
