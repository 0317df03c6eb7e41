import type { EvaluationReport } from "#shared/contracts/console.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { gatesOf } from "../evaluation/goal-gates.ts";
import { isExample, sentencesOf } from "../evaluation/leave-out.ts";
import { evaluate } from "../evaluation/report.ts";
import { leaveOut } from "./leave-out.ts";

/** Each leaves out a fifth of the examples: a quarter of the work of `eval`, and nearly what it says. */
const FOLDS = 5;

/**
 * How well manifests understand their own examples, each left out in its turn.
 * `learnt` is what is known of them already.
 * Cost: five trainings, some 20 s of a processor; for a process of its own
 */
export function evaluateManifests(
  manifests: readonly Manifest[],
  learnt: Training,
): NonNullable<EvaluationReport["evaluation"]> {
  const catalogue = buildCatalogue(manifests);
  const understanding = buildUnderstanding(catalogue, learnt);
  if (learnt.confidence === null) understanding.calibrate();
  else understanding.calibrate(learnt);
  const sentences = sentencesOf(manifests, understanding);
  const predictions = leaveOut(
    manifests,
    sentences,
    FOLDS,
    understanding.training(),
    buildUnderstanding,
  )
    .flatMap((fold) => fold.leftOut)
    .map(({ prediction }) => prediction)
    .toArray();
  const { scores, goals, reliability, confusable } = evaluate(
    sentences.filter(isExample),
    predictions,
    gatesOf(catalogue),
  );
  const { accuracy, entity_f1, ece } = scores;
  return { sentences: scores.sentences, accuracy, entity_f1, ece, goals, reliability, confusable };
}
