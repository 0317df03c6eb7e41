import { rememberTexts } from "../../language/remember-texts.ts";
import type { Token } from "../../language/text.ts";
import { isCommonWord } from "../../language/words/common-words.ts";
import { hearAll, type Says, saysOf } from "./action-profile.ts";
import { type FeatureSpace, featureSpace, learnFeatures } from "./features.ts";
import { frequentFeatures, frequentScores } from "./frequent-features.ts";
import { type GoalSets, goalSets, hasGoal, type Ids, idsBelow, startsOf } from "./ids.ts";
import { buildPostings, type Query, queryOf, similaritiesBy } from "./postings.ts";
import { countStems, type StemUse, stemUse } from "./stem-use.ts";
import { type DualModel, keyOf, NEGATIVE_COST, sumOf, trainDualModel } from "./train.ts";
import type { Learnt } from "./training.ts";
import { NO_GOAL, type TrainingSentence } from "./training-sentence.ts";

/** What one pass over the training sentences says about a text; arrays are by goal. */
export type Reading = {
  readonly words: readonly ClassifiedWord[];
  readonly says: Says;
  readonly query: Query;
  /** Scores of the support vector machines: 1 is a typical example, -1 a typical other. */
  readonly scores: Float64Array;
  /** Cosine with the nearest sentence that belongs to no goal. */
  readonly nearestOutside: number;
};

/** A word and its stem by their numbers, -1 where no one used them, and how much each tells: rarity squared. */
export type ClassifiedWord = {
  readonly id: number;
  readonly weight: number;
  readonly stem: number;
  /** 0 for a word that is no content. */
  readonly stemWeight: number;
};

export type Classifier = {
  readonly learnt: Learnt;
  readonly space: FeatureSpace;
  read(words: readonly Token[]): Reading;
  /** Cosine with the goal's nearest example, and which training sentence that is; undefined: none shares anything. */
  nearest(reading: Reading, goal: number): { sentence: number; likeness: number } | undefined;
  /** Does some example of the goal have this word? */
  goalHasWord(goal: number, wordId: number): boolean;
  readonly stems: StemUse;
  /** By goal, the score that sentences of others reach. */
  readonly othersReach: Float64Array;
};

/** A classifier of sentences into `goalCount` goals. The same sentences always make the same one. */
export const buildClassifier = (
  sentences: readonly TrainingSentence[],
  goalCount: number,
): Classifier => classifierOf(learnClassifier(sentences, goalCount));

/** Cost: 10 goals of 100 examples 0.1 s; 150 of 10 in 0.3 s */
function learnClassifier(sentences: readonly TrainingSentence[], goalCount: number): Learnt {
  const taught = sentences.filter(({ background }) => background !== true);
  const { features, vectors: learnt } = learnFeatures(taught.map(({ words }) => words));
  const space = featureSpace(features);
  const vectorOf = new Map(taught.map((sentence, at) => [sentence, learnt[at]]));
  const vectors = sentences.map((each) => vectorOf.get(each) ?? space.vectorOf(each.words));
  const featureCount = features.keys.length;
  const inOrder = similaritiesBy(buildPostings(vectors, featureCount));
  const model = trainDualModel(
    vectors,
    Int32Array.from(sentences, ({ goal }) => goal),
    goalCount,
    sentences.map(({ words }) => keyOf(words)),
    (some) => inOrder.all(queryOf(sumOf(some), space.weightOf)),
  );
  const { places, goalStarts } = byGoals(sentences, goalCount);
  const postings = buildPostings(
    Array.from(places, (at) => vectors[at] ?? space.vectorOf([])),
    featureCount,
  );
  const byPlace = inPlaces(model, places);
  return {
    sentences: places,
    goalStarts,
    features,
    stems: countStems(taught, goalCount),
    goalsOfWords: goalsOfWords(sentences, goalCount, space),
    model: byPlace,
    postings,
    frequent: frequentFeatures(postings, byPlace, space.isOfWords),
    othersReach: negativeMargins(model, sentences, goalCount),
    heard: hearAll(sentences, goalCount),
  };
}

/** Words that are remembered: those of every sentence are among them. */
const MOST_WORDS = 1000;

