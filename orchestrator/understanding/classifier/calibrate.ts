import { crossValidate } from "./cross-validate.ts";
import { fitConfidence } from "./fit-confidence.ts";
import type { ConfidenceModel } from "./training.ts";
import type { TrainingSentence } from "./training-sentence.ts";

/** How many rehearsed decisions the prior is worth. */
const PRIOR_WORTH = 2000;
/** The share of requests that confidences are for: those for something that is near, and that no goal is for. */
export const OUTSIDE_SHARE = 0.2;
/**
 * A rehearsal leaves out a fifth of the examples and of the goals, so that it is right less often than the whole
 * catalogue; and what acts is on average surer than the gate. Of all that acts at a gate, at least so much is right
 * when rehearsed log-odds are raised by this: chosen on whole corpora that the prior had not seen, at 5, 10 and 20
 * examples a goal alike.
 */
const SURER_WITH_ALL = 0.9;

/**
 * What a catalogue's own sentences teach about its confidences: nearer siblings make it more careful. The
 * result is plain data, which can be made in a process of its own and kept by the catalogue's digest.
 * Shape:  undefined where nothing shows what lies outside (few goals, no near misses): the prior stands
 * Cost:   about five times the training of the classifier; run it away from the request path
 */
export function calibrate(
  sentences: readonly TrainingSentence[],
  goalCount: number,
  prior: ConfidenceModel,
): ConfidenceModel | undefined {
  const rehearsals = crossValidate(sentences, goalCount);
  const outside = rehearsals.filter((rehearsal) => rehearsal.outside).length;
  const inside = rehearsals.length - outside;
  if (outside === 0 || inside === 0) return undefined;
  const outsideWeight = (OUTSIDE_SHARE * inside) / ((1 - OUTSIDE_SHARE) * outside);
  const outcomes = rehearsals.map(({ signals, right, outside: away }) => ({
    signals,
    right,
    weight: away ? outsideWeight : 1,
  }));
  const fitted = fitConfidence(outcomes, prior, PRIOR_WORTH);
  return { ...fitted, intercept: fitted.intercept + SURER_WITH_ALL };
}
