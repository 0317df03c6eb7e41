import type { Token } from "../text.ts";
import { type FeatureSpace, learnFeatures } from "./features.ts";
import { type GoalSets, goalSets } from "./goal-sets.ts";
import { othersReach } from "./others-reach.ts";
import { addSimilarities, buildPostings, type Postings } from "./postings.ts";
import { countStems, type StemUse } from "./stem-use.ts";
import { type DualModel, trainDualModel } from "./train.ts";
import { NO_GOAL, type TrainingSentence } from "./training-sentence.ts";

/** What one pass over the training sentences says about a text; arrays are by goal. */
export type Reading = {
  readonly words: readonly Token[];
  /** Scores of the support vector machines: 1 is a typical example, -1 a typical other. */
  readonly scores: Float64Array;
  /** Cosine with the goal's nearest example, and which sentence that is (-1: none shares anything). */
  readonly nearest: Float64Array;
  readonly nearestSentence: Int32Array;
  /** Cosine with the nearest sentence that belongs to no goal. */
  readonly nearestOutside: number;
};

export type Classifier = {
  readonly goalCount: number;
  readonly space: FeatureSpace;
  readonly model: DualModel;
  read(words: readonly Token[]): Reading;
  /** Does some example of the goal have this word? */
  goalHasWord(goal: number, wordId: number): boolean;
  readonly stems: StemUse;
  /** By goal, the score that sentences of others reach. */
  readonly othersReach: Float64Array;
};

/**
 * A classifier of sentences into `goalCount` goals. The same sentences always make the same one.
 * `learntBefore` gives the model where it is known already, by the number of features.
 * Cost: 10 goals of 100 examples 0.1 s; 150 of 10 in 0.3 s; reading a sentence 30 to 100 us
 */
export function buildClassifier(
  sentences: readonly TrainingSentence[],
  goalCount: number,
  learntBefore: (features: number) => DualModel | undefined = () => undefined,
): Classifier {
  const taught = sentences.filter(({ background }) => background !== true);
  const { space, vectors: learnt } = learnFeatures(taught.map(({ words }) => words));
  const vectorOf = new Map(taught.map((sentence, at) => [sentence, learnt[at]]));
  const vectors = sentences.map((each) => vectorOf.get(each) ?? space.vectorOf(each.words));
  const labels = Int32Array.from(sentences, ({ goal }) => goal);
  const postings = buildPostings(vectors, space.weights);
  const model = learntBefore(space.size) ?? trainDualModel(vectors, labels, goalCount, postings);
  return classifierOf({
    goalCount,
    space,
    model,
    labels,
    postings,
    words: wordSets(sentences, goalCount, space),
    stems: countStems(taught, goalCount),
    othersReach: othersReach(model, sentences, goalCount),
  });
}

type Learnt = Pick<Classifier, "goalCount" | "space" | "model" | "stems" | "othersReach"> & {
  readonly labels: Int32Array;
  readonly postings: Postings;
  readonly words: GoalSets;
};

/** A function of its own, so that what was only needed for learning is let go. */
function classifierOf({ labels, postings, words: wordsOfGoals, ...learnt }: Learnt): Classifier {
  const { space, goalCount } = learnt;
  const { biases, starts, goalOf, coefficientOf } = learnt.model;
  const similarity = new Float64Array(labels.length);

  function read(words: readonly Token[]): Reading {
    const query = space.vectorOf(words);
    similarity.fill(0);
    addSimilarities(postings, query, similarity);
    const scores = Float64Array.from(biases);
    const nearest = new Float64Array(goalCount);
    const nearestSentence = new Int32Array(goalCount).fill(-1);
    let nearestOutside = 0;
    for (let at = 0; at < similarity.length; at++) {
      const near = similarity[at] ?? 0;
      if (near === 0) continue;
      const end = starts[at + 1] ?? 0;
      for (let i = starts[at] ?? 0; i < end; i++) {
        const goal = goalOf[i] ?? 0;
        scores[goal] = (scores[goal] ?? 0) + near * (coefficientOf[i] ?? 0);
      }
      const goal = labels[at] ?? NO_GOAL;
      if (goal === NO_GOAL) {
        if (near > nearestOutside) nearestOutside = near;
      } else if (near > (nearest[goal] ?? 0)) {
        nearest[goal] = near;
        nearestSentence[goal] = at;
      }
    }
    return { words, scores, nearest, nearestSentence, nearestOutside };
  }

  return { ...learnt, read, goalHasWord: (goal, wordId) => wordsOfGoals.has(wordId, goal) };
}

function wordSets(
  sentences: readonly TrainingSentence[],
  goalCount: number,
  space: FeatureSpace,
): GoalSets {
  const said: number[] = [];
  const goals: number[] = [];
  for (const { words, own = words, goal } of sentences) {
    if (goal === NO_GOAL) continue;
    for (const { word } of own) {
      const id = space.wordId(word);
      if (id === undefined) continue;
      said.push(id);
      goals.push(goal);
    }
  }
  return goalSets(said, goals, goalCount);
}
