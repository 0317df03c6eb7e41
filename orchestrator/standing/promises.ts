import { hash } from "node:crypto";
import { canonicalJson } from "#shared/contracts/json.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";

/** What a plan relies on: of each of its capabilities what it does to the world, takes and gives. */
export function promisesOf(plan: ExecutionPlan, catalogue: Catalogue): Schedule["digests"] {
  const promises: Record<string, string> = {};
  for (const { domain, capability } of plan.steps) {
    const found = catalogue.capability(domain, capability);
    if (found === undefined) continue;
    const { effect, spec } = found;
    const { repeat, confirm, params_schema, result_schema = null, requires, trust } = spec;
    const told = { effect, repeat, confirm, params_schema, result_schema, requires, trust };
    promises[`${domain}.${capability}`] = hash("sha256", canonicalJson(told)).slice(0, 16);
  }
  return promises;
}

/** The capabilities whose promises are other ones than those that a schedule was made with. */
export function brokenPromises(
  schedule: Schedule,
  plan: ExecutionPlan,
  catalogue: Catalogue,
): string[] {
  const now = promisesOf(plan, catalogue);
  return Object.keys(now).filter((name) => schedule.digests[name] !== now[name]);
}

/** The effects of a plan: what a yes has to be for. */
export function effectsOf(plan: ExecutionPlan, catalogue: Catalogue): Schedule["consent"] {
  const effects = plan.steps.flatMap(({ domain, capability }) =>
    catalogue.capability(domain, capability)?.effect === "read"
      ? []
      : [[`${domain}.${capability}`, { domain, capability }] as const],
  );
  return [...new Map(effects).values()];
}
