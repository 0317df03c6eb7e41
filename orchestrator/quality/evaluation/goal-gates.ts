import { gateOfGoal, onlyReads } from "../../catalogue/capabilities.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { GoalGates } from "./effects.ts";

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
