import type { PlanExecuteResponse } from "#shared/contracts/endpoints.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import { withoutPictures } from "#shared/plain-text/without-links.ts";
import { type OpenCircumstances, openCircumstances } from "../engine/circumstances.ts";
import { combine } from "../engine/combine.ts";
import {
  callerOfRun,
  type Fit,
  fitOf,
  leftOf,
  mayRepeat,
  workOf,
} from "../engine/recovery/recovery.ts";
import { runWork } from "../engine/run-work.ts";
import type { RunResult, Work } from "../engine/work.ts";
import { intentWithout } from "../planning/frames.ts";
import { forbiddenSteps } from "../planning/rights.ts";
import { validatePlan } from "../planning/validate-plan.ts";
import { afterEffect } from "../ports/domain-client.ts";
import { ForbiddenError } from "../ports/principal.ts";
import { countUsage } from "./close-turn.ts";
import { outcomeOf } from "./outcome.ts";
import { stepQuestion } from "./questions.ts";
import { runBefore } from "./replayed-response.ts";
import { callerOf } from "./turn.ts";
import type { TurnDeps, TurnOptions } from "./turn-deps.ts";
import type { GivenPlan } from "./turns.ts";

/**
 * Count what a given plan cost, and tell how it ended. A plan is not a message: the session learns of it
 * only when it has to answer a question.
 */
export async function closePlan(
  circumstances: OpenCircumstances,
  deps: Pick<TurnDeps, "store" | "clock">,
  work: Work,
  result: RunResult,
  pending: PendingAction | undefined,
): Promise<PlanExecuteResponse> {
  const outcome = outcomeOf(work, result, pending);
  const { status, steps, receipts } = outcome;
  const answer = withoutPictures(outcome.answer);
  const { run_id } = work;
  if (pending !== undefined) await deps.store.pending.put(pending);
  circumstances.emit(run_id, { type: "reply", status, answer });
  countUsage(circumstances, deps, work.catalogue, outcome);
  // A question is worded for people where it is asked; the steps only hold what it is about.
  const output = pending === undefined ? result.output : { ...result.output, explanation: answer };
  return { run_id, status, output, steps, receipts };
}

/**
 * Validate a given plan and carry it out. No conversation takes part: a session only lends its language and what its
 * agents remember.
 * Errors: PlanError with every fault and ForbiddenError, before anything runs; StoreError when the journal cannot be written
 */
export async function executePlan(
  { plan, entry, deadlineMs, dryRun, like }: GivenPlan,
  deps: TurnDeps,
  { message, mayUse, signal, watch, isNewSession }: TurnOptions = {},
): Promise<PlanExecuteResponse> {
  const { catalogue } = deps.current();
  const run_id = message?.run_id ?? deps.makeId("run");
  validatePlan(plan, catalogue);
  const forbidden = forbiddenSteps(plan, { catalogue, mayUse });
  if (forbidden.length > 0) throw new ForbiddenError(forbidden);
  const told = { run_id, deadlineMs, mayUse, signal, watch, isNewSession };
  const circumstances = await openCircumstances({ ...callerOf(entry), ...told }, deps);
  const before = await runBefore(message, circumstances, deps);
  if (before !== undefined && "run" in before) {
    const { run, steps, receipts, status } = before;
    const output = combine(run.plan, steps, circumstances.locale);
    return { run_id: run.run_id, status, output, steps, receipts };
  }
  const work: Work = {
    run_id,
    catalogue,
    plan,
    intent: like?.intent ?? intentWithout(entry.input_text, "none", "a given plan"),
    execution_intents: [],
    frames: [],
    hearing: like?.hearing,
    answers: like?.answers,
    outside: like?.outside,
    original_query: entry.input_text,
    created_at: circumstances.startedAt,
    given: true,
    ...(dryRun !== undefined && { dry_run: dryRun }),
  };
  return carryOutPlan(circumstances, deps, work);
}

/**
 * Go on with a run that failed or was cancelled, from the steps that did not succeed: those that did are not run
 * again, and all keep their keys. A step that must not be repeated stays unknown.
 * Shape:  undefined when the run is not as it was read: someone else goes on with it
 * Errors: PlanError when the plan no longer fits the manifests, RunHostAwayError; nothing has changed then. StoreError
 */
export async function resumeRun(
  deps: TurnDeps,
  run: TaskRun,
  options: TurnOptions,
): Promise<PlanExecuteResponse | undefined> {
  const fit = await fitOf(run, deps);
  if (fit.misfit !== undefined) validatePlan(run.plan, fit.catalogue);
  const { kept, forgotten } = keptOf(await deps.store.runs.steps(run, run.run_id), fit);
  const left = leftOf(kept, fit);
  // From here on the journal reads as one of a run under way: should this process die, it is carried on from there.
  const changed = [...kept.filter(({ status }) => status === "running"), ...left.unknown];
  await deps.host?.begin(run);
  const claimed = await deps.store.runs.claim(run, { forgotten, changed });
  if (claimed === undefined) return undefined;
  const { mayUse, signal, watch } = options;
  const circumstances = await openCircumstances(
    { ...callerOfRun(run), mayUse, signal, watch },
    deps,
  );
  const work = { ...workOf(claimed, left, fit.catalogue), given: true };
  return carryOutPlan(circumstances, deps, work);
}

async function carryOutPlan(circumstances: OpenCircumstances, deps: TurnDeps, work: Work) {
  const question = stepQuestion(circumstances, deps, work);
  const result = await runWork(work, circumstances, deps, question.ask);
  return afterEffect(result.acted, work.run_id, () =>
    closePlan(circumstances, deps, work, result, question.asked()),
  );
}

/** What of a run that ended still counts; no one knows of some steps whether they happened, and these are asked about again. */
function keptOf(steps: readonly StepTrace[], fit: Fit) {
  const kept: StepTrace[] = [];
  const forgotten: StepTrace[] = [];
  for (const step of steps)
    if (step.status === "unknown" && mayRepeat(step, fit))
      kept.push({ ...step, status: "running", output: null });
    else if (["success", "unknown", "running"].includes(step.status)) kept.push(step);
    else forgotten.push(step);
  return { kept, forgotten };
}
