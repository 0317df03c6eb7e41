import type { ExecutionPlan, StepId } from "#shared/contracts/plan.ts";

/** Who waits for whom, by position in `plan.steps`; each pair once. */
export type StepLinks = {
  /** Step ids and output_keys. */
  positions: ReadonlyMap<string, number>;
  dependencies: readonly (readonly number[])[];
  dependents: readonly (readonly number[])[];
};

/**
 * Read the order out of a plan: `depends_on`, and in sequential mode also the order of writing.
 * Shape:  names that no step bears are left out; validatePlan reports them
 * Cost:   one pass, 0.2 us a step
 */
export function linkSteps(plan: ExecutionPlan): StepLinks {
  const { steps } = plan;
  const positions = new Map<string, number>();
  for (const [at, { output_key }] of steps.entries())
    if (output_key !== undefined) positions.set(output_key, at);
  for (const [at, { id }] of steps.entries()) positions.set(String(id), at);

  const dependents: number[][] = steps.map(() => []);
  const sequential = plan.execution_mode === "sequential";
  const dependencies = steps.map(({ depends_on }, at) => {
    const before = sequential && at > 0 ? [at - 1] : [];
    for (const id of depends_on) {
      const position = positionOf(positions, steps, id);
      if (position !== undefined && !before.includes(position)) before.push(position);
    }
    for (const position of before) dependents[position]?.push(at);
    return before;
  });
  return { positions, dependencies, dependents };
}

/** depends_on names ids only; an output_key is for references. */
function positionOf(
  positions: ReadonlyMap<string, number>,
  steps: ExecutionPlan["steps"],
  id: StepId,
): number | undefined {
  const at = positions.get(String(id));
  return at !== undefined && String(steps[at]?.id) === String(id) ? at : undefined;
}
