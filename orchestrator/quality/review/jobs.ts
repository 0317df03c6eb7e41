import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { calibrateCatalogue } from "./calibrate-catalogue.ts";
import { compareManifests } from "./compare-manifests.ts";
import { evaluateManifests } from "./evaluate-catalogue.ts";
import type { Done, Job } from "./job.ts";
import { judgeExample } from "./judge-example.ts";
import { learnMeaning } from "./learn-meaning.ts";
import { lintCatalogue } from "./lint-catalogue.ts";
import { tryManifest } from "./try-manifest.ts";

export function doJob(job: Job): Done {
  switch (job.do) {
    case "lint":
      return { did: "lint", findings: lintCatalogue(job.manifests, job.training) };
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
      return {
        did: "compare",
        diff: compareManifests(job.before, job.after, job.recorded, job.learnt),
      };
  }
}
