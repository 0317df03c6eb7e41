import type { GoalModel } from "../goal-model.ts";
import { actionOf } from "../lexicons/actions.ts";
import { opensQuestion } from "../lexicons/questions.ts";
import type { Token } from "../text.ts";
import { calibrate } from "./calibrate.ts";
import { buildClassifier, type Classifier } from "./classifier.ts";
import { type ConfidenceModel, confidenceOf } from "./confidence.ts";
import { confidencePrior } from "./prior.ts";
import { overviewOf, signalsOf } from "./signals.ts";
import { confidenceIn, modelIn, type Training, trainingOf } from "./training.ts";
import { trainingSet, type WrittenSentence } from "./training-set.ts";

/** How likely a sentence asks for a goal. */
export type GoalGuess = {
  readonly goal: GoalModel;
  /** Calibrated: of decisions with this confidence, this share is right. */
  readonly confidence: number;
  /** Of all goals' scores. */
  readonly share: number;
  /** The training sentence of the goal that is most like it, and how much. */
  readonly nearest: { readonly text: string; readonly likeness: number } | undefined;
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
  calibrate(kept?: unknown): void;
  /** It was given, not learnt. */
  readonly warm: boolean;
};

/** Training that was kept, for the catalogue of this digest; anything that does not fit is ignored. */
export type Kept = { readonly digest: string; readonly training: unknown };

/** With more goals, an unknown action or form is more often another way to say a known one. */
const MOST_GOALS_FOR_STRANGERS = 20;
/** A score this low is a typical stranger's, unless the goal has this share of all scores. */
const STRANGER_SCORE = -0.5;
const STANDS_OUT = 0.5;
/** Below any gate: what no example asks for is never carried out without a question. */
const STRANGE_CEILING = 0.85;

/** What is left of the training set once it is learnt. */
type Lesson = {
  readonly classifier: Classifier;
  /** Of each training sentence, as its author wrote it. */
  readonly texts: readonly string[];
  /** What each goal's sentences ask for; empty where there are too many goals for strangers to show. */
  readonly heard: readonly Heard[];
  readonly warm: boolean;
};
type Heard = { readonly actions: ReadonlySet<string | undefined>; readonly asks: boolean };

/** A function of its own, so that the sentences are let go. */
function learn(goals: readonly GoalModel[], kept: Kept): Lesson {
  const sentences = trainingSet(goals);
  let warm = false;
  const classifier = buildClassifier(sentences, goals.length, (features) => {
    const { digest, training } = kept;
    const wanted = { digest, features, sentences: sentences.length, goals: goals.length };
    const model = modelIn(training, wanted);
    warm = model !== undefined;
    return model;
  });
  const heard =
    goals.length > MOST_GOALS_FOR_STRANGERS ? [] : goals.map((_, at) => hear(sentences, at));
  return { classifier, texts: sentences.map(({ text }) => text), heard, warm };
}

function hear(sentences: readonly WrittenSentence[], goal: number): Heard {
  const own = sentences.filter((sentence) => sentence.goal === goal);
  return {
    actions: new Set(own.flatMap(({ words }) => words.map(({ word }) => actionOf(word)))),
    asks: own.some(({ words }) => opensQuestion(words[0]?.word ?? "")),
  };
}

export function buildGoalClassifier(goals: readonly GoalModel[], kept: Kept): GoalClassifier {
  const lesson = learn(goals, kept);
  const calibrated = lesson.warm ? confidenceIn(kept.training) : undefined;
  return goalClassifierOf(goals, kept.digest, lesson, calibrated);
}

function goalClassifierOf(
  goals: readonly GoalModel[],
  digest: string,
  { classifier, texts, heard, warm }: Lesson,
  before: ConfidenceModel | undefined,
): GoalClassifier {
  let calibrated = before;
  const placeOf = new Map(goals.map((goal, place) => [goal, place]));
  const place = (goal: GoalModel): number => placeOf.get(goal) ?? -1;

  function strangenessOf(words: readonly Token[], goal: number): string | undefined {
    const known = heard[goal];
    if (known === undefined) return undefined;
    const [first] = words;
    if (first !== undefined && !known.asks && opensQuestion(first.word))
      return `no example of the goal is a question, as "${first.word} ..." is`;
    const strange = words.find(({ word }) => {
      const action = actionOf(word);
      return action !== undefined && !known.actions.has(action);
    });
    return strange && `no example of the goal asks for "${strange.word}"`;
  }

  return {
    warm,
    training: () => trainingOf(digest, classifier.space.size, classifier.model, calibrated),
    calibrate(found) {
      calibrated =
        confidenceIn(found) ?? calibrate(trainingSet(goals), goals.length, confidencePrior);
    },
    judge(words) {
      const confidence = calibrated ?? confidencePrior;
      const reading = classifier.read(words);
      const overview = overviewOf(reading);
      const guesses = new Map<GoalModel, GoalGuess>();
      const guess = (goal: GoalModel): GoalGuess => {
        const at = place(goal);
        const text = texts[reading.nearestSentence[at] ?? -1];
        const strange = strangenessOf(words, at);
        const likely = confidenceOf(confidence, signalsOf(classifier, reading, overview, at));
        const share = overview.shares[at] ?? 0;
        return {
          goal,
          confidence: strange === undefined ? likely : Math.min(likely, STRANGE_CEILING),
          share,
          unlikely: (reading.scores[at] ?? 0) < STRANGER_SCORE && share < STANDS_OUT,
          nearest: text === undefined ? undefined : { text, likeness: reading.nearest[at] ?? 0 },
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
    },
    weighWord(goal, word) {
      const { stems } = classifier;
      const stem = stems.stemId(word);
      return { rarity: stems.rarityOf(stem), own: stems.says(place(goal), stem) };
    },
  };
}

/** Places of the highest values, highest first. Cost: values x most */
function highest(values: Float64Array, most: number): number[] {
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
