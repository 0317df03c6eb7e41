import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import { combine } from "../engine/combine.ts";
import { manifestChanged } from "../engine/failures.ts";
import { runStatus } from "../engine/run-status.ts";
import { carryOut } from "../turn/carry-out.ts";
import { closePlan } from "../turn/close-plan.ts";
import { closeTurn } from "../turn/close-turn.ts";
import type { Desk } from "../turn/desk.ts";
import type { Outcome } from "../turn/outcome.ts";
import { receiptsOf } from "../turn/receipts-of.ts";
import { openTurn } from "../turn/turn.ts";
import type { Work } from "../turn/work.ts";
import { entryOf, type Fit, type Left, leftOf, workOf } from "./work-of-run.ts";

/**
 * Carry on a run that another process, or an earlier one, began: what is finished is read back, what was sent
 * without an answer is sent again with the same key, or told to be unknown where it must not be repeated. The
 * session then knows as much as if nothing had happened.
 * Errors: StoreError, and RunTakenError when somebody else carries it on by now
 */
export async function continueRun(desk: Desk, run: TaskRun, fit: Fit): Promise<void> {
  const { store } = desk;
  const left = leftOf(await store.runs.steps(run, run.run_id), fit);
  for (const step of left.unknown) await store.runs.settle(run, run.run_id, step);
  const leaving = new AbortController();
  // The user had cancelled it: what was not sent before is not sent now.
  if (left.cancelled) leaving.abort();
  const { run_id } = run;
  const turn = await openTurn(entryOf(run), desk, { run_id, signal: leaving.signal });
  const work = workOf(run, left, fit.catalogue);
  const outcome =
    fit.misfit === undefined
      ? await carryOut(turn, work)
      : stopRun(desk, run, work, left, fit.misfit);
  if (run.circumstances?.as === "plan") await closePlan(turn, outcome, run.plan);
  else await closeTurn(turn, outcome, {});
}

/** The plan no longer fits: what was done is told, and what was not is not done. */
function stopRun(
  { store, clock }: Desk,
  run: TaskRun,
  { intent, execution_intents, plan, catalogue }: Work,
  { finished }: Left,
  why: string,
): Outcome {
  const steps = plan.steps.map(({ id, domain, capability, required }): StepTrace => {
    const notDone = { status: "failure" as const, output: manifestChanged(why), attempts: 0 };
    const planned = { id, domain, capability, required };
    return finished.get(String(id)) ?? { ...planned, ...notDone, duration_ms: 0 };
  });
  const ended = runStatus(steps);
  const status = ended === "success" || ended === "partial" ? ended : "failure";
  const answer = combine(plan, steps, run.locale).explanation;
  store.runs.record({ ...run, status, answer, updated_at: clock.now() }, steps, true);
  const { run_id } = run;
  const receipts = receiptsOf(run_id, steps, catalogue);
  const nothing = { sources: [], files: [], frames: [] };
  return { status, answer, intent, execution_intents, plan, steps, receipts, run_id, ...nothing };
}
