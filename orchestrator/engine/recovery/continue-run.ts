import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type { Store } from "../../ports/stores.ts";
import {
  type CircumstancesContext,
  type OpenCircumstances,
  openCircumstances,
} from "../circumstances.ts";
import { combine } from "../combine.ts";
import { manifestChanged } from "../failures.ts";
import { receiptsOf } from "../receipts-of.ts";
import { runStatus } from "../run-status.ts";
import { runWork } from "../run-work.ts";
import type { Ask, EngineContext, RunResult, Work } from "../work.ts";
import { callerOfRun, type Fit, type Left, leftOf, workOf } from "./work-of-run.ts";

/** What runs are carried on with. */
export type ContinueContext = Omit<EngineContext, "store"> &
  CircumstancesContext & {
    store: EngineContext["store"] & CircumstancesContext["store"] & Pick<Store, "runs">;
  };

/** Who has begun the run hears how it went on: its session, with its question where it asks one. */
export type Continued = {
  ask: Ask;
  tell(result: RunResult): Promise<void>;
};

/** Opens that for one run. */
export type ContinuedFor = (
  run: TaskRun,
  circumstances: OpenCircumstances,
  work: Work,
) => Continued;

/**
 * Carry on a run that another process, or an earlier one, began: what is finished is read back, what was sent
 * without an answer is sent again with the same key, or told to be unknown where it must not be repeated. The
 * session then knows as much as if nothing had happened.
 * Errors: StoreError, and RunTakenError when another process carries it on by now
 */
export async function continueRun(
  context: ContinueContext,
  run: TaskRun,
  fit: Fit,
  continuedFor: ContinuedFor,
): Promise<void> {
  const { store } = context;
  const left = leftOf(await store.runs.steps(run, run.run_id), fit);
  for (const step of left.unknown) await store.runs.settle(run, run.run_id, step);
  const leaving = new AbortController();
  // The user had cancelled it: what was not sent before is not sent now.
  if (left.cancelled) leaving.abort();
  const caller = { ...callerOfRun(run), signal: leaving.signal };
  const circumstances = await openCircumstances(caller, context);
  const work = workOf(run, left, fit.catalogue);
  const { ask, tell } = continuedFor(run, circumstances, work);
  const result =
    fit.misfit === undefined
      ? await runWork(work, circumstances, context, ask)
      : stopRun(context, run, work, left, fit.misfit);
  await tell(result);
}

/** The plan no longer fits: what was done is told, and what was not is not done. */
function stopRun(
  { store, clock }: ContinueContext,
  run: TaskRun,
  { plan, catalogue }: Work,
  { finished }: Left,
  why: string,
): RunResult {
  const steps = plan.steps.map(({ id, domain, capability, required }): StepTrace => {
    const notDone = { status: "failure" as const, output: manifestChanged(why), attempts: 0 };
    const planned = { id, domain, capability, required };
    return finished.get(String(id)) ?? { ...planned, ...notDone, duration_ms: 0 };
  });
  const ended = runStatus(plan, steps);
  const status = ended === "success" || ended === "partial" ? ended : "failure";
  const output = combine(plan, steps, run.locale);
  const answer = output.explanation;
  store.runs.record({ ...run, status, answer, updated_at: clock.now() }, steps, true);
  const receipts = receiptsOf(run.run_id, steps, catalogue);
  const nothing = { acted: true, sources: [], files: [], agentEvents: [], artifactNotes: [] };
  return { status, answer, output, steps, receipts, ...nothing };
}