/** Reading a sentence takes 20 to 60 us. */
export function classifierOf(learnt: Learnt): Classifier {
  const { sentences, goalStarts, goalsOfWords: wordSets } = learnt;
  const { biases, starts, goalOf, coefficientOf } = learnt.model;
  const space = featureSpace(learnt.features);
  const stems = stemUse(learnt.stems);
  const similarities = similaritiesBy(learnt.postings);
  const addFrequent = frequentScores(learnt.frequent);
  const outside = goalStarts.at(-1) ?? 0;

  const said = rememberTexts(MOST_WORDS, (word): ClassifiedWord => {
    const id = space.wordId(word);
    const stem = stems.stemId(word);
    return {
      id,
      weight: space.rarityOf(id) ** 2,
      stem,
      stemWeight: isCommonWord(word) ? 0 : stems.rarityOf(stem) ** 2,
    };
  });

  function read(words: readonly Token[]): Reading {
    const query = queryOf(space.vectorOf(words), space.weightOf);
    const scores = biases.slice();
    const { count, sentences: others, products } = similarities.near(addFrequent(scores, query));
    for (let place = 0; place < count; place++) {
      const at = others[place] ?? 0;
      const near = products[place] ?? 0;
      const end = starts[at + 1] ?? 0;
      for (let i = starts[at] ?? 0; i < end; i++) {
        const goal = goalOf[i] ?? 0;
        scores[goal] = (scores[goal] ?? 0) + near * (coefficientOf[i] ?? 0);
      }
    }
    let nearest: number | undefined;
    return {
      words: words.map(({ word }) => said(word)),
      says: saysOf(words),
      query,
      scores,
      get nearestOutside() {
        nearest ??= similarities.nearest(query, outside, sentences.length).likeness;
        return nearest;
      },
    };
  }

  return {
    learnt,
    space,
    read,
    nearest({ query }, goal) {
      const from = goalStarts[goal] ?? 0;
      const { sentence, likeness } = similarities.nearest(query, from, goalStarts[goal + 1] ?? 0);
      return sentence < 0 ? undefined : { sentence: sentences[sentence] ?? 0, likeness };
    },
    goalHasWord: (goal, wordId) => hasGoal(wordSets, wordId, goal),
    stems,
    othersReach: learnt.othersReach,
  };
}

/** Sentences by their goals, in the order that they have there. */
function byGoals(
  sentences: readonly TrainingSentence[],
  goalCount: number,
): { places: Ids; goalStarts: Int32Array } {
  const groupOf = ({ goal }: TrainingSentence) => (goal === NO_GOAL ? goalCount : goal);
  const starts = new Int32Array(goalCount + 2);
  for (const sentence of sentences) {
    const next = groupOf(sentence) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  const goalStarts = startsOf(starts).slice(0, goalCount + 1);
  const places = idsBelow(sentences.length, sentences.length);
  sentences.forEach((sentence, at) => {
    const group = groupOf(sentence);
    const place = starts[group] ?? 0;
    starts[group] = place + 1;
    places[place] = at;
  });
  return { places, goalStarts };
}

/** The same machines, with sentences where they stand now. */
function inPlaces({ biases, starts, goalOf, coefficientOf }: DualModel, places: Ids): DualModel {
  const moved = {
    biases,
    starts: new Int32Array(starts.length),
    goalOf: goalOf.slice(),
    coefficientOf: coefficientOf.slice(),
  };
  places.forEach((at, place) => {
    const from = starts[at] ?? 0;
    const end = starts[at + 1] ?? 0;
    const to = moved.starts[place] ?? 0;
    moved.goalOf.set(goalOf.subarray(from, end), to);
    moved.coefficientOf.set(coefficientOf.subarray(from, end), to);
    moved.starts[place + 1] = to + end - from;
  });
  return moved;
}

function goalsOfWords(
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
      if (id < 0) continue;
      said.push(id);
      goals.push(goal);
    }
  }
  return goalSets(said, goals, goalCount);
}

/** So many sentences of others may score higher: a few examples are labelled wrongly. */
const FORGIVEN = 5;
/** Where a goal's machine is troubled by no one: a typical other's score. */
const UNTROUBLED = -1;

/**
 * By goal: the score that the hardest sentences of others reach with its machine when they are left out.
 * Near siblings reach high, so that a goal that has them needs a higher score to be told from them.
 * A sentence on the wrong side of its margin has the score `coefficient / 2C - 1`; without it, its own part
 * (its coefficient times its likeness to itself, 1) is gone as well.
 * Cost: one pass over the coefficients
 */
function negativeMargins(
  { goalOf, coefficientOf, starts }: DualModel,
  sentences: readonly TrainingSentence[],
  goalCount: number,
): Float64Array {
  /** By goal its hardest coefficients, the highest first; those beyond FORGIVEN are of no interest. */
  const hardest = new Float64Array(goalCount * (FORGIVEN + 1));
  for (const [at, { pseudo, background }] of sentences.entries()) {
    if (pseudo === true || background === true) continue;
    const end = starts[at + 1] ?? 0;
    for (let i = starts[at] ?? 0; i < end; i++) {
      const hard = -(coefficientOf[i] ?? 0);
      const first = (goalOf[i] ?? 0) * (FORGIVEN + 1);
      for (let place = first + FORGIVEN; place >= first; place--) {
        const other = hardest[place] ?? 0;
        if (hard <= other) break;
        if (place < first + FORGIVEN) hardest[place + 1] = other;
        hardest[place] = hard;
      }
    }
  }
  return Float64Array.from({ length: goalCount }, (_, goal) => {
    const coefficient = hardest[goal * (FORGIVEN + 1) + FORGIVEN] ?? 0;
    return UNTROUBLED + coefficient * (1 + 1 / (2 * NEGATIVE_COST));
  });
}
