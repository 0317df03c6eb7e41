import type { Catalogue } from "../../catalogue/catalogue.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import type { Understanding } from "../../understanding/understanding.ts";
import { predict } from "../evaluation/labelled.ts";
import type { Fold, LeftOut } from "../evaluation/manifest-sentences.ts";

/**
 * A catalogue's understanding, calibrated: by what was learnt of it where that is given, else by the confidences of
 * `nearly` the same sentences, else by its own.
 * Cost: six trainings where nothing is given; a tenth of one where all of it is
 */
export function calibratedBy(
  catalogue: Catalogue,
  learnt: Training | undefined,
  build: (catalogue: Catalogue, training?: Training) => Understanding,
  nearly?: Training,
): Understanding {
  const own = learnt?.digest === catalogue.digest ? learnt : undefined;
  const understanding = build(catalogue, own);
  const found = [own, nearly].find((each) => each?.confidence != null);
  understanding.calibrate(found);
  return understanding;
}

/** What became of the sentences of a fold, and the understanding that has not seen them. */
type HeardFold = { leftOut: LeftOut[]; understanding: Understanding };

/**
 * Understand the sentences of one fold by what the others teach. `calibrated` is what was learnt from all of them: each fold
 * goes by its confidences.
 * Cost: building the understanding, and 0.1 to 0.5 ms a sentence; for a process of its own
 */
export function hearFold(
  fold: Fold,
  calibrated: Training,
  build: (catalogue: Catalogue) => Understanding,
): HeardFold {
  const understanding = build(buildCatalogue(fold.manifests));
  if (calibrated.confidence !== null) understanding.calibrate(calibrated);
  const leftOut = fold.sentences.map((sentence) => ({
    sentence,
    prediction: predict(understanding, sentence),
  }));
  return { leftOut, understanding };
}
