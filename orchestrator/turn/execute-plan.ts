import type { PlanExecuteResponse } from "#shared/contracts/doors.ts";
import type { EntryRequest } from "#shared/contracts/intent.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { TaskRun } from "#shared/contracts/run.ts";
import { combine } from "../engine/combine.ts";
import { intentWithout } from "../planning/frames.ts";
import { forbiddenSteps } from "../planning/rights.ts";
import { validatePlan } from "../planning/validate-plan.ts";
import { ForbiddenError } from "../ports/forbidden-error.ts";
import { carryOut } from "./carry-out.ts";
import { closePlan } from "./close-plan.ts";
import type { Desk, TurnOptions } from "./desk.ts";
import { runBefore } from "./told-before.ts";
import { openTurn } from "./turn.ts";

/** A plan that the caller wrote, with the circumstances it gave. */
export type GivenPlan = {
  plan: ExecutionPlan;
  entry: EntryRequest;
  /** Shorter than the desk's own, milliseconds. */
  deadlineMs?: number;
  dryRun?: boolean;
  /** The run that it is carried out once more of: what was foreign text in it, or a model's idea, still is. */
  like?: Pick<TaskRun, "intent" | "hearing" | "answers" | "outside">;
};

/**
 * Validate a given plan and carry it out.
 * Errors: PlanError with every fault and ForbiddenError, before anything runs; StoreError when the journal cannot be written
 */
export async function executePlan(
  { plan, entry, deadlineMs, dryRun, like }: GivenPlan,
  desk: Desk,
  options: TurnOptions = {},
): Promise<PlanExecuteResponse> {
  const { catalogue } = desk.current();
  validatePlan(plan, catalogue);
  const forbidden = forbiddenSteps(plan, { catalogue, mayUse: options.mayUse });
  if (forbidden.length > 0) throw new ForbiddenError(forbidden);
  const turn = await openTurn(entry, desk, options);
  const before = turn.again ? await runBefore(turn) : undefined;
  if (before !== undefined) {
    const { run, steps, receipts, status } = before;
    const output = combine(run.plan, steps, turn.locale);
    return { run_id: run.run_id, status, output, steps, receipts };
  }
  if (deadlineMs !== undefined)
    turn.deadlineAt = Math.min(turn.deadlineAt, turn.startedAt + deadlineMs);
  const outcome = await carryOut(turn, {
    run_id: turn.run_id,
    catalogue,
    plan,
    intent: like?.intent ?? intentWithout(entry.input_text, "none", "a given plan"),
    execution_intents: [],
    frames: [],
    hearing: like?.hearing,
    answers: like?.answers,
    outside: like?.outside,
    original_query: entry.input_text,
    created_at: turn.startedAt,
    given: true,
    ...(dryRun !== undefined && { dry_run: dryRun }),
  });
  return closePlan(turn, outcome, plan);
}
