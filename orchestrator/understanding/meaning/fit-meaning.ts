import { confidenceOf } from "../classifier/confidence.ts";
import { heldOut, OUTSIDE_SHARE } from "../classifier/cross-validate.ts";
import { fitConfidence } from "../classifier/fit-confidence.ts";
import { highest } from "../classifier/goal-classifier.ts";
import { overviewOf, signalsOf } from "../classifier/signals.ts";
import type { ConfidenceModel } from "../classifier/training.ts";
import type { TrainingSentence } from "../classifier/training-sentence.ts";
import {
  type ByWords,
  decideByMeaning,
  likenessOf,
  neutralModel,
  type SentenceVectors,
} from "./meaning.ts";

/** So many goals the words alone list; see Understood.candidates. */
const LISTED = 5;
/** How many decisions having no opinion is worth. */
const NEUTRAL_WORTH = 100;
/** Fewer decisions of a kind teach nothing. */
const FEWEST = 20;

/**
 * How certain a decision by meaning is, learnt from the goals' own sentences: each is decided by words and vectors that do
 * not have it, with a fifth of the goals left out, as if one request in five were for something that is not there.
 * Shape:  `vectors` has a vector for each sentence, in their order; `confidence` is the words' own
 * Result: undefined where too little shows what lies outside, or what is right
 * Cost:   five trainings, and sentences squared x dimensions; for a process of its own
 */
export function fitMeaning(
  sentences: readonly TrainingSentence[],
  vectors: SentenceVectors,
  confidence: ConfidenceModel,
): ConfidenceModel | undefined {
  const size = vectors.values.length / Math.max(1, sentences.length);
  const decisions = heldOut(sentences, vectors.goalCount, (held) => {
    const sentence = sentences[held.at];
    const reading = held.classifier.read(sentence?.words ?? []);
    const overview = overviewOf(reading);
    const byWords = highest(reading.scores, LISTED).map((at): ByWords => {
      const signals = signalsOf(held.classifier, reading, overview, at);
      return { goal: held.present[at] ?? -1, confidence: confidenceOf(confidence, signals) };
    });
    const vector = vectors.values.subarray(held.at * size, (held.at + 1) * size);
    const decided = decideByMeaning(vector, likenessOf(vectors, vector, held.wasSeen), byWords);
    if (decided === undefined) return undefined;
    const right = !held.outside && decided.goal === sentence?.goal;
    return { signals: decided.signals, right, outside: held.outside };
  });
  const outside = decisions.filter((each) => each.outside).length;
  const inside = decisions.length - outside;
  if (outside < FEWEST || inside < FEWEST) return undefined;
  const outsideWeight = (OUTSIDE_SHARE * inside) / ((1 - OUTSIDE_SHARE) * outside);
  const outcomes = decisions.map(({ signals, right, outside: away }) => ({
    signals,
    right,
    weight: away ? outsideWeight : 1,
  }));
  return fitConfidence(outcomes, neutralModel(decisions), NEUTRAL_WORTH);
}
