import type { PlanExecuteResponse } from "#shared/contracts/endpoints.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import { withoutPictures } from "#shared/plain-text/without-links.ts";
import type { OpenCircumstances } from "../engine/circumstances.ts";
import type { RunResult, Work } from "../engine/work.ts";
import { countUsage } from "./close-turn.ts";
import { outcomeOf } from "./outcome.ts";
import type { TurnDeps } from "./turn-deps.ts";

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
