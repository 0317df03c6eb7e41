import { hash } from "node:crypto";
import { canonicalJson } from "#shared/contracts/json.ts";
import type { Receipt, StepTrace } from "#shared/contracts/run.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";

/**
 * What a run has done, by its own journal: steps with an effect, of which the domain said that they went
 * through. What failed, waits, was skipped or cannot be told is not among them. An agent does nothing itself: its
 * calls are steps with receipts of their own.
 */
export function receiptsOf(
  run_id: string,
  steps: readonly StepTrace[],
  catalogue: Catalogue,
): Receipt[] {
  return steps.flatMap(({ id, domain, capability, status, output }) => {
    const known = catalogue.capability(domain, capability);
    const effect = known?.effect ?? "external";
    if (known?.spec.kind === "agent") return [];
    if (effect === "read" || status !== "success" || output === null) return [];
    const output_digest = hash("sha256", canonicalJson(output));
    return [{ step_id: id, domain, capability, effect, key: `${run_id}:${id}`, output_digest }];
  });
}
