import type { ConfidenceModel } from "./confidence.ts";
import { fitConfidence } from "./fit-confidence.ts";
import { rehearse } from "./rehearse.ts";
import type { TrainingSentence } from "./training-sentence.ts";

/** How many rehearsed decisions the prior is worth. */
const PRIOR_WORTH = 2000;
/** The share of requests that are for something else, as far as a catalogue knows. */
const OUTSIDE_SHARE = 0.05;

/**
 * What a catalogue's own sentences teach about its confidences. The result is plain data: it can be
 * made in a worker and kept by the catalogue's digest.
 * Cost: about six times the training of the classifier; run it away from the request path
 */
export function calibrate(
  sentences: readonly TrainingSentence[],
  goalCount: number,
  prior: ConfidenceModel,
): ConfidenceModel {
  const rehearsals = rehearse(sentences, goalCount);
  const outside = rehearsals.filter((rehearsal) => rehearsal.outside).length;
  const inside = rehearsals.length - outside;
  const outsideWeight =
    outside === 0 ? 0 : (OUTSIDE_SHARE * inside) / ((1 - OUTSIDE_SHARE) * outside);
  const outcomes = rehearsals.map(({ signals, right, outside: away }) => ({
    signals,
    right,
    weight: away ? outsideWeight : 1,
  }));
  return fitConfidence(outcomes, prior, PRIOR_WORTH);
}
