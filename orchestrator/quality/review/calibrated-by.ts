import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import type { Understanding } from "../../understanding/understanding.ts";

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
