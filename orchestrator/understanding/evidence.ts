import type { Evidence } from "#shared/contracts/intent.ts";
import { slice } from "../language/text.ts";
import type { Sentence } from "../language/values/recogniser.ts";
import type { GoalGuess } from "./classifier/goal-guess.ts";
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
