import { parseExample } from "#shared/contracts/annotated-example.ts";
import { joined, type Token } from "../../language/text.ts";
import type { GoalModel } from "../goal-model.ts";
import { strangenessOf } from "./action-profile.ts";
import { buildClassifier, type Classifier, classifierOf } from "./classifier.ts";
import { confidenceOf } from "./confidence.ts";
import { calibrate } from "./cross-validate.ts";
import { idsBelow } from "./ids.ts";
import { confidenceIn, confidencePrior, overviewOf, signalsOf } from "./signals.ts";
import type { ConfidenceModel, Training } from "./training.ts";
import { textsOf, trainingSet } from "./training-set.ts";

/** Places of the highest values, highest first. Cost: values x most */
export function highest(values: Float64Array, most: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < values.length; place++) {
    const value = values[place] ?? 0;
    let at = places.length;
    while (at > 0 && value > (values[places[at - 1] ?? 0] ?? 0)) at--;
    if (at >= most) continue;
    places.splice(at, 0, place);
    if (places.length > most) places.pop();
  }
  return places;
}

/** How likely a sentence asks for a goal. */
export type GoalGuess = {
  readonly goal: GoalModel;
  /** Calibrated: of decisions with this confidence, this share is right. */
  readonly confidence: number;
  /** Of all goals' scores. */
  readonly share: number;
  /** The training sentence of the goal that is most like it, and how much. */
  nearest(): { readonly text: string; readonly likeness: number } | undefined;
  /** The goal's own machine takes the sentence for a stranger, and no goal stands out. */
  readonly unlikely: boolean;
  /** Why the sentence may be for something that is not there, as a sentence; undefined where nothing says so. */
  readonly strange: string | undefined;
};

/** What the classifier makes of one sentence; each goal is only judged when it is asked about. */
export type Judgement = {
  of(goal: GoalModel): GoalGuess;
  /** Goals by their scores, the best first. */
  best(most: number): GoalModel[];
};

export type GoalClassifier = {
  /** Cost: 30 to 100 us, and about 5 us for each goal asked about */
  judge(words: readonly Token[]): Judgement;
  /** How rare a word is among all sentences (log-idf), and whether the goal's have it, in any inflection. */
  weighWord(goal: GoalModel, word: string): { readonly rarity: number; readonly own: boolean };
  /** What was learnt from the goals' sentences. */
  training(): Training;
  /**
   * From now on confidences are also moved by the goals' own sentences: as `found` says, where it says how,
   * else by a rehearsal. Cost: nothing, or about five trainings
   */
  calibrate(found?: Training): void;
  /** It was given, not learnt. */
  readonly warm: boolean;
};

/** Training that was kept, for the catalogue of this digest; another catalogue's is ignored. */
export type CachedTraining = { readonly digest: string; readonly training: Training | undefined };

/** A score this low is a typical stranger's, unless the goal has this share of all scores. */
const STRANGER_SCORE = -0.5;
const STANDS_OUT = 0.5;

/** More than are made of one message. */
const MOST_JUDGED = 20;

/** What is left of the training set once it is learnt. */
type Lesson = {
  readonly classifier: Classifier;
  /** Of each training sentence, which of the goals' texts it is. */
  readonly texts: Training["texts"];
  readonly warm: boolean;
};

/** A function of its own, so that the sentences are let go. */
function learn(goals: readonly GoalModel[]): Lesson {
  const sentences = trainingSet(goals);
  const texts = idsBelow(1 + (sentences.at(-1)?.source ?? 0), sentences.length);
  for (const [at, { source }] of sentences.entries()) texts[at] = source;
  return { classifier: buildClassifier(sentences, goals.length), texts, warm: false };
}

export function buildGoalClassifier(
  goals: readonly GoalModel[],
  { digest, training }: CachedTraining,
): GoalClassifier {
  const kept = training?.digest === digest ? training : undefined;
  const lesson =
    kept === undefined
      ? learn(goals)
      : { ...kept, classifier: classifierOf(kept.learnt), warm: true };
  return goalClassifierOf(goals, digest, lesson, confidenceIn(kept));
}

function goalClassifierOf(
  goals: readonly GoalModel[],
  digest: string,
  { classifier, texts, warm }: Lesson,
  before: ConfidenceModel | undefined,
): GoalClassifier {
  let calibrated = before;
  const placeOf = new Map(goals.map((goal, place) => [goal, place]));
  const place = (goal: GoalModel): number => placeOf.get(goal) ?? -1;
  const written = textsOf(goals);
  /** A sentence is heard with what stands around it and without, which may leave the same words. */
  const judged = new Map<string, Judgement>();

  function judge(words: readonly Token[]): Judgement {
    const confidence = calibrated ?? confidencePrior;
    const reading = classifier.read(words);
    const overview = overviewOf(reading);
    const guesses = new Map<GoalModel, GoalGuess>();
    const guess = (goal: GoalModel): GoalGuess => {
      const at = place(goal);
      const known = classifier.learnt.heard[at];
      const strange = known && strangenessOf(words, known);
      const likely = confidenceOf(confidence, signalsOf(classifier, reading, overview, at));
      const share = overview.shares[at] ?? 0;
      return {
        goal,
        confidence: likely,
        share,
        unlikely: (reading.scores[at] ?? 0) < STRANGER_SCORE && share < STANDS_OUT,
        nearest() {
          const nearest = classifier.nearest(reading, at);
          const text = nearest && written[texts[nearest.sentence] ?? -1];
          return nearest && text !== undefined
            ? { text: parseExample(text).text, likeness: nearest.likeness }
            : undefined;
        },
        strange,
      };
    };
    return {
      of(goal) {
        const known = guesses.get(goal) ?? guess(goal);
        guesses.set(goal, known);
        return known;
      },
      best: (most) => highest(reading.scores, most).flatMap((at) => goals[at] ?? []),
    };
  }

  return {
    warm,
    training: () => ({
      digest,
      confidence: calibrated
        ? { intercept: calibrated.intercept, weights: calibrated.weights }
        : null,
      texts,
      learnt: classifier.learnt,
    }),
    calibrate(found) {
      judged.clear();
      calibrated =
        confidenceIn(found) ?? calibrate(trainingSet(goals), goals.length, confidencePrior);
    },
    judge(words) {
      const key = joined(words);
      const known = judged.get(key) ?? judge(words);
      if (judged.size >= MOST_JUDGED) judged.clear();
      judged.set(key, known);
      return known;
    },
    weighWord(goal, word) {
      const { stems } = classifier;
      const stem = stems.stemId(word);
      return { rarity: stems.rarityOf(stem), own: stems.says(place(goal), stem) };
    },
  };
}
