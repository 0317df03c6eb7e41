import type { Manifest } from "#shared/contracts/manifest.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { gatesOf } from "../evaluation/evaluate.ts";
import { comparable, type Labelled, predict } from "../evaluation/labelled.ts";

export type { Labelled } from "../evaluation/labelled.ts";

export type ActedOn = {
  sentences: number;
  /** The right goal with the values that were said, above its gate. */
  right: number;
  /** Another goal, or other values, above the gate. */
  wrong: number;
  /** Below the gate, and the right goal would be the first that is offered. */
  offered: number;
};

/**
 * What manifests make of sentences: who acts on them rightly, and who wrongly.
 * Errors: ContractError for manifests that could not be in force together
 * Cost:   building the understanding once
 */
export function actRightly(
  manifests: readonly Manifest[],
  sentences: readonly Labelled[],
): ActedOn {
  const catalogue = buildCatalogue(manifests);
  const understanding = buildUnderstanding(catalogue);
  understanding.calibrate();
  const gates = gatesOf(catalogue);
  const acted = { sentences: sentences.length, right: 0, wrong: 0, offered: 0 };
  for (const label of sentences) {
    const { goal, confidence, entities } = predict(understanding, label);
    const passes = goal !== null && confidence >= gates.gateOf(goal);
    const found = new Set(entities.map(({ name, value }) => `${name} ${comparable(value)}`));
    const isWhole = (label.entities ?? []).every(({ name, value }) =>
      found.has(`${name} ${comparable(value)}`),
    );
    if (passes && goal === label.goal && isWhole) acted.right += 1;
    else if (passes) acted.wrong += 1;
    else if (goal === label.goal) acted.offered += 1;
  }
  return acted;
}
