import type { GoalClassifier } from "./classifier/classify.ts";
import type { FoundEntity } from "./entities/found.ts";
import type { GoalModel } from "./goal-model.ts";
import { isCommonWord } from "./lexicons/common-words.ts";
import type { Sentence } from "./recognisers/recogniser.ts";

/**
 * How much of what the sentence is about the goal accounts for: the share of its content words, by weight,
 * that are the goal's own or stand in an entity. 0 where none is the goal's own.
 */
export function explainedShare(
  classifier: GoalClassifier,
  goal: GoalModel,
  { words }: Sentence,
  found: readonly FoundEntity[],
): number {
  const sure = found.filter(({ by }) => by !== "guess");
  let mass = 0;
  let own = 0;
  let explained = 0;
  words.forEach(({ word }, at) => {
    if (isCommonWord(word) || /^\d/.test(word)) return;
    const { rarity, own: says } = classifier.weighWord(goal, word);
    const weight = rarity ** 2;
    mass += weight;
    if (says) own += weight;
    if (says || sure.some(({ from, to }) => at >= from && at < to)) explained += weight;
  });
  return own > 0 ? explained / mass : 0;
}
