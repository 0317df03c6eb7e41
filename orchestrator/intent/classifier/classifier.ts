import type { Token } from "../text.ts";
import { type FeatureSpace, learnFeatures } from "./features.ts";
import { othersReach } from "./others-reach.ts";
import { addSimilarities, buildPostings } from "./postings.ts";
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
  readonly sentences: readonly TrainingSentence[];
  readonly space: FeatureSpace;
  readonly model: DualModel;
  read(words: readonly Token[]): Reading;
  /** Does some example of the goal have this word? */
  goalHasWord(goal: number, wordId: number): boolean;
  /** How the training sentences use the stem of a word. */
  stemUse(word: string): StemUse;
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
  const postings = buildPostings(vectors, space.size);
  const model = learntBefore(space.size) ?? trainDualModel(vectors, labels, goalCount, postings);
  const wordsOfGoal = wordsByGoal(sentences, goalCount, space);
  const similarity = new Float64Array(sentences.length);

  function read(words: readonly Token[]): Reading {
    const query = space.vectorOf(words);
    similarity.fill(0);
    addSimilarities(postings, query, similarity);
    const scores = Float64Array.from(model.biases);
    const nearest = new Float64Array(goalCount);
    const nearestSentence = new Int32Array(goalCount).fill(-1);
    let nearestOutside = 0;
    for (let at = 0; at < similarity.length; at++) {
      const near = similarity[at] ?? 0;
      if (near === 0) continue;
      const end = model.starts[at + 1] ?? 0;
      for (let i = model.starts[at] ?? 0; i < end; i++) {
        const goal = model.goalOf[i] ?? 0;
        scores[goal] = (scores[goal] ?? 0) + near * (model.coefficientOf[i] ?? 0);
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

  return {
    goalCount,
    sentences,
    space,
    model,
    read,
    goalHasWord: (goal, wordId) => wordsOfGoal[goal]?.has(wordId) ?? false,
    stemUse: countStems(taught),
    othersReach: othersReach(model, sentences, goalCount),
  };
}

function wordsByGoal(
  sentences: readonly TrainingSentence[],
  goalCount: number,
  space: FeatureSpace,
): readonly ReadonlySet<number>[] {
  const byGoal = Array.from({ length: goalCount }, () => new Set<number>());
  for (const { words, own = words, goal } of sentences)
    for (const { word } of own) {
      const id = space.wordId(word);
      if (id !== undefined) byGoal[goal]?.add(id);
    }
  return byGoal;
}
