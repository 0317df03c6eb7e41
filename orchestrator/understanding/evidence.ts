import type { Evidence } from "#shared/contracts/intent.ts";
import { isCovered, slice } from "../language/text.ts";
import type { Sentence } from "../language/values/recogniser.ts";
import { isCommonWord } from "../language/words/common-words.ts";
import { BACKWARDS } from "../language/words/connectives.ts";
import type { GoalClassifier, GoalGuess } from "./classifier/goal-classifier.ts";
import type { RankedGoal } from "./clause.ts";
import { CERTAINTY, type FoundEntity } from "./entities/found.ts";
import type { GoalModel } from "./goal-model.ts";

const round = (value: number): number => Math.round(value * 1000) / 1000;
const named = ({ domain, name }: GoalModel): string => `${domain}.${name}`;

export const templateEvidence = (template: string, confidence: number): Evidence => ({
  kind: "template",
  detail: template,
  weight: round(confidence),
});

export function guessEvidence({ goal, share, strange, ...guess }: GoalGuess): Evidence[] {
  const nearest = guess.nearest();
  const evidence: Evidence[] = [{ kind: "goal", detail: named(goal), weight: round(share) }];
  if (nearest !== undefined)
    evidence.push({
      kind: "nearest_example",
      detail: nearest.text,
      weight: round(nearest.likeness),
    });
  if (strange !== undefined) evidence.push({ kind: "strange_action", detail: strange });
  return evidence;
}

export const entityEvidence = (sentence: Sentence, found: readonly FoundEntity[]): Evidence[] =>
  found.map(({ entity, by, from, to }) => ({
    kind: "entity",
    detail: `${entity}: "${slice(sentence.text, sentence.words, from, to)}" (${by})`,
    weight: CERTAINTY[by],
  }));

export const runnerUpEvidence = (next: RankedGoal | undefined): Evidence[] =>
  next === undefined
    ? []
    : [{ kind: "runner_up", detail: named(next.goal), weight: round(next.confidence) }];

/** How a goal accounts for what a sentence is about. */
type Explained = {
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
    if (says || isCovered(sure, at)) explained += weight;
  });
  const strange = goal.hasSubject && mass > 0 && explained === 0;
  const isOnlyName = mass > 0 && explained === mass && found.every(({ by }) => by === "unlisted");
  return { share: own > 0 || isOnlyName ? explained / mass : 0, strange };
}
