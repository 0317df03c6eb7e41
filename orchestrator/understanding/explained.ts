import type { Sentence } from "../language/values/recogniser.ts";
import { isCommonWord } from "../language/words/common-words.ts";
import { BACKWARDS } from "../language/words/connectives.ts";
import type { GoalClassifier } from "./classifier/goal-classifier.ts";
import type { FoundEntity } from "./entities/found.ts";
import type { GoalModel } from "./goal-model.ts";

/** How a goal accounts for what a sentence is about. */
export type Explained = {
  /**
   * The share of the sentence's content words, by weight, that are the goal's own or stand in an entity; 0 where
   * none is the goal's own.
   */
  readonly share: number;
  /** The sentence is about something, the goal's examples are too, and none of it is the same. */
  readonly strange: boolean;
};

export function explain(
  classifier: GoalClassifier,
  goal: GoalModel,
  { words }: Sentence,
  found: readonly FoundEntity[],
): Explained {
  const sure = found.filter(({ by }) => by !== "guess");
  let mass = 0;
  let own = 0;
  let explained = 0;
  words.forEach(({ word }, at) => {
    if (isCommonWord(word) || BACKWARDS.has(word) || /^\d/.test(word)) return;
    const { rarity, own: says } = classifier.weighWord(goal, word);
    const weight = rarity ** 2;
    mass += weight;
    if (says) own += weight;
    if (says || sure.some(({ from, to }) => at >= from && at < to)) explained += weight;
  });
  const strange = goal.hasSubject && mass > 0 && explained === 0;
  const isOnlyName = mass > 0 && explained === mass && found.every(({ by }) => by === "unlisted");
  return { share: own > 0 || isOnlyName ? explained / mass : 0, strange };
}
