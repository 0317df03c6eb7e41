import { hash } from "node:crypto";
import type { IntentOutput } from "#shared/contracts/intent.ts";
import { canonicalJson } from "#shared/contracts/json.ts";
import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import { escapeObject } from "#shared/contracts/references.ts";
import type { Receipt, StepTrace } from "#shared/contracts/run.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { fillReferences } from "./references.ts";
import type { Circumstances } from "./work.ts";

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

/** The evidence that names the run which a yes takes back. */
export const UNDOES = "undoes_run";
/** The run that a yes to such an intent takes back. */
export const undoneBy = ({ evidence }: Pick<IntentOutput, "evidence">): string | undefined =>
  evidence.find(({ kind }) => kind === UNDOES)?.detail;

/** Begins the ids of steps that take something back in a plan that does something else instead: they are no deed of it. */
const UNDOING = "back_";
const isUndoing = ({ id }: Pick<StepTrace, "id">): boolean => String(id).startsWith(UNDOING);

/** The steps that take effects back, newest first. Where something was only taken back, that is what was done. */
export function undoableSteps(steps: readonly StepTrace[], catalogue: Catalogue): ExecutionStep[] {
  const isOnlyBack = actedIn(steps, catalogue).length === 0;
  return steps
    .filter((step) => isOnlyBack || !isUndoing(step))
    .toReversed()
    .map((step) => undoStep(step, catalogue))
    .filter((step) => step !== undefined)
    .map((step, at) => ({ ...step, id: at + 1 }));
}

/** What has been done by these steps, in the words of their answers; "" where nothing has. */
export const toldDone = (steps: readonly StepTrace[], catalogue: Catalogue): string =>
  steps
    .filter(({ domain, capability, status }) => {
      const effect = catalogue.capability(domain, capability)?.effect;
      return status === "success" && effect !== "read";
    })
    .map(({ output }) => output?.explanation ?? "")
    .filter((told) => told !== "")
    .join("\n\n");

/** The step that takes one effect back; undefined where nothing happened or the manifest declares no way. */
export function undoStep(done: StepTrace, catalogue: Catalogue): ExecutionStep | undefined {
  const capability = catalogue.capability(done.domain, done.capability);
  const undo = capability?.spec.undo;
  if (undo === undefined || capability?.effect === "read" || done.status !== "success")
    return undefined;
  if (done.output === null) return undefined;
  const filled = fillReferences(undo.params, (name) => (name === "receipt" ? done : undefined));
  return {
    id: 0,
    domain: done.domain,
    capability: undo.capability,
    params: escapeObject(filled),
    depends_on: [],
    required: true,
  };
}

/** The steps of a run that changed something, or may have. */
export const actedIn = (steps: readonly StepTrace[], catalogue: Catalogue): StepTrace[] =>
  steps.filter(
    (step) =>
      (step.status === "success" || step.status === "unknown") &&
      !isUndoing(step) &&
      catalogue.capability(step.domain, step.capability)?.effect !== "read",
  );

/** A plan that first takes back what was done, and does nothing else where that fails. */
export function planInstead(plan: ExecutionPlan, undoing: readonly ExecutionStep[]): ExecutionPlan {
  const back = undoing.map((step, at) => ({ ...step, id: `${UNDOING}${at + 1}` }));
  const ids = back.map(({ id }) => id);
  const anew = plan.steps.map((step) => ({ ...step, depends_on: [...ids, ...step.depends_on] }));
  return {
    ...plan,
    execution_mode: "sequential",
    combine_mode: "report",
    steps: [...back, ...anew],
  };
}

/** Asked for in so many words, with the parameters of the very receipt: it asks only where it always does. */
export const approvesUndo =
  (
    { instruction }: Pick<Circumstances, "instruction">,
    undoing: readonly ExecutionStep[],
    catalogue: Catalogue,
  ) =>
  (id: string): boolean =>
    instruction?.isTrusted !== false &&
    undoing.some(
      ({ id: own, domain, capability }) =>
        String(own) === id && catalogue.capability(domain, capability)?.spec.confirm !== "always",
    );
