import type { ShownAnswer } from "#shared/contracts/pending.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";

/**
 * What the one thing that a step is about was called when it was shown: "Contrato" of the document 1. Pure.
 * Shape: undefined where no parameter says which thing it is, or the parameters say its name themselves
 */
export function calledBefore(
  shown: readonly ShownAnswer[],
  { domain, params }: Pick<ExecutionStep, "domain" | "params">,
): string | undefined {
  const given = Object.entries(params);
  const found = shown
    .flatMap(({ items }) => items)
    .findLast(
      ({ domain: own, entities }) =>
        own === domain &&
        given.some(([name, value]) => entities[name] === value) &&
        given.every(([name, value]) => !Object.hasOwn(entities, name) || entities[name] === value),
    );
  return given.some(([, value]) => value === found?.label) ? undefined : found?.label;
}
