import type { PlanExecuteResponse } from "#shared/contracts/endpoints.ts";
import { openCircumstances } from "../engine/circumstances.ts";
import { combine } from "../engine/combine.ts";
import { runWork } from "../engine/run-work.ts";
import type { Work } from "../engine/work.ts";
import { intentWithout } from "../planning/frames.ts";
import { forbiddenSteps } from "../planning/rights.ts";
import { validatePlan } from "../planning/validate-plan.ts";
import { afterEffect } from "../ports/domain-call-error.ts";
import { ForbiddenError } from "../ports/principal.ts";
import { closePlan } from "./close-plan.ts";
import { stepQuestion } from "./questions.ts";
import { runBefore } from "./replayed-response.ts";
import { callerOf } from "./turn.ts";
import type { TurnDeps, TurnOptions } from "./turn-deps.ts";
import type { GivenPlan } from "./turns.ts";

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
  const question = stepQuestion(circumstances, deps, work);
  const result = await runWork(work, circumstances, deps, question.ask);
  return afterEffect(result.acted, work.run_id, () =>
    closePlan(circumstances, deps, work, result, question.asked()),
  );
}
