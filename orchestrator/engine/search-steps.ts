import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import { isTemplate, parseTemplate } from "#shared/contracts/references.ts";

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
  for (const value of steps.flatMap(({ params }) => Object.values(params)))
    if (typeof value === "string" && isTemplate(value))
      for (const piece of parseTemplate(value))
        if (typeof piece !== "string" && piece.field === "hit") names.add(piece.step);
  const isSearch = ({ id, output_key }: ExecutionStep) =>
    names.has(String(id)) || (output_key !== undefined && names.has(output_key));
  return new Set(steps.filter(isSearch).map(({ id }) => String(id)));
}
