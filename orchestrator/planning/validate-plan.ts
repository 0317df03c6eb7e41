import { type Fault, faultAt } from "#shared/contracts/errors.ts";
import { isSafeKey } from "#shared/contracts/names.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import { reason } from "#shared/messages/reason.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { checkParams } from "./check-params.ts";
import { ancestry, linkSteps, orderSteps } from "./order-steps.ts";
import { PlanError } from "./plan-error.ts";

export { PlanError } from "./plan-error.ts";

/** The most dependencies that one plan may declare, all steps together. */
const MAX_DEPENDENCIES = 20_000;

/**
 * Everything that can be known to be wrong before anything runs.
 * Shape:  ids are unique, dependencies exist and form no cycle, capabilities exist, parameters keep
 *         their params_schema, and every `${ref}` points to a step that comes before, to a path that its
 *         result_schema has, of a type that fits
 * Errors: PlanError with all faults; those of the order first, because the others need it
 * Cost:   about 4 us a step
 */
export function validatePlan(plan: ExecutionPlan, catalogue: Catalogue): void {
  const faults: Fault[] = [];
  checkNames(plan, faults);
  if (faults.length > 0) throw new PlanError(faults);

  const links = linkSteps(plan);
  const ordered = orderSteps(links);
  if ("cycle" in ordered) throw new PlanError([cycleFault(plan, ordered.cycle)]);

  const comesBefore = ancestry(links, ordered.order);
  plan.steps.forEach((step, at) => {
    const capability = catalogue.capability(step.domain, step.capability);
    if (capability === undefined)
      faults.push(
        faultAt(
          `steps.${at}.capability`,
          catalogue.manifests.has(step.domain)
            ? reason("has_no_capability", { domain: step.domain, capability: step.capability })
            : reason("no_domain", { domain: step.domain }),
        ),
      );
    else checkParams({ plan, at, step, capability, links, comesBefore, catalogue }, faults);
  });
  if (faults.length > 0) throw new PlanError(faults);
}

/** 1 and "1" are the same name, an output_key may not be another step's name, and a step waits for steps alone. */
function checkNames({ steps, execution_mode }: ExecutionPlan, faults: Fault[]): void {
  const taken = new Map<string, number>();
  const claim = (name: string, at: number, field: string) => {
    const owner = taken.get(name);
    if (!isSafeKey(name))
      faults.push(faultAt(`steps.${at}.${field}`, reason("plan_reserved_name", { name })));
    else if (owner !== undefined && !(owner === at && field === "output_key"))
      faults.push(faultAt(`steps.${at}.${field}`, reason("names_step", { name, step: owner })));
    taken.set(name, owner ?? at);
  };
  steps.forEach(({ id }, at) => {
    claim(String(id), at, "id");
  });
  let declared = 0;
  steps.forEach(({ depends_on }, at) => {
    declared += depends_on.length;
    if (execution_mode === "parallel" && depends_on.length > 0)
      faults.push(faultAt(`steps.${at}.depends_on`, reason("parallel_steps_depend")));
    depends_on.forEach((id, which) => {
      if (!taken.has(String(id)))
        faults.push(faultAt(`steps.${at}.depends_on.${which}`, reason("no_step", { step: id })));
    });
  });
  if (declared > MAX_DEPENDENCIES)
    faults.push(
      faultAt("steps", reason("many_dependencies", { count: declared, most: MAX_DEPENDENCIES })),
    );
  steps.forEach(({ output_key }, at) => {
    if (output_key !== undefined) claim(output_key, at, "output_key");
  });
}

function cycleFault(plan: ExecutionPlan, cycle: readonly number[]): Fault {
  const names = cycle.map((at) => String(plan.steps[at]?.id));
  const [last = 0] = cycle;
  const steps = [...names, names[0]].join(" <- ");
  return faultAt(
    `steps.${last}.depends_on`,
    plan.execution_mode === "sequential"
      ? reason("sequential_steps_wait", { steps })
      : reason("steps_wait", { steps }),
  );
}
