import type { Manifest } from "#shared/contracts/manifest.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { calibrate } from "../../understanding/classifier/calibrate.ts";
import { confidenceIn, confidencePrior } from "../../understanding/classifier/prior.ts";
import type { ConfidenceModel, Training } from "../../understanding/classifier/training.ts";
import { readGoals } from "../../understanding/goal-model.ts";
import { fitMeaning } from "../../understanding/meaning/fit-meaning.ts";
import { sentencesOf } from "../../understanding/meaning/sentences.ts";

/**
 * How certain decisions by meaning are in this catalogue; see fitMeaning.
 * Shape: `values` holds the vectors of sentencesOf, one after the other
 * Cost:  five to ten trainings; for a process of its own
 */
export function learnMeaning(
  manifests: readonly Manifest[],
  values: Float32Array,
  training: Training,
): ConfidenceModel | null {
  const goals = readGoals(buildCatalogue(manifests));
  const sentences = sentencesOf(goals);
  const byWords =
    confidenceIn(training) ??
    calibrate(sentences, goals.length, confidencePrior) ??
    confidencePrior;
  const goalPlaces = Int32Array.from(sentences, ({ goal }) => goal);
  const vectors = { values, goals: goalPlaces, goalCount: goals.length };
  return fitMeaning(sentences, vectors, byWords) ?? null;
}
