import { DirectedGraph } from "graphology";
import { forEachNodeInTopologicalOrder } from "graphology-dag";
import type { Fault } from "#shared/contracts/errors.ts";
import type { ExecutionPlan, GivenPlan } from "#shared/contracts/plan.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { PlanError } from "./plan-error.ts";

/** Positions in plan.steps. `cycle`: each waits for the next, and the last for the first. */
type Ordered = { order: readonly number[] } | { cycle: readonly number[] };

/** An order in which every step comes after what it waits for, or the steps that make one impossible. */
export function orderSteps({ dependencies }: StepLinks): Ordered {
  // A plan that is written in order, as nearly all are, cannot have a circle.
  if (dependencies.every((before, at) => before.every((from) => from < at)))
    return { order: [...dependencies.keys()] };
  const graph = new DirectedGraph<{ at: number }>();
  // A letter before the number: keys that are bare numbers make graphology five times slower.
  for (const at of dependencies.keys()) graph.addNode(`s${at}`, { at });
  for (const [at, before] of dependencies.entries())
    for (const from of before) graph.addDirectedEdge(`s${from}`, `s${at}`);
  const order: number[] = [];
  try {
    forEachNodeInTopologicalOrder(graph, (_node, { at }) => {
      order.push(at);
    });
  } catch (error) {
    // It throws when it is stuck, and only then are there fewer steps in order than in the plan.
    if (order.length === dependencies.length) throw error;
    return { cycle: findCycle(dependencies, new Set(order)) };
  }
  return { order };
}

/** Among the steps that could not be ordered each waits for another of them: walk until one comes again. */
function findCycle(
  dependencies: StepLinks["dependencies"],
  ordered: ReadonlySet<number>,
): readonly number[] {
  const walked: number[] = [];
  const isStuck = (at: number) => !ordered.has(at);
  let at = [...dependencies.keys()].find(isStuck);
  while (at !== undefined && !walked.includes(at)) {
    walked.push(at);
    at = dependencies[at]?.find(isStuck);
  }
  return at === undefined ? walked : walked.slice(walked.indexOf(at));
}

/** True when `earlier` is finished before `later` starts, at any distance. */
export type ComesBefore = (earlier: number, later: number) => boolean;

/**
 * Who comes before whom.
 * Cost: nothing for steps that depend on each other directly; the first other question reads the whole
 *       plan into one bit per pair of steps (0.5 MB at 2,000 steps)
 */
export function ancestry({ dependencies }: StepLinks, order: readonly number[]): ComesBefore {
  const words = Math.ceil(dependencies.length / 32);
  let rows: Uint32Array[] | undefined;
  const build = () => {
    const built = dependencies.map(() => new Uint32Array(words));
    for (const at of order) {
      const row = built[at];
      for (const from of dependencies[at] ?? []) {
        row?.forEach((bits, word) => {
          row[word] = bits | (built[from]?.[word] ?? 0);
        });
        if (row) row[from >>> 5] = (row[from >>> 5] ?? 0) | (1 << (from & 31));
      }
    }
    return built;
  };
  return (earlier, later) => {
    if (dependencies[later]?.includes(earlier) === true) return true;
    rows ??= build();
    return (((rows[later]?.[earlier >>> 5] ?? 0) >>> (earlier & 31)) & 1) === 1;
  };
}

/**
 * A given plan with the domain of each step: the one it names, or the only one that has such a capability.
 * Errors: PlanError for a capability that no domain has, or that several have; it names them
 */
export function placeSteps(
  plan: GivenPlan,
  { capabilities }: Pick<Catalogue, "capabilities">,
): ExecutionPlan {
  const faults: Fault[] = [];
  const steps = plan.steps.map((step, at) => {
    if (isPlaced(step)) return step;
    const { capability } = step;
    const having = capabilities.filter(({ spec }) => spec.capability === capability);
    // What only stands in for another domain's capability of that name is not what is meant.
    const own = having.filter(({ spec }) => !spec.provides?.endsWith(`.${capability}`));
    const [only, ...others] = own.map((each) => each.domain);
    const path = `steps.${at}.capability`;
    if (only === undefined)
      faults.push({ path, message: `no domain has a capability ${capability}` });
    else if (others.length > 0)
      faults.push({
        path,
        message: `${[only, ...others].join(" and ")} have a capability ${capability}: say which by "domain"`,
      });
    return { ...step, domain: only ?? "" };
  });
  if (faults.length > 0) throw new PlanError(faults);
  return { ...plan, steps };
}

const isPlaced = (step: GivenPlan["steps"][number]): step is ExecutionPlan["steps"][number] =>
  step.domain !== undefined;

/** Who waits for whom, by position in `plan.steps`; each pair once. */
export type StepLinks = {
  /** Step ids and output_keys. */
  positions: ReadonlyMap<string, number>;
  dependencies: readonly (readonly number[])[];
  /** undefined: nothing waits for it. */
  dependents: readonly (readonly number[] | undefined)[];
};

/** A plan is validated, traced and carried out by the same links, and a kept one again and again. */
const known = new WeakMap<ExecutionPlan, StepLinks>();

/**
 * Read the order out of a plan: `depends_on`, and in sequential mode also the order of writing.
 * Shape:  names that no step bears are left out; validatePlan reports them
 * Cost:   one pass, 0.2 us a step, once for each plan
 */
export function linkSteps(plan: ExecutionPlan): StepLinks {
  const links = known.get(plan) ?? readLinks(plan);
  known.set(plan, links);
  return links;
}

function readLinks({ steps, execution_mode }: ExecutionPlan): StepLinks {
  const ids = new Map<string, number>();
  const keys = new Map<string, number>();
  const dependents: (number[] | undefined)[] = [];
  steps.forEach(({ id, output_key }, at) => {
    ids.set(String(id), at);
    if (output_key !== undefined) keys.set(output_key, at);
    dependents.push(undefined);
  });
  const dependencies = steps.map(({ depends_on }, at) => {
    let before = execution_mode === "sequential" && at > 0 ? [at - 1] : undefined;
    for (const id of depends_on) {
      // Names of steps only: an output_key is for references.
      const position = ids.get(String(id));
      if (position !== undefined && before?.includes(position) !== true)
        before = put(before, position);
    }
    if (before === undefined) return NONE;
    for (const position of before) dependents[position] = put(dependents[position], at);
    return before;
  });
  return {
    positions: keys.size === 0 ? ids : new Map([...keys, ...ids]),
    dependencies,
    dependents,
  };
}

const NONE: readonly number[] = [];

/** A list that is made with what it holds has room for one, and one that was empty for seventeen. */
function put(list: number[] | undefined, position: number): number[] {
  if (list === undefined) return [position];
  list.push(position);
  return list;
}
