import type { GoalModel } from "../goal-model.ts";
import { actionOf } from "../lexicons/actions.ts";
import type { Token } from "../text.ts";
import { buildClassifier } from "./classifier.ts";
import { type ConfidenceModel, confidenceOf } from "./confidence.ts";
import { bestGoal, sharesOf, signalsOf } from "./signals.ts";
import { NO_GOAL } from "./train.ts";
import { trainingSet } from "./training-set.ts";

/** How likely the sentence asks for a goal. */
export type GoalGuess = {
  readonly goal: GoalModel;
  /** Calibrated: of decisions with this confidence, this share is right. */
  readonly confidence: number;
  /** Of all goals' scores. */
  readonly share: number;
  /** The training sentence of the goal that is most like it, and how much. */
  readonly nearest: { readonly text: string; readonly likeness: number } | undefined;
  /** An action that the sentence asks for and no example of the goal does ("apaga"). */
  readonly strangeAction: string | undefined;
};

export type GoalClassifier = {
  /** The best goals, best first. Cost: 40 to 120 us */
  guess(words: readonly Token[], most: number): GoalGuess[];
  /** How rare a word is among all sentences (log-idf), and whether the goal's have it, in any inflection. */
  weighWord(goal: GoalModel, word: string): { readonly rarity: number; readonly own: boolean };
};

/** With more goals, an unknown action is more often another way to say a known one. */
const MOST_GOALS_FOR_ACTIONS = 20;
/** Below any gate: an unknown action is never carried out without a question. */
const STRANGE_ACTION_CEILING = 0.85;

export function buildGoalClassifier(
  goals: readonly GoalModel[],
  confidence: ConfidenceModel,
): GoalClassifier {
  if (goals.length === 0) return { guess: () => [], weighWord: () => ({ rarity: 1, own: false }) };
  const sentences = trainingSet(goals);
  const classifier = buildClassifier(sentences, goals.length);
  const actions = goals.map(
    (_, index) =>
      new Set(
        sentences.flatMap(({ goal, words }) =>
          goal === index ? words.map(({ word }) => actionOf(word)) : [],
        ),
      ),
  );

  function guess(words: readonly Token[], most: number): GoalGuess[] {
    const reading = classifier.read(words);
    const shares = sharesOf(reading.scores);
    const order = topOf(reading.scores, most);
    let ceiling = 1;
    return order.flatMap((index) => {
      const goal = goals[index];
      if (goal === undefined) return [];
      const sentence = sentences[reading.nearestSentence[index] ?? -1];
      const strangeAction = strangeActionOf(words, index);
      const own = confidenceOf(confidence, signalsOf(classifier, reading, index));
      // A goal that comes after another is never more likely than that one.
      ceiling = Math.min(ceiling, own, strangeAction === undefined ? 1 : STRANGE_ACTION_CEILING);
      return [
        {
          goal,
          confidence: ceiling,
          share: shares[index] ?? 0,
          nearest: sentence && { text: sentence.text, likeness: reading.nearest[index] ?? 0 },
          strangeAction,
        },
      ];
    });
  }

  function strangeActionOf(words: readonly Token[], goal: number): string | undefined {
    if (goals.length > MOST_GOALS_FOR_ACTIONS) return undefined;
    return words.find(({ word }) => {
      const action = actionOf(word);
      return action !== undefined && actions[goal]?.has(action) === false;
    })?.word;
  }

  const place = new Map(goals.map((goal, index) => [goal, index]));
  return {
    guess,
    weighWord(goal, word) {
      const { rarity, goals: users } = classifier.stemUse(word);
      return { rarity, own: users.has(place.get(goal) ?? NO_GOAL) };
    },
  };
}

/** Places of the highest values, highest first. */
function topOf(values: Float64Array, most: number): number[] {
  const first = bestGoal(values);
  if (first < 0 || most <= 1) return first < 0 ? [] : [first];
  return Array.from(values.keys())
    .sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0))
    .slice(0, most);
}
