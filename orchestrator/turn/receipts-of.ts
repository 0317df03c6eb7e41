import { hash } from "node:crypto";
import { canonicalJson } from "#shared/contracts/json.ts";
import type { Receipt, StepTrace } from "#shared/contracts/run.ts";
import type { Catalogue } from "../ports/catalogue.ts";

/**
 * What a run has done, by its own journal: steps with an effect, of which the domain said that they went
 * through. What failed, waits, was skipped or cannot be told is not among them.
 */
export function receiptsOf(
  run_id: string,
  steps: readonly StepTrace[],
  catalogue: Catalogue,
): Receipt[] {
  return steps.flatMap(({ id, domain, capability, status, output }) => {
    const effect = catalogue.capability(domain, capability)?.effect ?? "external";
    if (effect === "read" || status !== "success" || output === null) return [];
    const output_digest = hash("sha256", canonicalJson(output));
    return [{ step_id: id, domain, capability, effect, key: `${run_id}:${id}`, output_digest }];
  });
}
