import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import { isTemplate, parseTemplate } from "#shared/contracts/references.ts";
import type { StepTrace } from "#shared/contracts/run.ts";

/**
 * How a run ended, from how its steps did; the steps are in the order of the plan.
 * Shape:  success when everything that was asked for succeeded: the required steps, and the optional ones that a person
 *         asked for. partial when only some of it did. failure when none did; what was only to serve the rest, a search or
 *         what comes before a step that is the point, makes no success by itself. `unknown` is not a success.
 */
export function runStatus(
  plan: ExecutionPlan,
  steps: readonly StepTrace[],
): "success" | "partial" | "failure" | "waiting" | "cancelled" {
  if (steps.some(({ status }) => status === "cancelled")) return "cancelled";
  if (steps.some(({ status }) => status === "waiting")) return "waiting";
  const serving = servingSteps(plan);
  const serves = ({ id, status }: StepTrace) => status !== "success" || serving.has(String(id));
  if (steps.every(serves)) return "failure";
  if (steps.every(({ status }) => status === "success")) return "success";
  const wanted = new Set(plan.steps.filter(isWanted).map(({ id }) => String(id)));
  const isMissing = ({ id, status }: StepTrace) => status !== "success" && wanted.has(String(id));
  return steps.some(isMissing) ? "partial" : "success";
}

type Step = ExecutionPlan["steps"][number];

const isWanted = ({ required, asked }: Step): boolean => required || asked !== undefined;

/** Searches, and what a step that is the point of the message comes after. */
function servingSteps(plan: ExecutionPlan): ReadonlySet<string> {
  const points = plan.steps.filter(({ asked }) => asked === "point");
  if (points.length === 0) return searchSteps(plan);
  const serving = new Set(searchSteps(plan));
  const byId = new Map(plan.steps.map((step) => [String(step.id), step]));
  const before = (step: Step): void => {
    for (const id of step.depends_on) {
      const needed = byId.get(String(id));
      if (needed === undefined || needed.asked === "point" || serving.has(String(id))) continue;
      serving.add(String(id));
      before(needed);
    }
  };
  for (const point of points) before(point);
  return serving;
}

/** Steps that only look something up for another one (`${id.hit...}`), by id: no one asked for their answer. */
export function searchSteps(plan: ExecutionPlan): ReadonlySet<string> {
  const searches = searchesOf.get(plan) ?? findSearches(plan);
  searchesOf.set(plan, searches);
  return searches;
}

/** The same plan is carried out whenever the same words are said. */
const searchesOf = new WeakMap<ExecutionPlan, ReadonlySet<string>>();

function findSearches({ steps }: ExecutionPlan): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { params } of steps)
    for (const key in params) {
      const value = params[key];
      if (typeof value !== "string" || !isTemplate(value)) continue;
      for (const piece of parseTemplate(value))
        if (typeof piece !== "string" && piece.field === "hit") names.add(piece.step);
    }
  if (names.size === 0) return names;
  const isSearch = ({ id, output_key }: ExecutionStep) =>
    names.has(String(id)) || (output_key !== undefined && names.has(output_key));
  return new Set(steps.filter(isSearch).map(({ id }) => String(id)));
}
