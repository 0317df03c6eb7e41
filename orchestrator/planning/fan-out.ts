import type { ExecutionIntent } from "#shared/contracts/intent.ts";
import { canonicalJson, type JsonObject } from "#shared/contracts/json.ts";
import { MAX_STEPS } from "#shared/contracts/plan.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { paramOf } from "./accepted-params.ts";
import { PlanError } from "./plan-error.ts";

/** The parameters of each call, and how many of them may run at once where a list was spread. */
export type FanOut = { parameters: JsonObject[]; maxConcurrency: number | undefined };

/**
 * One set of parameters per value of each `array_params` list.
 * Shape:  {symbols: ["A", "B"]} gives {symbol: "A"} and {symbol: "B"}; a value said twice counts once
 * Errors: PlanError when that makes more than MAX_STEPS
 */
export function fanOut(intent: ExecutionIntent, catalogue: Catalogue): FanOut {
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
