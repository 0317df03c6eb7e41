import { gateOfGoal, onlyReads } from "../../catalogue/capabilities.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { Labelled, Prediction } from "./labelled.ts";
import { share } from "./score.ts";

/** How goals are understood that change something. Shares are 0..1; null where there is nothing to share. */
export type EffectScores = {
  goals: number;
  sentences: number;
  /** Of the sentences that ask for such a goal, those that act: at the gate of the goal that was found. */
  coverage: number | null;
  /** Of all sentences that would change something, those that ask for just that. */
  precision: number | null;
};

/** What there is to know of a goal before it acts. */
export type GoalGates = {
  /** The least confidence that acts on it. */
  gateOf: (goal: string) => number;
  /** It can lead to more than reading. */
  hasEffect: (goal: string) => boolean;
};

/** Goals with effects at their own gates; null where no sentence asks for one. */
export function effectScores(
  labels: readonly Labelled[],
  predictions: readonly Prediction[],
  { gateOf, hasEffect }: GoalGates,
): EffectScores | null {
  const byId = new Map(predictions.map((prediction) => [prediction.id, prediction]));
  const acting = ({ id }: Labelled): string | null => {
    const { goal = null, confidence = 0 } = byId.get(id) ?? {};
    return goal !== null && confidence >= gateOf(goal) ? goal : null;
  };
  const own = labels.filter(({ goal }) => goal !== null && hasEffect(goal));
  if (own.length === 0) return null;
  const changing = labels.filter((label) => {
    const goal = acting(label);
    return goal !== null && hasEffect(goal);
  });
  return {
    goals: new Set(own.map(({ goal }) => goal)).size,
    sentences: own.length,
    coverage: share(own, (label) => acting(label) !== null),
    precision: share(changing, (label) => acting(label) === label.goal),
  };
}

/** What there is to know of each goal of a catalogue before it acts. */
export function gatesOf(catalogue: Catalogue): GoalGates {
  const gates = new Map<string, number>();
  const changing = new Set<string>();
  for (const goal of catalogue.goals) {
    const { domain, spec } = goal;
    gates.set(spec.goal, gateOfGoal(domain, spec.goal, catalogue) ?? 0);
    if (!onlyReads(goal, catalogue)) changing.add(spec.goal);
  }
  return { gateOf: (goal) => gates.get(goal) ?? 1, hasEffect: (goal) => changing.has(goal) };
}
