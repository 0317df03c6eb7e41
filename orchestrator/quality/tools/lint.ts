import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { PromotedNegative } from "#shared/contracts/promotion.ts";
import { loadManifest } from "#shared/manifest-files/load-manifest.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { openPromotedExamples } from "../../catalogue/registry/promoted-examples.ts";
import type { Environment } from "../../config/config.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import type { Heard } from "../review/lint-again.ts";
import type { Before } from "../review/lint-catalogue.ts";
import { withManifest } from "../review/read-candidate.ts";
import { bootstrapFile, findManifests } from "./find-manifests.ts";
import { findingsOf, type KeptResults, keptResults } from "./kept-results.ts";
import type { LintResult } from "./results.ts";

/**
 * Puts sentences among the near misses of goals, in the operator's file; a Regente that runs has them at once.
 * Errors: ContractError for a file that is wrong
 */
export async function acceptNearMisses(
  negatives: readonly PromotedNegative[],
  env: Environment,
): Promise<{ file: string }> {
  const file = promotedFileOf(env);
  await (await openPromotedExamples(file)).addNegatives(negatives);
  return { file };
}

const promotedFileOf = (env: Environment): string =>
  resolve(
    env["REGENTE_PROMOTED"] || join(env["REGENTE_DATA"] || ".regente", "promoted-examples.json"),
  );

/**
 * Lint the manifests of the bootstrap file, with what the operator gave to their goals: all, those of one domain, or a manifest at a path as it would
 * be among them. `built` is the folder of what was learnt when the project was built.
 * Errors: ContractError for a bootstrap file or a manifest that is wrong, with file, line and field
 */
export async function lintFiles(
  target: string | undefined,
  env: Environment,
  built?: string,
): Promise<LintResult> {
  const file = bootstrapFile(env);
  const known =
    target !== undefined && !existsSync(file)
      ? { found: [], missing: [] }
      : await findManifests(file, env, "files");
  const promoted = await openPromotedExamples(promotedFileOf(env));
  const found = known.found.map(({ manifest, from }) => ({
    manifest: promoted.extend(manifest),
    from,
  }));
  const standing = found.map(({ manifest }) => manifest);
  const isKnown =
    target === undefined ||
    standing.some(({ domain }) => domain === target) ||
    known.missing.some(({ domain }) => domain === target);
  const candidate = isKnown ? undefined : promoted.extend(loadManifest(target));
  const manifests = candidate === undefined ? standing : withManifest(standing, candidate);
  const wanted = candidate?.domain ?? target;
  const { digest } = buildCatalogue(manifests);
  const kept = keptResults(env, built);
  const all = await findingsOf(digest, kept, async () => {
    // Only who has to look pays for loading what looks.
    const { lintCatalogue } = await import("../review/lint-catalogue.ts");
    const learnt: Training[] = [];
    const { findings, heard } = lintCatalogue(
      manifests,
      await kept.training(digest),
      (each) => learnt.push(each),
      await heardBefore(manifests, kept),
    );
    for (const each of learnt) await kept.keepTraining(each);
    await kept.evaluations.write(lastOf(manifests), new Date().toISOString(), heard);
    return findings;
  });
  const concerns = (domain: string) => wanted === undefined || domain === wanted;
  return {
    manifests: manifests.map((manifest) => ({
      domain: manifest.domain,
      version: manifest.version,
      from: found.find((each) => each.manifest === manifest)?.from ?? target ?? "",
    })),
    missing: known.missing.filter(({ domain }) => concerns(domain)),
    findings: all
      .filter(({ domain }) => concerns(domain))
      .sort((a, b) => a.level.localeCompare(b.level)),
  };
}

/** The last catalogue of the same domains that was linted here, in whatever state. */
const lastOf = (manifests: readonly Manifest[]) => [
  "heard",
  ...manifests.map(({ domain }) => domain),
];

async function heardBefore(
  manifests: readonly Manifest[],
  kept: KeptResults,
): Promise<Before | undefined> {
  const last = await kept.evaluations.read(lastOf(manifests));
  if (last === undefined) return undefined;
  // What this very version wrote.
  const heard = last.result as Heard;
  const training = await kept.training(buildCatalogue(heard.manifests).digest);
  return training && { heard, training };
}
