import type { PlanExecuteResponse } from "#shared/contracts/doors.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import { withoutPictures } from "#shared/plain-text/without-links.ts";
import { combine } from "../engine/combine.ts";
import { countUsage } from "./close-turn.ts";
import type { Outcome } from "./outcome.ts";
import type { Turn } from "./turn.ts";

/**
 * Count what a given plan cost, and tell how it ended. A plan is nobody's turn to speak: the session learns of it
 * only when it has to answer a question.
 */
export async function closePlan(
  turn: Turn,
  outcome: Outcome,
  plan: ExecutionPlan,
): Promise<PlanExecuteResponse> {
  const { pending, status, steps, receipts } = outcome;
  const answer = withoutPictures(outcome.answer);
  const run_id = outcome.run_id ?? turn.run_id;
  if (pending !== undefined) await turn.desk.store.pending.put(pending);
  turn.emit(run_id, { type: "reply", status, answer });
  countUsage(turn, outcome, run_id);
  const combined = combine(plan, steps, turn.locale);
  // A question is worded for people where it is asked; the steps only hold what it is about.
  const output = pending === undefined ? combined : { ...combined, explanation: answer };
  return { run_id, status, output, steps, receipts };
}
