import type { ExecutionIntent, FollowupRequest } from "#shared/contracts/intent.ts";
import { canonicalJson, type Json, type JsonObject, ownValue } from "#shared/contracts/json.ts";
import type { PendingOption, PendingResume } from "#shared/contracts/pending.ts";
import {
  type ExecutionPlan,
  type ExecutionStep,
  executionPlan,
  MAX_STEPS,
} from "#shared/contracts/plan.ts";
import { escapeJson, escapeObject } from "#shared/contracts/references.ts";
import type { TaskRun } from "#shared/contracts/run.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { PlanError } from "./plan-error.ts";
import { type Follower, type Primary, planFollowups } from "./plan-followups.ts";
import { saidParams, searchedFrom } from "./resolve-goal.ts";

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
    if (draft.length >= MAX_STEPS) throw tooManySteps("steps");
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
    const words = ownValue(parameters, searchedFrom(pre));
    if (words === undefined || ownValue(parameters, pre.param) !== undefined) continue;
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

const tooManySteps = (path: string) =>
  new PlanError([{ path, message: `more than ${MAX_STEPS} steps would be needed` }]);

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
    const list = ownValue(intent.parameters, param_name);
    if (list === undefined) continue;
    const values = [...new Map([list].flat().map((one) => [canonicalJson(one), one])).values()];
    if (values.length > 1) maxConcurrency = least(maxConcurrency, max_concurrency);
    if (parameters.length * values.length > MAX_STEPS) throw tooManySteps(`params.${param_name}`);
    parameters = parameters.flatMap((each) => {
      const { [param_name]: _spread, ...rest } = each;
      return values.length === 0
        ? [rest]
        : values.map((one) => ({ ...rest, [single_param_name]: one }));
    });
  }
  return { parameters, maxConcurrency };
}

/**
 * Several options of a step's question at once: lists together ("compare both with Vale"), or the step once for each
 * value where its capability says that it takes a list of them. undefined: only one can be taken. Pure.
 */
export function severalParams(
  run: TaskRun,
  to: Extract<PendingResume, { at: "step" }>,
  { options }: { options: readonly PendingOption[] },
  catalogue: Catalogue,
): { params: JsonObject; plan?: ExecutionPlan } | undefined {
  const step = run.plan.steps.find(({ id }) => String(id) === to.step_id);
  const spec = step && catalogue.capability(step.domain, step.capability)?.spec;
  if (step === undefined || spec === undefined) return undefined;
  const given = options.map(({ params = {} }) => params);
  const [name, ...others] = Object.keys(given[0] ?? {});
  if (name === undefined || others.length > 0) return undefined;
  const values = given.map((params) => params[name]);
  if (values.every((value) => Array.isArray(value)))
    return { params: { [name]: [...new Set(values.flat())] as Json[] } };
  const list = spec.metadata.decomposition?.array_params.find(
    ({ single_param_name }) => single_param_name === name,
  );
  // What is done already cannot be planned again beside it.
  if (list === undefined || to.finished.length > 0) return undefined;
  const primaries = run.plan.steps.filter(({ required }) => required);
  if (primaries.length !== 1 || run.intent === null) return undefined;
  const params: JsonObject = { [list.param_name]: values.filter((value) => value !== undefined) };
  const { domain, capability } = step;
  const intent = {
    domain,
    capability,
    parameters: { ...step.params, ...params },
    confidence: 1,
    original_query: run.input_text,
  };
  return { params, plan: decompose([intent], run.intent.followups, catalogue) };
}

/** The plan without the follow-ups that are not wanted any more, and with those that were asked for beside the answer. Pure. */
export function changedPlan(
  run: TaskRun,
  plan: ExecutionPlan,
  {
    before,
    now,
    catalogue,
  }: {
    before: readonly FollowupRequest[];
    now: readonly FollowupRequest[];
    catalogue: Catalogue;
  },
): ExecutionPlan {
  const key = ({ domain, capability }: Pick<FollowupRequest, "domain" | "capability">) =>
    `${domain}.${capability}`;
  const dropped = new Set(before.filter((each) => !now.includes(each)).map(key));
  const added = now.filter((each) => !before.includes(each));
  if (dropped.size === 0 && added.length === 0) return plan;
  const steps = plan.steps.filter((step) => step.required || !dropped.has(key(step)));
  const left = new Set(steps.map(({ id }) => String(id)));
  const primaries = steps
    .filter(({ required }) => required)
    .map(({ id, domain, capability, params }) => ({
      ...{ id: Number(id), domain, capability, parameters: params },
    }));
  const nextId = Math.max(0, ...[...run.plan.steps, ...steps].map(({ id }) => Number(id))) + 1;
  const planned = new Set(steps.map(key));
  const follow = planFollowups(primaries, added, catalogue, { nextId, planned });
  const all = [
    ...steps.map((step) => ({
      ...step,
      depends_on: step.depends_on.filter((id) => left.has(String(id))),
    })),
    ...follow,
  ];
  return {
    ...plan,
    execution_mode: all.length > 1 ? "dag" : plan.execution_mode,
    combine_mode: all.length > 1 && follow.length > 0 ? "report" : plan.combine_mode,
    steps: all,
  };
}
