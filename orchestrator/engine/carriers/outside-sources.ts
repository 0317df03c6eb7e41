import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { RunUnderWay } from "../work.ts";

/** What brings text from outside to a step, an agent's call among them: `web.read_page`. */
export const outsideSources = (
  { agents, outside, work }: RunUnderWay,
  step_id: string,
): readonly string[] =>
  agents.sources.get(step_id) ??
  (outside.get(plannedStep(work.plan, step_id)) ?? []).flatMap(({ from }) => from);

/**
 * The step of the plan that a call belongs to: itself, or the longest one whose id it begins with. An agent's calls
 * bear its own id first: `2-1`, and those of an agent that it calls `2-1-1`.
 */
export function plannedStep({ steps }: ExecutionPlan, step_id: string): string {
  const owners = steps
    .map(({ id }) => String(id))
    .filter((id) => id === step_id || step_id.startsWith(`${id}-`));
  return owners.toSorted((a, b) => b.length - a.length)[0] ?? step_id;
}
