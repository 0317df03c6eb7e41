import type { FollowupRequest } from "#shared/contracts/intent.ts";
import type { Json, JsonObject } from "#shared/contracts/json.ts";
import type { PendingOption, PendingResume } from "#shared/contracts/pending.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { TaskRun } from "#shared/contracts/run.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { decompose } from "./decompose.ts";
import { planFollowups } from "./plan-followups.ts";

type AtStep = Extract<PendingResume, { at: "step" }>;

/**
 * Several options of a step's question at once: lists together ("compare both with Vale"), or the step once for each
 * value where its capability says that it takes a list of them. undefined: only one can be taken. Pure.
 */
export function severalParams(
  run: TaskRun,
  to: AtStep,
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
  const nextId =
    Math.max(0, ...run.plan.steps.map(({ id }) => Number(id)), ...primaries.map(({ id }) => id)) +
    1;
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
