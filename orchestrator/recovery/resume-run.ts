import type { PlanExecuteResponse } from "#shared/contracts/doors.ts";
import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import { validatePlan } from "../planner/validate-plan.ts";
import { carryOut } from "../turn/carry-out.ts";
import { closePlan } from "../turn/close-plan.ts";
import type { Desk, TurnOptions } from "../turn/desk.ts";
import { openTurn } from "../turn/turn.ts";
import { entryOf, fitOf, mayRepeat, workOf } from "./work-of-run.ts";

/**
 * Go on with a run that failed or was cancelled, from the steps that did not succeed: those that did are not run
 * again, and all keep their keys. A step that must not be repeated stays unknown.
 * Shape:  undefined when the run is not as it was read: somebody else goes on with it
 * Errors: PlanError when the plan no longer fits the manifests; nothing has changed then. StoreError
 */
export async function resumeRun(
  desk: Desk,
  run: TaskRun,
  options: TurnOptions,
): Promise<PlanExecuteResponse | undefined> {
  const fit = fitOf(run, desk);
  if (fit.misfit !== undefined) validatePlan(run.plan, fit.catalogue);
  const finished = new Map<string, StepTrace>();
  const inFlight = new Set<string>();
  for (const step of await desk.store.runs.steps(run, run.run_id)) {
    const isUnknown = step.status === "unknown";
    if (isUnknown && mayRepeat(step, fit)) inFlight.add(String(step.id));
    else if (isUnknown || step.status === "success") finished.set(String(step.id), step);
  }
  const claimed = await desk.store.runs.claim(run);
  if (claimed === undefined) return undefined;
  const turn = await openTurn(entryOf(run), desk, { ...options, run_id: run.run_id, again: false });
  const work = { ...workOf(claimed, { finished, inFlight }, fit.catalogue), given: true };
  return closePlan(turn, await carryOut(turn, work), run.plan);
}
