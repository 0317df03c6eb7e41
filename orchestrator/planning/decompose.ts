import type { ExecutionIntent } from "#shared/contracts/intent.ts";
import { canonicalJson, type JsonObject } from "#shared/contracts/json.ts";
import {
  type ExecutionPlan,
  type ExecutionStep,
  executionPlan,
  MAX_STEPS,
} from "#shared/contracts/plan.ts";
import { escapeJson, escapeObject } from "#shared/contracts/references.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { PlanError } from "./plan-error.ts";
import { type Follower, type Primary, planFollowups } from "./plan-followups.ts";
import { paramOf, saidParams, searchedFrom } from "./resolve-goal.ts";

/**
 * From what to call to a plan, by the capabilities' metadata alone: same intents, same plan.
 * Shape:  ids 1, 2, 3...; searches (`flow.pre`) stand before the step they serve, one step per value of
 *         an `array_params` list, follow-ups at the end, optional and after every primary step.
 *         People's own words are escaped: `${` in them is text and never a reference.
 * Errors: PlanError when the lists make more than MAX_STEPS steps, or there is nothing to do
 * Source: docs/plan-language.md
 */
export function decompose(
  intents: readonly ExecutionIntent[],
  followups: readonly Follower[],
  catalogue: Catalogue,
): ExecutionPlan {
  const draft: ExecutionStep[] = [];
  const add = (step: Omit<ExecutionStep, "id">): number => {
    if (draft.length >= MAX_STEPS) throw tooManySteps();
    return draft.push({ id: draft.length + 1, ...step });
  };
  const searches = new Map<string, number>();
  const primaries: Primary[] = [];
  let maxConcurrency: number | undefined;
  for (const intent of intents) {
    const fanned = fanOut(intent, catalogue);
    maxConcurrency = least(maxConcurrency, fanned.maxConcurrency);
    for (const parameters of fanned.parameters) {
      const { domain, capability } = intent;
      const found = searchFirst(intent, parameters, catalogue, searches, add);
      const spec = catalogue.capability(domain, capability)?.spec;
      const known = spec === undefined ? parameters : saidParams(spec, parameters);
      const params = { ...escapeObject(known), ...found.params };
      const id = add({ domain, capability, params, depends_on: found.depends_on, required: true });
      primaries.push({ id, domain, capability, parameters });
    }
  }
  const follow = planFollowups(primaries, followups, catalogue, { nextId: draft.length + 1 });
  for (const { id: _, ...step } of follow) add(step);
  return arranged(draft, primaries, follow.length > 0, maxConcurrency);
}

/** Where no list says how many of its values may be worked on at once. */
const USUAL_CONCURRENCY = executionPlan.shape.max_concurrency.parse(undefined);

function arranged(
  steps: ExecutionStep[],
  primaries: readonly Primary[],
  hasFollowups: boolean,
  maxConcurrency: number | undefined,
): ExecutionPlan {
  if (steps.length === 0)
    throw new PlanError([{ path: "steps", message: "there is nothing to do" }]);
  const [only] = steps;
  const ordered = steps.some(({ depends_on }) => depends_on.length > 0);
  return {
    execution_mode: ordered ? "dag" : steps.length > 1 ? "parallel" : "sequential",
    combine_mode: primaries.length === 1 && !hasFollowups ? "last" : "report",
    max_concurrency: maxConcurrency ?? USUAL_CONCURRENCY,
    steps: steps.length === 1 && only ? [{ ...only, output_key: "primary" }] : steps,
  };
}

/** One search step for each `flow.pre` whose words were given and whose parameter was not. */
function searchFirst(
  { domain, capability }: ExecutionIntent,
  parameters: JsonObject,
  catalogue: Catalogue,
  searches: Map<string, number>,
  add: (step: Omit<ExecutionStep, "id">) => number,
): { params: JsonObject; depends_on: number[] } {
  const params: JsonObject = {};
  const depends_on: number[] = [];
  for (const pre of catalogue.capability(domain, capability)?.spec.metadata.flow?.pre ?? []) {
    const words = paramOf(parameters, searchedFrom(pre));
    if (words === undefined || paramOf(parameters, pre.param) !== undefined) continue;
    const search = {
      domain,
      capability: pre.search_capability,
      params: { [pre.search_param]: escapeJson(words) },
    };
    // The same words are looked up once, whatever needs them.
    const key = canonicalJson(search);
    const id = searches.get(key) ?? add({ ...search, depends_on: [], required: true });
    searches.set(key, id);
    params[pre.param] = `\${${id}.hit.${pre.param}}`;
    if (!depends_on.includes(id)) depends_on.push(id);
  }
  return { params, depends_on };
}

const least = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

const tooManySteps = () =>
  new PlanError([{ path: "steps", message: `more than ${MAX_STEPS} steps would be needed` }]);

/** The parameters of each call, and how many of them may run at once where a list was spread. */
type FanOut = { parameters: JsonObject[]; maxConcurrency: number | undefined };

/**
 * One set of parameters per value of each `array_params` list.
 * Shape:  {symbols: ["A", "B"]} gives {symbol: "A"} and {symbol: "B"}; a value said twice counts once
 * Errors: PlanError when that makes more than MAX_STEPS
 */
function fanOut(intent: ExecutionIntent, catalogue: Catalogue): FanOut {
  const { domain, capability } = intent;
  const rules =
    catalogue.capability(domain, capability)?.spec.metadata.decomposition?.array_params ?? [];
  let parameters: JsonObject[] = [intent.parameters];
  let maxConcurrency: number | undefined;
  for (const { param_name, single_param_name, max_concurrency } of rules) {
    const list = paramOf(intent.parameters, param_name);
    if (list === undefined) continue;
    const values = [...new Map([list].flat().map((one) => [canonicalJson(one), one])).values()];
    if (values.length > 1)
      maxConcurrency = Math.min(maxConcurrency ?? max_concurrency, max_concurrency);
    if (parameters.length * values.length > MAX_STEPS)
      throw new PlanError([
        { path: `params.${param_name}`, message: `more than ${MAX_STEPS} steps would be needed` },
      ]);
    parameters = parameters.flatMap((each) => {
      const { [param_name]: _spread, ...rest } = each;
      return values.length === 0
        ? [rest]
        : values.map((one) => ({ ...rest, [single_param_name]: one }));
    });
  }
  return { parameters, maxConcurrency };
}
