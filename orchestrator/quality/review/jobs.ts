import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { PromotedExample } from "#shared/contracts/promotion.ts";
import type { RoutingDiff } from "#shared/contracts/routing.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import type { ConfidenceModel } from "../../understanding/classifier/confidence.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { calibrateCatalogue } from "./calibrate-catalogue.ts";
import { compareManifests } from "./compare-manifests.ts";
import { evaluateManifests } from "./evaluate-catalogue.ts";
import { type Judgement, judgeExample } from "./judge-example.ts";
import { learnMeaning } from "./learn-meaning.ts";
import { lintCatalogue } from "./lint-catalogue.ts";
import { type Trial, tryManifest } from "./try-manifest.ts";

/** Work that takes seconds of a whole processor, and is done away from requests. */
export type Job =
  | { do: "lint"; manifests: readonly Manifest[] }
  | { do: "learn"; manifests: readonly Manifest[] }
  | { do: "calibrate"; manifests: readonly Manifest[] }
  | { do: "meaning"; manifests: readonly Manifest[]; values: Float32Array; training: Training }
  | {
      do: "judge";
      manifests: readonly Manifest[];
      promoted: PromotedExample;
      recorded: readonly string[];
      training: Training;
    }
  | { do: "evaluate"; manifests: readonly Manifest[]; training: Training }
  | ({ do: "try" } & Trial)
  | {
      do: "compare";
      before: readonly Manifest[];
      after: readonly Manifest[];
      recorded: readonly string[];
    };
export type Done =
  | { did: "lint"; findings: LintFinding[] }
  | { did: "learn"; training: Training }
  | { did: "calibrate"; training: Training }
  | { did: "meaning"; confidence: ConfidenceModel | null }
  | { did: "judge"; judgement: Judgement }
  | { did: "evaluate"; evaluation: ReturnType<typeof evaluateManifests> }
  | { did: "try"; tried: ReturnType<typeof tryManifest> }
  | { did: "compare"; diff: RoutingDiff };

export function doJob(job: Job): Done {
  switch (job.do) {
    case "lint":
      return { did: "lint", findings: lintCatalogue(job.manifests) };
    case "learn":
      return {
        did: "learn",
        training: buildUnderstanding(buildCatalogue(job.manifests)).training(),
      };
    case "calibrate":
      return { did: "calibrate", training: calibrateCatalogue(job.manifests) };
    case "meaning":
      return {
        did: "meaning",
        confidence: learnMeaning(job.manifests, job.values, job.training),
      };
    case "judge":
      return {
        did: "judge",
        judgement: judgeExample(job.manifests, job.promoted, job.recorded, job.training),
      };
    case "evaluate":
      return { did: "evaluate", evaluation: evaluateManifests(job.manifests, job.training) };
    case "try":
      return { did: "try", tried: tryManifest(job) };
    case "compare":
      return { did: "compare", diff: compareManifests(job.before, job.after, job.recorded) };
  }
}
